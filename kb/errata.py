"""All cards with errata, and changes that nobody announced: the answer of `errata`."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from kb.cards import card
from kb.changes import change
from kb.named import first, query
from kb.names import resolve
from kb.sources import Object, since

if TYPE_CHECKING:
    from collections.abc import Iterator

PRINTED = ("text", "power", "breakpoint")  # what an erratum changes on a card


def errata(
    conn: sqlite3.Connection,
    as_of: str,
    faction: str | None = None,
    kind: str | None = None,
    status: str = "yes",
    since: str | None = None,
) -> Object:
    """The answer of `errata`: cards by the state of their erratum, deck by deck.

    Each CARD has `errata_since` (the contract's `since`, of its Errata line) and `text_before`:
    what the text said before its newest change, where a revision that old is held.
    """
    decks = _decks(conn, faction, as_of)
    cards = []
    for row in query(conn, "errata", as_of=as_of, status=status):
        if decks is not None and row["id"] not in decks:
            continue
        found = _with_erratum(conn, row, as_of)
        if found is None or (kind and kind not in found["errata"]["kinds"]):
            continue
        if since is None or found["errata_since"]["timestamp"] >= since:
            cards.append(found)
    return {"cards": cards, "notices": []}


def _decks(conn: sqlite3.Connection, faction: str | None, as_of: str) -> set[int] | None:
    """Row ids of the cards of a faction; None for all."""
    if faction is None:
        return None
    ids = resolve(conn, "faction", faction, as_of).ids
    pages = [row["page_id"] for n in ids if (row := first(conn, "faction", id=n, as_of=as_of))]
    return {row["id"] for p in pages for row in query(conn, "page-cards", page_id=p, as_of=as_of)}


def _with_erratum(conn: sqlite3.Connection, row: sqlite3.Row, as_of: str) -> Object | None:
    found = card(conn, row["id"], as_of)
    if found is None:
        return None
    changed = query(conn, "subject-changes", kind="card", id=row["id"], as_of=as_of)
    texts = [c for c in changed if c["field"] == "text" and not (c["cosmetic"] or c["reverted"])]
    maker = first(conn, "revision", id=texts[-1]["revision_id"]) if texts else None
    before = change(texts[-1], maker)["old"] if maker is not None else None
    return {
        **found[0],
        "errata_since": since(conn, row["since_revision"], row["since_exact"]),
        "text_before": before,
    }


def unannounced(
    conn: sqlite3.Connection, as_of: str, faction: str | None = None, after: str | None = None
) -> Object:
    """The answer of `errata --unannounced`: CHANGEs that the page or its summary kept silent about.

    Each has a `why`. Looked at are changes between revisions that are both held, cosmetic and
    undone ones aside: an ability, power or breakpoint that changed while its Errata line did not;
    an erratum that came while nothing printed changed; a clarification that went, and the summary
    does not speak of it.
    """
    decks = _decks(conn, faction, as_of)
    found = []
    for step in _card_steps(conn, as_of, after):
        if decks is not None and step[0]["subject_id"] not in decks:
            continue
        maker = first(conn, "revision", id=step[0]["revision_id"])
        assert maker is not None  # a foreign key
        for row, why in _silent(step, maker["comment"] or ""):
            found.append({**change(row, maker), "why": why})
    return {"cards": [], "unannounced": found, "notices": []}


def _card_steps(
    conn: sqlite3.Connection, as_of: str, after: str | None
) -> Iterator[list[sqlite3.Row]]:
    """What one revision changed of one card, newest first."""
    window = {"since": after or "", "until": as_of, "page_id": None, "author": None}
    steps: dict[tuple[int, int], list[sqlite3.Row]] = {}
    for row in query(conn, "changes", **window, errata=0, cosmetic=0):
        if row["subject"] == "card":
            steps.setdefault((row["revision_id"], row["subject_id"]), []).append(row)
    yield from steps.values()


def _silent(step: list[sqlite3.Row], summary: str) -> Iterator[tuple[sqlite3.Row, str]]:
    fields = {row["field"] for row in step}
    for row in step:
        if row["op"] != "changed" and row["field"] != "clarifications":
            continue
        if row["field"] in PRINTED and "errata" not in fields:
            yield row, f"the {row['field']} changed, the Errata line did not"
        elif row["field"] == "errata" and not fields & set(PRINTED) and _came(row):
            yield row, "an erratum came, nothing printed changed"
        elif (row["field"], row["op"]) == ("clarifications", "removed") and not (
            "clarif" in summary.casefold() or row["name"] in summary
        ):
            yield row, "a clarification went, the summary does not say so"


def _came(row: sqlite3.Row) -> bool:
    """Whether an errata change says yes now and did not before."""
    return '"status": "yes"' in (row["new"] or "") and '"status": "yes"' not in (row["old"] or "")
