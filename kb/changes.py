"""CHANGEs as the contract has them, and the answer of `changes`: over all pages, newest first."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from kb.db import FOREVER
from kb.named import first, query
from kb.pages import find_page
from kb.sources import Object, source

BEGINNING = "0000-01-01T00:00:00Z"


def change(row: sqlite3.Row, maker: sqlite3.Row) -> Object:
    """The contract's CHANGE from a stored row and the revision that made it."""
    found = {
        "id": row["id"],
        "subject": row["subject"],
        "name": row["name"],
        "page": maker["page"],
        "field": row["field"],
        "op": row["op"],
        "old": None if row["old"] is None else json.loads(row["old"]),
        "new": None if row["new"] is None else json.loads(row["new"]),
        "cosmetic": bool(row["cosmetic"]),
        "source": source(maker, None),
    }
    return {**found, "reverted": True} if row["reverted"] else found


def changes_of(conn: sqlite3.Connection, rows: Iterable[sqlite3.Row]) -> list[Object]:
    """CHANGEs from stored rows, each with its revision."""
    makers: dict[int, sqlite3.Row] = {}
    found = []
    for row in rows:
        number = row["revision_id"]
        if number not in makers:
            maker = first(conn, "revision", id=number)
            assert maker is not None  # a foreign key
            makers[number] = maker
        found.append(change(row, makers[number]))
    return found


def changes(
    conn: sqlite3.Connection,
    since: str | None = None,
    until: str | None = None,
    page: str | None = None,
    author: str | None = None,
    errata: bool = False,
    cosmetic: bool = False,
) -> Object:
    """The answer of `changes`; `since` and `until` are instants, `page` any title of a page.

    Raises kb.pages.NotHeld when there is no such page.
    """
    window = {
        "since": since or BEGINNING,
        "until": until or FOREVER,
        "page_id": find_page(conn, page)["id"] if page else None,
        "author": author,
    }
    rows = query(conn, "changes", **window, errata=int(errata), cosmetic=int(cosmetic))
    unexplained = [] if errata else query(conn, "unexplained", **window)
    return {
        "since": since,
        "until": until,
        "changes": changes_of(conn, rows),
        "unexplained": [source(row, None) for row in unexplained],
        "notices": [],
    }
