"""A faction or special deck as a filter: whose cards, and which page's changes."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from kb.named import first, query
from kb.names import decks_called, resolve
from kb.pages import NotHeld
from kb.quoting import quoted


class Scope(NamedTuple):
    """Row ids. A faction is all that its page holds; a special deck shares its page with others."""

    pages: tuple[int, ...]
    decks: tuple[int, ...]
    special: bool

    def has(self, page_id: int, deck_id: int) -> bool:
        """Whether a card of that page and deck is meant."""
        return deck_id in self.decks if self.special else page_id in self.pages


def scope(conn: sqlite3.Connection, name: str, as_of: str) -> Scope:
    """What a faction's or special deck's name stands for, one that is held no more included.

    Raises NotHeld, with the names nearest to it.
    """
    match = resolve(conn, "faction", name, as_of)
    rows = [row for n in match.ids if (row := first(conn, "faction", id=n, as_of=as_of))]
    if rows:
        return Scope(tuple({row["page_id"] for row in rows}), (), special=False)
    held = query(conn, "decks")
    called = decks_called(name, (row["name"] for row in held))
    decks = [row for row in held if row["name"] in called]
    if not decks:
        near = f"; did you mean {' or '.join(match.suggestions)}?" if match.suggestions else ""
        raise NotHeld(f"no faction or special deck {quoted(name)} is held{near}")
    pages = tuple({row["page_id"] for row in decks})
    ids = tuple(row["id"] for row in decks)
    return Scope(pages, ids, special=any(row["special"] for row in decks))
