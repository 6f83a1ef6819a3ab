"""Rules by heading: the answer of `rule`."""

from __future__ import annotations

import json
import sqlite3

from kb.cards import near_only, notices_for
from kb.named import first, query
from kb.names import resolve
from kb.sources import Object, since, source_of


def look_up(conn: sqlite3.Connection, name: str | None, as_of: str) -> Object:
    """The answer of `rule NAME`; without a name, every heading of the rules pages."""
    if name is None:
        rows = query(conn, "rule-list", as_of=as_of)
        ids = [row["id"] for row in rows if row["subject"] == "rule"]
        match, suggestions = "exact", []
    else:
        found = resolve(conn, "rule", name, as_of)
        match, ids, suggestions = found.match, list(found.ids), list(found.suggestions)
    held = [row for n in ids if (row := first(conn, "rule", id=n, as_of=as_of)) is not None]
    held.sort(key=lambda row: row["subject"] != "rule")  # the rules pages before faction prose
    return {
        "query": name,
        "match": match if held else "none",
        "rules": [_rule(conn, row, as_of) for row in held],
        "suggestions": suggestions,
        "notices": [
            *near_only(match, name),
            *notices_for(conn, [row["page_id"] for row in held], as_of),
        ],
    }


def _rule(conn: sqlite3.Connection, row: sqlite3.Row, as_of: str) -> Object:
    section = row["name"] if row["path"] != "[]" else None
    return {
        "id": row["id"],
        "slug": row["slug"],
        "name": row["name"],
        "path": json.loads(row["path"]),
        "text": row["text"],
        "source": source_of(conn, row["page_id"], as_of, section, row["anchor"]),
        "since": since(conn, row["since_revision"], row["since_exact"]),
    }
