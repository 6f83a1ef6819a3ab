"""Stretches of a page's history that are not held: `gaps` of `history` and `diff`."""

from __future__ import annotations

import sqlite3

from kb.named import query
from kb.sources import Object, source

END = 1_000_000_000  # after every revision


def gaps(
    conn: sqlite3.Connection, page_id: int, revisions: list[sqlite3.Row], after: int, until: int
) -> list[Object]:
    """The gaps that touch what lies after one revision and up to another, by `sequence`.

    `revisions` are the page's, oldest first, as of the moment asked for: a gap that none of them
    closes is open (`before` null). `without_text` are the held revisions inside a gap.
    """
    newest = revisions[-1]["sequence"]
    found = []
    for row in query(conn, "page-gaps", page_id=page_id, after=after, until=until):
        if row["after_sequence"] > newest:
            continue
        end = row["before_sequence"] or END
        inside = [r for r in revisions if row["after_sequence"] < r["sequence"] < end]
        found.append(
            {
                "after": row["after"],
                "before": row["before"] if end <= newest else None,
                "reason": row["reason"],
                "without_text": [
                    {**source(r, None), "text_state": r["text_state"]}
                    for r in inside
                    if r["text_state"] in ("hidden", "missing")
                ],
            }
        )
    return found
