"""Glossary terms by name: the answer of `term`."""

from __future__ import annotations

import sqlite3

from kb.cards import near_only, notices_for
from kb.named import first, query
from kb.names import resolve
from kb.sources import Object, since, source_of


def look_up(conn: sqlite3.Connection, name: str | None, as_of: str) -> Object:
    """The answer of `term NAME`; without a name, the whole glossary."""
    if name is None:
        ids = [row["id"] for row in query(conn, "term-list", as_of=as_of)]
        match, suggestions = "exact", []
    else:
        found = resolve(conn, "term", name, as_of)
        match, ids, suggestions = found.match, list(found.ids), list(found.suggestions)
    rows = [row for n in ids if (row := first(conn, "term", id=n, as_of=as_of)) is not None]
    return {
        "query": name,
        "match": match if rows else "none",
        "terms": [_term(conn, row, as_of) for row in rows],
        "suggestions": suggestions,
        "notices": [
            *near_only(match, name),
            *notices_for(conn, [row["page_id"] for row in rows], as_of),
        ],
    }


def _term(conn: sqlite3.Connection, row: sqlite3.Row, as_of: str) -> Object:
    return {
        "id": row["id"],
        "slug": row["slug"],
        "name": row["name"],
        "definition": row["definition"],
        "exception": row["exception"],
        "image": row["image"],
        "source": source_of(conn, row["page_id"], as_of, row["section"], row["anchor"]),
        "since": since(conn, row["since_revision"], row["since_exact"]),
    }
