"""What a card names and what names it: `mentions` and `mentioned_by` of the contract's CARD.

Mentions are kept for the present texts only.
"""

from __future__ import annotations

import sqlite3

from kb.named import query
from kb.sources import Object


def mentions(conn: sqlite3.Connection, card_id: int) -> list[Object]:
    """Cards, factions, terms and rules that a card's texts name, itself left out.

    Each once for its ability, its clarifications and its errata note. `page` is null when no page
    held describes it.
    """
    return _once(query(conn, "mentions", card_id=card_id))


def mentioned_by(conn: sqlite3.Connection, card_id: int) -> list[Object]:
    """Other cards, terms and rules whose texts name a card; `where` is the place in theirs."""
    return _once(query(conn, "mentioned-by", card_id=card_id))


def past_notice(conn: sqlite3.Connection, as_of: str) -> str | None:
    """What the reader must know who asks for the mentions of a past day."""
    newest = conn.execute("select max(timestamp) from revision where sequence > 0").fetchone()[0]
    if newest is None or as_of >= newest:
        return None
    return "Mentions are those of the present texts, not of that day's."


def _once(rows: list[sqlite3.Row]) -> list[Object]:
    """One object for each thing and place; what a cue announces before a plain mention."""
    found: dict[tuple[object, ...], Object] = {}
    for row in rows:
        key = (row["kind"], row["named_id"] or row["name"], row["where"])
        told = {name: row[name] for name in ("name", "kind", "page", "where", "written", "cue")}
        held = found.setdefault(key, told)
        if held["cue"] == "plain" != told["cue"]:
            held |= {"written": told["written"], "cue": told["cue"]}
    return list(found.values())
