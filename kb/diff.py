"""What changed on a page between two held revisions: the answer of `diff`, by card and field.

Next neighbours in the history are told as the build derived them; over a longer stretch the two
states are compared, and each change is credited to the revision in between that made it last.
"""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from kb.changes import changes_of
from kb.db import FOREVER
from kb.named import first, query
from kb.pages import NotHeld, find_page, pick
from kb.past.credit import compared
from kb.past.gaps import gaps
from kb.sources import Object, source


class Ends(NamedTuple):
    """Two revisions of a page, `old` before `new`, among all its revisions in time order."""

    page_id: int
    title: str
    revisions: list[sqlite3.Row]
    old: sqlite3.Row
    new: sqlite3.Row


class NothingToCompare(NotHeld):
    """The two ends are one revision: the only one held with text, or one that was named twice."""

    def __init__(self, message: str, old: sqlite3.Row | None, new: sqlite3.Row) -> None:
        super().__init__(message)
        self.old = old
        self.new = new


def diff(
    conn: sqlite3.Connection,
    page: str,
    start: str | None,
    end: str | None,
    as_of: str,
    cosmetic: bool = False,
) -> Object:
    """The contract's answer of `diff`; `start` and `end` as `kb.pages.pick` takes them.

    Without `start` and `end`, the last two revisions with text. `cosmetic` and `undone` count the
    changes that are told only when asked for: those without meaning, those that a later revision
    undid. A page blanked or restored between the two is said so, as a change of the page.
    Raises NotHeld when a page or revision is not here, its text is not, or both are one revision;
    ValueError when FROM is after TO or can't be read.
    """
    between = ends(conn, page, start, end, as_of)
    span = {"after": between.old["sequence"], "until": between.new["sequence"]}
    steps = query(conn, "range-changes", page_id=between.page_id, **span)
    baseline = next((r["sequence"] for r in between.revisions if r["text_state"] == "present"), 0)
    if len({step["revision_id"] for step in steps}) <= 1 and between.old["sequence"] >= baseline:
        changes = changes_of(conn, steps)
    else:
        changes = compared(conn, between.page_id, between.old, between.new, steps)
    shown = [
        change for change in changes if cosmetic or not (change["cosmetic"] or "reverted" in change)
    ]
    return {
        "page": between.title,
        "from": source(between.old, None),
        "to": source(between.new, None),
        "changes": shown,
        "cosmetic": sum(change["cosmetic"] for change in changes),
        "undone": sum("reverted" in change for change in changes),
        "same_text": between.old["text_id"] == between.new["text_id"],
        "gaps": gaps(conn, between.page_id, between.revisions, **span),
        "notices": [
            f"{between.title} is blank at {one['timestamp']}; its cards are those of before."
            for one in (between.old, between.new)
            if one["text_state"] == "empty"
        ],
    }


def no_answer(page: str, why: NotHeld) -> Object:
    """The answer of `diff` where two texts can't be compared; why, in `notices`."""
    old, new = (why.old, why.new) if isinstance(why, NothingToCompare) else (None, None)
    return {
        "page": new["page"] if new else page,
        "from": source(old, None) if old else None,
        "to": source(new, None) if new else None,
        "changes": [],
        "cosmetic": 0,
        "undone": 0,
        "same_text": False,
        "gaps": [],
        "notices": [why.line()],
    }


def texts(conn: sqlite3.Connection, between: Ends) -> tuple[str, str]:
    """The two wikitexts; of a blank page the empty one."""
    old, new = (first(conn, "wikitext", id=one["id"]) for one in (between.old, between.new))
    return old["wikitext"] if old else "", new["wikitext"] if new else ""


def ends(
    conn: sqlite3.Connection, page: str, start: str | None, end: str | None, as_of: str
) -> Ends:
    """The page and the two revisions that a user means; raises as `diff` does."""
    row = find_page(conn, page)
    revisions = query(conn, "page-revisions", page_id=row["id"], as_of=as_of)
    if not revisions:
        when = "yet" if as_of == FOREVER else f"from {as_of} or before"
        raise NotHeld(f"nothing of {row['title']} is held {when}")
    new = _picked(conn, revisions, end or "latest", None)
    with_text = [one["sequence"] for one in revisions if one["text_state"] == "present"]
    if with_text == [new["sequence"]] and start in (None, "prev", "first"):
        raise _only_one(new)
    old = _picked(conn, revisions, start or "prev", new)
    for one in (old, new):
        if one["text_state"] in ("hidden", "missing"):
            raise NotHeld(
                f"the text of {one['page']} at {one['timestamp']} is not available "
                f"({one['text_state']}); name another revision"
            )
    if old["sequence"] > new["sequence"]:
        raise ValueError(
            f"FROM ({old['timestamp']}) is newer than TO ({new['timestamp']}); swap them"
        )
    if old["sequence"] == new["sequence"]:
        raise NothingToCompare(
            f"FROM and TO are the same revision of {new['page']}, {new['timestamp']}; "
            "nothing changed in between",
            old,
            new,
        )
    return Ends(row["id"], row["title"], revisions, old, new)


def _picked(
    conn: sqlite3.Connection, revisions: list[sqlite3.Row], wanted: str, to: sqlite3.Row | None
) -> sqlite3.Row:
    try:
        return pick(revisions, wanted, to)
    except NotHeld:
        if wanted.isdecimal():
            for row in query(conn, "revision-page", revision_id=int(wanted)):
                raise NotHeld(
                    f"revision {wanted} is one of {row['page']}, not of {revisions[0]['page']}"
                ) from None
        raise


def _only_one(revision: sqlite3.Row) -> NothingToCompare:
    said = f"Its summary: {revision['comment']}" if revision["comment"] else "It has no summary."
    return NothingToCompare(
        f"only one revision of {revision['page']} with text is held, "
        f"{revision['timestamp']}. {said}",
        None,
        revision,
    )
