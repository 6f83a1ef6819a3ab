"""How much of the past is held: what an answer of a past moment has to admit."""

from __future__ import annotations

import sqlite3

from kb.named import first


def coverage(conn: sqlite3.Connection, as_of: str) -> list[str]:
    """A notice, where pages are held from after a moment only, that may have said something then.

    Pages that were made later, as their first revision proves, are none of them.
    """
    row = first(conn, "coverage", as_of=as_of)
    if row is None or row["first"] is None:
        return []
    if as_of < row["first"]:
        return [f"Nothing is held from before {row['first']}."]
    if not row["later"]:
        return []
    return [
        f"{row['later']} of the {row['pages']} pages held have nothing from {as_of} or before; "
        "what they said then is not known."
    ]
