"""Pages by title and their revisions by what a user types."""

from __future__ import annotations

import sqlite3

from ingest.folding import name_key
from kb.moments import moment
from kb.named import query
from kb.quoting import quoted


class NotHeld(LookupError):
    """A page or revision that is not here: a good question without an answer; one line."""

    def line(self) -> str:
        """What is not held, as a sentence begins."""
        said = str(self)
        return said[:1].upper() + said[1:]


def find_page(conn: sqlite3.Connection, title: str) -> sqlite3.Row:
    """The page of a title, whatever its case and punctuation; redirects and moves are followed.

    Raises NotHeld, with the titles nearest to it.
    """
    wanted = title.strip().replace("_", " ")
    rows = query(conn, "page-by-title", title=wanted)
    if not rows:
        titles = {name_key(row["title"]): row["title"] for row in query(conn, "page-titles")}
        if name_key(wanted) not in titles:
            raise NotHeld(
                f"no page {quoted(title)} is held{_nearest(wanted, list(titles.values()))}"
            )
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
        return _of_those_with_text(revisions[0]["page"], with_text, wanted, to)
    if wanted.isdecimal() and len(wanted) < 20:
        for row in revisions:
            if row["revision_id"] == int(wanted):
                return row
        raise NotHeld(f"revision {wanted} of {revisions[0]['page']} is not held")
    try:
        instant = moment(wanted)
    except ValueError:
        raise ValueError(
            f"{quoted(wanted)} is no revision; write its id, a date (2026-05-05), a timestamp "
            "(2026-05-05T19:00:00Z), first, prev or latest"
        ) from None
    exact = [row for row in revisions if row["timestamp"] == instant]
    before = [row for row in with_text if row["timestamp"] <= instant]
    if not (exact or before):
        raise NotHeld(
            f"nothing of {revisions[0]['page']} is held from {wanted} or before; "
            f"its first revision here is of {revisions[0]['timestamp']}"
        )
    return (exact or before)[-1]


def _of_those_with_text(
    page: str, with_text: list[sqlite3.Row], wanted: str, to: sqlite3.Row | None
) -> sqlite3.Row:
    if wanted == "prev" and with_text:
        end = with_text[-1] if to is None else to
        with_text = [row for row in with_text if row["sequence"] < end["sequence"]]
    if not with_text:
        before = f" from before {to['timestamp']}" if wanted == "prev" and to is not None else ""
        raise NotHeld(f"no revision of {page} with text is held{before}")
    return with_text[0 if wanted == "first" else -1]
