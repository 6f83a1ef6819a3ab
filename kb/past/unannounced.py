"""Changes that nobody announced: the answer of `errata --unannounced`."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator

from kb.changes import BEGINNING, changes_of
from kb.named import query
from kb.scope import Scope, scope
from kb.sources import Object

PRINTED = ("text", "power", "breakpoint", "vps")  # what an erratum changes on a card


def unannounced(
    conn: sqlite3.Connection, as_of: str, faction: str | None = None, after: str | None = None
) -> Object:
    """CHANGEs of cards that the page or its summary kept silent about, newest first.

    Each has a `why`. Looked at are changes between revisions that are both held, cosmetic and
    undone ones aside: an ability, power, breakpoint or VPs that changed while the Errata line did
    not; an erratum that came while nothing printed changed; a clarification that went, and the
    summary does not speak of it. `faction` is a faction or special deck, `after` an instant.
    Raises kb.pages.NotHeld when there is no such faction.
    """
    within = scope(conn, faction, as_of) if faction is not None else None
    found = []
    for step in _card_steps(conn, as_of, after, within):
        silent = list(_silent(step))
        told = changes_of(conn, (row for row, _ in silent))
        found += [{**one, "why": why} for one, (_, why) in zip(told, silent, strict=True)]
    return {"cards": [], "unannounced": found, "notices": []}


def _card_steps(
    conn: sqlite3.Connection, as_of: str, after: str | None, within: Scope | None
) -> Iterator[list[sqlite3.Row]]:
    """What one revision changed of one card, newest first."""
    pages = None if within is None else json.dumps(within.pages)
    decks = json.dumps(within.decks) if within is not None and within.special else None
    rows = query(
        conn,
        "changes",
        since=after or BEGINNING,
        until=as_of,
        pages=pages,
        decks=decks,
        author=None,
        errata=0,
        cosmetic=0,
        limit=-1,
    )
    steps: dict[tuple[int, int], list[sqlite3.Row]] = {}
    for row in rows:
        if row["subject"] == "card":
            steps.setdefault((row["revision_id"], row["subject_id"]), []).append(row)
    yield from steps.values()


def _silent(step: list[sqlite3.Row]) -> Iterator[tuple[sqlite3.Row, str]]:
    """The changes that a step kept silent about, and why they count as such."""
    fields = {row["field"] for row in step}
    for row in step:
        if row["op"] == "changed" and row["field"] in PRINTED and "errata" not in fields:
            yield row, f"the {row['field']} changed, the Errata line did not"
        elif row["field"] == "errata" and not fields & set(PRINTED) and _came(row):
            yield row, "an erratum came, nothing printed changed"
        elif (row["field"], row["op"]) == ("clarifications", "removed") and not _told(row):
            yield row, "a clarification went, the summary does not say so"


def _came(row: sqlite3.Row) -> bool:
    """Whether an errata change says yes now and did not before."""
    old, new = (json.loads(row[side] or "{}").get("status") for side in ("old", "new"))
    return bool(new == "yes" != old)


def _told(row: sqlite3.Row) -> bool:
    """Whether the summary speaks of clarifications, or of the card."""
    summary = (row["comment"] or "").casefold()
    return "clarif" in summary or row["name"].casefold() in summary
