"""Stored revisions → versions and changes, published at once.

A page is the unit: when it got any revision, its versions are derived anew from all its revisions
in time order, and its rows are replaced (design decision 2). Everything happens inside the caller's
transaction, so that a reader sees the old state or the new one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from sqlite_utils import Database

from ingest.identities import Identities
from ingest.page_history import PageHistory, Task
from ingest.records import PageRecords
from ingest.rows import Writer, numbered
from ingest.statements import insert_all, select
from ingest.versions import PageRevision

_PACKAGE = Path(__file__).parent
_REVISIONS = """
select r.id, r.timestamp, r.wiki_revision_id, r.wiki_parent_id, r.text_state, r.text_id, r.model,
       r.comment, text.wikitext
from revision r left join text on text.id = r.text_id where r.page_id = ?"""


def stale_pages(db: Database) -> list[int]:
    """Row ids of the pages that hold revisions which their versions do not know yet."""
    return [row[0] for row in db.execute("select id from page where stale order by id")]


def renew_after_upgrade(db: Database) -> None:
    """Make all pages stale when other code derived what is public: a grammar may read more now."""
    code = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*.py")):
        code.update(path.read_bytes())
    held = db.execute("select value from meta where key = 'code'").fetchone()
    if held is None or held[0] != code.hexdigest():
        db.execute("update page set stale = 1")
        db.execute("insert or replace into meta values ('code', ?)", [code.hexdigest()])


def take_over(db: Database, moves: Mapping[int, int]) -> None:
    """Put revisions under the pages that they turned out to belong to (row ids of both)."""
    for revision, page in moves.items():
        told = db.execute("select page_id from revision where id = ?", [revision]).fetchone()
        if told[0] == page:
            continue
        pages = {"page": page, "former": told[0]}
        db.execute("update revision set page_id = ? where id = ?", [page, revision])
        db.execute("update page set stale = 1 where id in (:page, :former)", pages)
        db.execute(
            "insert or ignore into former_title select :page, title from page where id = :former"
            " and title <> (select title from page where id = :page)",
            pages,
        )


def stored_pages(db: Database, page_ids: Iterable[int]) -> Iterator[Task]:
    """Pages by their row ids, each with its revisions and their texts."""
    for page_id in page_ids:
        yield (
            next(select(db, "select * from page where id = ?", [page_id])),
            list(select(db, _REVISIONS, [page_id])),
        )


def publish_page(db: Database, history: PageHistory) -> None:
    """Replace all rows of a page; without revisions it goes, rows and all."""
    page, page_id, revisions = history.page, history.page["id"], history.revisions
    identities = Identities(db, page, revisions)
    _clear(db, page_id)
    if not revisions:
        _remove(db, page_id)
        return
    _order_revisions(db, revisions)
    ids = identities.assign(history.lineages)
    writer = Writer(db, page_id, page["title"], revisions)
    writer.lineages(history.lineages, ids)
    writer.changes(history.changes, ids, {r.id: r.timestamp for r in revisions})
    writer.gaps(history.gaps)
    _publish_newest(db, history)


def _remove(db: Database, page_id: int) -> None:
    """Delete a page whose revisions all belong to others."""
    for table, column in (("mention", "page_id"), ("former_title", "page_id"), ("page", "id")):
        db.execute(f"delete from {table} where {column} = ?", [page_id])


def _order_revisions(db: Database, revisions: Sequence[PageRevision]) -> None:
    db.conn.executemany(
        "update revision set sequence = ? where id = ?",
        [(n, revision.id) for n, revision in enumerate(revisions, 1)],
    )


_CHILDREN = (
    ("mechanic", "faction"),
    ("synergy", "faction"),
    ("ability", "card"),
    ("erratum_kind", "card"),
    ("erratum", "card"),
    ("clarification", "card"),
    ("rule_link", "rule"),
)


def _clear(db: Database, page_id: int) -> None:
    """Delete what was derived for a page, children first (foreign keys hold all the time)."""
    of_page = "select id from {0} where page_id = :page"
    versions = (
        "select v.id from {0}_version v join {0} s on s.id = v.{0}_id where s.page_id = :page"
    )
    clarifications = (
        f"select id from clarification where card_version_id in ({versions.format('card')})"
    )
    statements = [
        f"delete from clarification_fts where rowid in ({clarifications})",
        f"delete from card_fts where rowid in ({of_page.format('card')})",
        f"delete from term_fts where rowid in ({of_page.format('term')})",
        f"delete from rule_fts where rowid in ({of_page.format('rule')})",
    ]
    for child, parent in _CHILDREN:
        column = f"{parent}_version_id"
        statements.append(f"delete from {child} where {column} in ({versions.format(parent)})")
    for table in ("faction", "card", "term", "rule"):
        statements.append(
            f"delete from {table}_version where {table}_id in ({of_page.format(table)})"
        )
        statements.append(f"delete from {table} where page_id = :page")
    for table in ("deck", "change", "gap", "listed_faction", "listed_titan", "finding"):
        statements.append(f"delete from {table} where page_id = :page")
    for statement in statements:
        db.execute(statement, {"page": page_id})


def _publish_newest(db: Database, history: PageHistory) -> None:
    """What stands in the newest text only: the page's kind, lists and findings."""
    page_id = history.page["id"]
    newest, records = history.newest or (None, PageRecords("other"))
    db.execute(
        "update page set stale = 0, kind = ?, redirect = ?, newest_revision = ?, newest_text = ?"
        " where id = ?",
        [records.kind, records.redirect, history.revisions[-1].id, newest, page_id],
    )
    key = {"page_id": page_id}
    listed = ({"label": link.label, "target": link.target} for link in records.listed_factions)
    titans = ({"faction": faction, "titan": titan} for faction, titan in records.titans)
    findings = ({**key, **asdict(finding)} for finding in records.findings)
    for table, rows in (
        ("listed_faction", numbered(key, listed)),
        ("listed_titan", numbered(key, titans)),
        ("finding", findings),
    ):
        insert_all(db, table, list(rows))
