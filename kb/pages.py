"""Pages by title and their revisions by what a user types."""

from __future__ import annotations

import sqlite3

from ingest.folding import name_key
from kb.moments import moment
from kb.named import query


class NotHeld(LookupError):
    """A page or revision that is not here: a good question without an answer; one line."""


def find_page(conn: sqlite3.Connection, title: str) -> sqlite3.Row:
    """The page of a title, whatever its case and punctuation; redirects and moves are followed.

    Raises NotHeld, with the titles nearest to it.
    """
    wanted = title.strip().replace("_", " ")
    rows = query(conn, "page-by-title", title=wanted)
    if not rows:
        titles = {name_key(row["title"]): row["title"] for row in query(conn, "page-titles")}
        if name_key(wanted) not in titles:
            raise NotHeld(f"no page '{title}' is held{_nearest(wanted, list(titles.values()))}")
        rows = query(conn, "page-by-title", title=titles[name_key(wanted)])
    for row in rows:
        if row["redirect"] and (target := query(conn, "page-by-title", title=_target(row))):
            return target[0]
    return max(rows, key=lambda row: row["newest_text"] is not None)


def _target(row: sqlite3.Row) -> str:
    return str(row["redirect"]).split("#", 1)[0]


def _nearest(wanted: str, titles: list[str]) -> str:
    import difflib

    near = difflib.get_close_matches(wanted, titles, n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(near)}?" if near else "; 'smashup info' tells what is"


def pick(revisions: list[sqlite3.Row], wanted: str, to: sqlite3.Row | None = None) -> sqlite3.Row:
    """The revision of a page that a user means, of its revisions in time order.

    `wanted`: `first`, `latest` or `prev` (before `to`) of those with text; the wiki's revision id;
    a timestamp or date: that instant's revision, else the newest with text by then.
    Raises NotHeld when there is none, ValueError (one line) when it can't be read.
    """
    with_text = [row for row in revisions if row["text_state"] == "present"]
    if wanted in ("first", "latest", "prev"):
        if wanted == "prev":
            end = (
                to["sequence"] if to is not None else with_text[-1]["sequence"] if with_text else 0
            )
            with_text = [row for row in with_text if row["sequence"] < end]
        if not with_text:
            raise NotHeld(f"no {wanted} revision with text is held")
        return with_text[0 if wanted == "first" else -1]
    if wanted.isdecimal():
        for row in revisions:
            if row["revision_id"] == int(wanted):
                return row
        raise NotHeld(f"revision {wanted} is not one of {revisions[0]['page']}'s held here")
    instant = moment(wanted)
    exact = [row for row in revisions if row["timestamp"] == instant]
    before = [row for row in with_text if row["timestamp"] <= instant]
    if not (exact or before):
        raise NotHeld(
            f"no revision is held from {wanted} or before; the first is of "
            f"{revisions[0]['timestamp']}"
        )
    return (exact or before)[-1]
