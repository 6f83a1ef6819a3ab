"""All cards with errata: since when, and what the text said before. The answer of `errata`."""

from __future__ import annotations

import sqlite3

from kb.cards import card
from kb.named import query
from kb.pages import NotHeld
from kb.scope import scope
from kb.sources import Object, since


def errata(
    conn: sqlite3.Connection,
    as_of: str,
    faction: str | None = None,
    kind: str | None = None,
    status: str = "yes",
    after: str | None = None,
) -> Object:
    """The answer of `errata`: cards by the state of their erratum, deck by deck.

    Each CARD has `errata_since`, the contract's `since` of that state (the line itself may have
    been reworded later), and `text_before`: what the text said last before it that it says no more,
    null where no revision that tells is held. `kind` is one of the erratum's, `after` the instant
    from which on the state came.
    Raises kb.pages.NotHeld when there is no such faction.
    """
    within = scope(conn, faction, as_of) if faction is not None else None
    cards = []
    for row in query(conn, "errata", as_of=as_of, status=status):
        if within is not None and not within.has(row["page_id"], row["deck_id"]):
            continue
        found = card(conn, row["id"], as_of)
        if found is None or (kind and kind not in found[0]["errata"]["kinds"]):
            continue
        told = {**found[0], **_appearance(conn, row["id"], as_of)}
        if after is None or told["errata_since"]["timestamp"] >= after:
            cards.append(told)
    return {"cards": cards, "notices": []}


def no_errata(why: NotHeld) -> Object:
    """The answer of `errata` where `--faction` names none."""
    return {"cards": [], "notices": [why.line()]}


def _appearance(conn: sqlite3.Connection, card_id: int, as_of: str) -> Object:
    """When the present state of a card's erratum came, and the last other text before it."""
    versions = query(conn, "history-card", id=card_id, as_of=as_of)
    now = came = versions[-1]
    for version in reversed(versions):
        if version["status"] != now["status"]:
            break
        came = version
    others = [
        version["text"]
        for version in versions
        if version["sequence"] < came["errata_sequence"]
        and version["text_since_revision"] != now["text_since_revision"]
    ]
    return {
        "errata_since": since(conn, came["errata_since"], came["errata_exact"]),
        "text_before": others[-1] if others else None,
    }
