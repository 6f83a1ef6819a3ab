"""What is held already of a page or revision that a source tells of: one row for one thing."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlite_utils import Database

from ingest.records import Revision
from ingest.statements import Row, select

_REDIRECT = re.compile(r"\s*#redirect\b", re.IGNORECASE)
_NEWLINES = 2  # at the end of a text, which the text of a feed lacks

# The plus sign keeps SQLite from reading all pages of the wiki each time.
_PAGES_TITLED = """
select * from page where +wiki_id = :wiki
and (title = :title or id in (select page_id from former_title where title = :title))
order by title = :title desc, wiki_page_id desc, id desc"""


def page_known(db: Database, wiki: int, revision: Revision, named: int | None) -> Row | None:
    """The page that a source tells by the wiki's page id, or by revision ids (`named`, its row)."""
    if revision.page_id is not None:
        page = _first(
            db,
            "select * from page where wiki_id = ? and wiki_page_id = ?",
            [wiki, revision.page_id],
        )
        if page:
            return page
    if named is None:
        return None
    page = _first(db, "select * from page where id = ?", [named])
    if page and revision.page_id is not None and page["wiki_page_id"] is not None:
        return None  # two ids, two pages
    return page


def page_titled(db: Database, wiki: int, revision: Revision, others: Collection[int]) -> Row | None:
    """The page of a revision's title, present or former; None: there is none that it can be.

    `others` are rows of pages that the source tells under other titles. Of several (deleted and
    made anew, moved) it is the one that holds the revision. Under a former title it is else one
    that has newer revisions, but a redirect is not its: a move leaves one.
    """
    rows = [
        row
        for row in select(db, _PAGES_TITLED, {"wiki": wiki, "title": revision.title})
        if None in (revision.page_id, row["wiki_page_id"]) and row["id"] not in others
    ]
    present = [row for row in rows if row["title"] == revision.title]
    if rows != present[:1]:
        for row in rows:
            if revision_by_time(db, row["id"], revision):
                return row
    if present:
        return present[0]
    if revision.page_id is not None or _REDIRECT.match(revision.text or ""):
        return None
    return next((row for row in rows if revision.timestamp < newest(db, row["id"])), None)


def newest(db: Database, page: int) -> str:
    """Time of the newest revision that is held of a page; "" when there is none."""
    row = db.execute("select max(timestamp) from revision where page_id = ?", [page]).fetchone()
    return row[0] or ""


def revision_by_id(db: Database, wiki: int, revision: Revision) -> Row | None:
    """The row of the wiki's revision of that id, whatever page it is held under."""
    if revision.revision_id is None:
        return None
    return _first(
        db,
        "select revision.* from revision join page on page.id = page_id"
        " where wiki_revision_id = ? and wiki_id = ?",
        [revision.revision_id, wiki],
    )


def revision_by_time(
    db: Database, page: int, revision: Revision, taken: Collection[str] = ()
) -> Row | None:
    """The row (with its `wikitext`) of a page's revision of that time, the likeliest by its text.

    For what ids don't tell: of two revisions whose ids are both known, none is the other. `taken`
    are the texts that the source tells of other revisions of that time: the row of such a text is
    not that of a revision without one.
    """
    rows = select(
        db,
        "select revision.*, wikitext from revision left join text on text.id = text_id"
        " where page_id = ? and timestamp = ? order by revision.id",
        [page, revision.timestamp],
    )
    likely = [row for row in rows if _may_be(row, revision, taken)]
    likely.sort(key=lambda row: (row["wikitext"] != revision.text, not _fits(row, revision)))
    return next(iter(likely), None)


def _may_be(held: Mapping[str, Any], revision: Revision, taken: Collection[str]) -> bool:
    if None not in (held["wiki_revision_id"], revision.revision_id):
        return False
    if held["wikitext"] is None:
        return True
    text = held["wikitext"].rstrip("\n")
    if revision.text is None:
        return text not in taken
    return bool(text == revision.text.rstrip("\n"))


def _fits(held: Mapping[str, Any], revision: Revision) -> bool:
    """Whether the text that one of them tells has the size that the other declares."""
    for text, size in ((held["wikitext"], revision.size), (revision.text, held["size"])):
        if text is not None and size is not None:
            return 0 <= size - len(text.encode()) <= _NEWLINES
    return True


def _first(db: Database, query: str, values: Sequence[Any]) -> Row | None:
    return next(select(db, query, values), None)
