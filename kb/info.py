"""What the knowledge base holds and what it lacks: the answer of `info`."""

from __future__ import annotations

import json
import sqlite3

from kb.named import first, query
from kb.sources import Object, source


def info(conn: sqlite3.Connection, path: str) -> Object:
    """Counts, sources, newest revision, factions listed but not held, gaps."""
    counts = first(conn, "counts")
    newest = first(conn, "newest-revision")
    assert counts is not None
    built = conn.execute("select value from meta where key = 'built_at'").fetchone()
    return {
        "database": path,
        "built_at": built[0] if built else None,
        "counts": dict(counts),
        "newest": source(newest, None) if newest else None,
        "sources": [
            {
                **dict(row),
                "complete": bool(row["complete"]),
                "warnings": json.loads(row["warnings"]),
            }
            for row in query(conn, "sources")
        ],
        "factions_not_held": [row["target"] for row in query(conn, "factions-not-held")],
        "shown_from_older": [dict(row) for row in query(conn, "pages-without-newest-text")],
        "gaps": [dict(row) for row in query(conn, "gaps")],
        "notices": [],
    }
