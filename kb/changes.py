"""CHANGEs as the contract has them, and the answer of `changes`: over all pages, newest first."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from kb.db import FOREVER
from kb.named import first, query
from kb.pages import NotHeld, find_page
from kb.quoting import quoted
from kb.scope import scope
from kb.sources import Object, page_url, source

BEGINNING = "0000-01-01T00:00:00Z"


def changes_of(conn: sqlite3.Connection, rows: Iterable[sqlite3.Row]) -> list[Object]:
    """The contract's CHANGEs from rows of the queries of stored changes.

    `source` is the revision that made the change, at the heading where its subject stands there.
    """
    places: dict[tuple[str, int, int], tuple[str | None, str]] = {}
    found = []
    for row in rows:
        section, anchor = None, ""
        if row["subject_id"] is not None:
            key = (row["subject"], row["subject_id"], row["revision_id"])
            if key not in places:
                places[key] = _place(conn, row)
            section, anchor = places[key]
        found.append(_change(row, section, anchor))
    return found


def _place(conn: sqlite3.Connection, row: sqlite3.Row) -> tuple[str | None, str]:
    place = first(
        conn,
        "change-place",
        subject=row["subject"],
        id=row["subject_id"],
        sequence=row["sequence"],
    )
    return (place["section"], place["anchor"]) if place is not None else (None, "")


def _change(row: sqlite3.Row, section: str | None, anchor: str) -> Object:
    found = {
        "id": row["id"],
        "subject": row["subject"],
        "name": row["name"],
        "page": row["page"],
        "field": row["field"],
        "op": row["op"],
        "old": None if row["old"] is None else json.loads(row["old"]),
        "new": None if row["new"] is None else json.loads(row["new"]),
        "cosmetic": bool(row["cosmetic"]),
        "source": {
            "page": row["page"],
            "section": section,
            "revision_id": row["wiki_revision_id"],
            "timestamp": row["timestamp"],
            "contributor": row["contributor"],
            "comment": row["comment"],
            "url": page_url(row["base"], row["page"], row["wiki_revision_id"], anchor),
        },
    }
    return {**found, "reverted": True} if row["reverted"] else found


def changes(
    conn: sqlite3.Connection,
    since: str | None = None,
    until: str | None = None,
    page: str | None = None,
    faction: str | None = None,
    author: str | None = None,
    errata: bool = False,
    cosmetic: bool = False,
    limit: int | None = None,
    as_of: str = FOREVER,
) -> Object:
    """The answer of `changes`, newest first; `limit` is the number of changes at most.

    `since` and `until` are instants, both included; `page` is any title of a page, `faction` a
    faction (all of its page) or a special deck (its cards). With `errata` only changes of errata;
    with `cosmetic` also those without meaning and those that were undone. What is newer than
    `as_of` is left out.
    Raises kb.pages.NotHeld when there is no such page, faction or contributor, ValueError when
    `since` is after `until`.
    """
    if since is not None and until is not None and since > until:
        raise ValueError(f"--since ({since}) is after --until ({until}); swap them")
    pages, decks = _places(conn, page, faction, as_of)
    if author is not None and first(conn, "contributor", author=author) is None:
        raise NotHeld(f"no revision by {quoted(author)} is held")
    window = {
        "since": since or BEGINNING,
        "until": min(until or FOREVER, as_of),
        "pages": None if pages is None else json.dumps(sorted(pages)),
        "author": author,
    }
    rows = query(
        conn,
        "changes",
        **window,
        decks=None if decks is None else json.dumps(decks),
        errata=int(errata),
        cosmetic=int(cosmetic),
        limit=-1 if limit is None else limit,
    )
    unexplained = [] if errata else query(conn, "unexplained", **window)
    return {
        "since": since,
        "until": until,
        "changes": changes_of(conn, rows),
        "unexplained": [
            {**source(row, None), "text_state": row["text_state"]} for row in unexplained
        ],
        "notices": [],
    }


def no_changes(since: str | None, until: str | None, why: NotHeld) -> Object:
    """The answer of `changes` where a filter names what is not held."""
    return {
        "since": since,
        "until": until,
        "changes": [],
        "unexplained": [],
        "notices": [why.line()],
    }


def _places(
    conn: sqlite3.Connection, page: str | None, faction: str | None, as_of: str
) -> tuple[set[int] | None, tuple[int, ...] | None]:
    """Row ids of the pages and decks that the filters leave; None for all."""
    pages = None if page is None else {int(find_page(conn, page)["id"])}
    if faction is None:
        return pages, None
    found = scope(conn, faction, as_of)
    both = set(found.pages) if pages is None else pages & set(found.pages)
    return both, found.decks if found.special else None
