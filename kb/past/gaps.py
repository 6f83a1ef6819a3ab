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
    closes is open (`before` null), and begins with them. `without_text` are the held revisions
    inside a gap.
    """
    newest = revisions[-1]["sequence"]
    found = []
    for row in query(conn, "page-gaps", page_id=page_id, after=after, until=until):
        end = row["before_sequence"] or END
        without_text = [
            {**source(one, None), "text_state": one["text_state"]}
            for one in revisions
            if row["after_sequence"] < one["sequence"] < end
            and one["text_state"] in ("hidden", "missing")
        ]
        if end <= newest or without_text:
            gap = {"after": row["after"], "before": row["before"] if end <= newest else None}
            found.append({**gap, "reason": row["reason"], "without_text": without_text})
    return found
