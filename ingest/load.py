"""Revisions as dumps tell them → rows: who is who, and who tells more.

The same page, revision or contributor told by several sources is one row, completed by whichever
tells more; text once known is not overwritten by text withheld (design decision 3).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from sqlite_utils import Database

from ingest.errors import DumpError
from ingest.folding import fold
from ingest.inserts import insert
from ingest.records import Revision, Site
from ingest.titles import namespace_of, normalise_title


@dataclass
class SourceReport:
    """What became of one source."""

    path: str
    format: str  # xml, atom, rss, contributions-text; unreadable
    complete: bool = True
    pages: int = 0
    revisions: int = 0
    new: int = 0  # revisions that were not held before
    warnings: list[str] = field(default_factory=list)


def wiki_for(db: Database, site: Site | None, base: str | None = None) -> int:
    """Row id of the wiki that a source speaks of, made or completed as needed.

    Known by its site name, else by its address; a source that tells neither joins the only wiki
    there. `base` (from `--wiki`) tells the address where the dump does not.
    Raises DumpError when a source tells neither and several wikis are held.
    """
    name, told_base = (site.name, site.base) if site else (None, None)
    base = base or told_base
    rows = list(db.query("select id, name, base from wiki order by id"))
    named = [row for row in rows if name and row["name"] and fold(row["name"]) == fold(name)]
    placed = [row for row in rows if base and row["base"] == base]
    nameless = [row for row in rows if not (name and row["name"])]
    match = named or placed or (nameless if len(rows) == 1 else [])
    if not match and name is None and base is None and len(rows) > 1:
        raise DumpError(
            "the dump names no wiki and several are held; say which with --wiki ADDRESS"
        )
    dbname = site.dbname if site else None
    if not match:
        row = {"name": name, "base": base, "dbname": dbname}
        return int(db.table("wiki").insert(row, pk="id").last_pk)  # type: ignore[arg-type]
    wiki = int(match[0]["id"])
    db.execute(
        "update wiki set name = coalesce(name, ?), base = coalesce(base, ?),"
        " dbname = coalesce(dbname, ?) where id = ?",
        [name, base, dbname, wiki],
    )
    return wiki


def record_source(
    db: Database, report: SourceReport, wiki: int | None, row: int | None = None
) -> int:
    """Write down what a source is and brought so far; `row` is its id from the call before."""
    told = asdict(report) | {
        "wiki_id": wiki,
        "complete": int(report.complete),
        "warnings": json.dumps(report.warnings, ensure_ascii=False),
        "read_at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
    table = db.table("source", pk="id")
    if row is None:
        return int(table.insert(told).last_pk)  # type: ignore[arg-type]
    table.update(row, told)
    return row


class Loader:
    """Stores the revisions of one source, batch by batch; each batch is one transaction."""

    def __init__(
        self, db: Database, wiki: int, site: Site | None = None, source: int | None = None
    ) -> None:
        self.db = db
        self.wiki = wiki
        self.site = site
        self.source = source  # row id
        self.pages: set[int] = set()  # rows of the pages seen
        self.revisions = 0
        self.new = 0

    def store(self, batch: Iterable[Revision]) -> None:
        with self.db.atomic():
            for revision in batch:
                self._store_one(revision)

    def _store_one(self, revision: Revision) -> None:
        revision = replace(revision, title=normalise_title(revision.title))
        if revision.namespace is None:
            namespace = namespace_of(revision.title, self.site)
            revision = replace(revision, namespace=namespace)
        if revision.text is not None and not revision.text.strip():
            revision = replace(revision, text_state="empty")  # blanks only are no text
        page = self._page(revision)
        text_id = self._text(revision.text)
        held = self._held(page, revision, text_id)
        self.revisions += 1
        self.pages.add(page)
        if held is None:
            self._insert(page, revision, text_id)
            self.new += 1
        elif not self._complete(held, revision, text_id):
            return
        self.db.execute("update page set stale = 1 where id = ?", [page])

    # ------------------------------------------------------------ pages

    def _page(self, revision: Revision) -> int:
        """The page's row: by the wiki's page id, else by title, present or former."""
        rows = self._page_rows(revision)
        if not rows:
            row = {
                "wiki_id": self.wiki,
                "wiki_page_id": revision.page_id,
                "namespace": revision.namespace,
                "title": revision.title,
            }
            return insert(self.db, "page", row)
        page = self._likeliest(rows, revision)
        if revision.page_id is not None and page["wiki_page_id"] is None:
            self.db.execute(
                "update page set wiki_page_id = ? where id = ?", [revision.page_id, page["id"]]
            )
        if page["title"] != revision.title and page["wiki_page_id"] == revision.page_id:
            self._moved(page, revision)
        return int(page["id"])

    def _page_rows(self, revision: Revision) -> list[dict[str, Any]]:
        if revision.page_id is not None:
            known = list(
                self.db.query(
                    "select * from page where wiki_id = ? and wiki_page_id = ?",
                    [self.wiki, revision.page_id],
                )
            )
            if known:
                return known
        rows = self.db.query(
            "select * from page where wiki_id = :wiki and namespace = :namespace"
            " and (title = :title or id in (select page_id from former_title where title = :title))"
            " and (:page_id is null or wiki_page_id is null) order by title = :title desc, id desc",
            {
                "wiki": self.wiki,
                "namespace": revision.namespace,
                "title": revision.title,
                "page_id": revision.page_id,
            },
        )
        return list(rows)

    def _likeliest(self, rows: list[dict[str, Any]], revision: Revision) -> dict[str, Any]:
        """Of several pages of one title (deleted and made anew, moved): the one holding this."""
        if len(rows) > 1:
            for row in rows:
                if self.db.execute(
                    "select 1 from revision where page_id = ? and (timestamp = ? or"
                    " wiki_revision_id = ?)",
                    [row["id"], revision.timestamp, revision.revision_id],
                ).fetchone():
                    return row
        return rows[0]

    def _moved(self, page: dict[str, Any], revision: Revision) -> None:
        """One page id under two titles is a move; the title of the newer revision stands."""
        newest = self.db.execute(
            "select max(timestamp) from revision where page_id = ?", [page["id"]]
        ).fetchone()[0]
        newer = newest is None or revision.timestamp >= newest
        former = page["title"] if newer else revision.title
        self.db.execute("insert or ignore into former_title values (?, ?)", [page["id"], former])
        if newer:
            self.db.execute(
                "update page set title = ?, namespace = ?, stale = 1 where id = ?",
                [revision.title, revision.namespace, page["id"]],
            )

    # ------------------------------------------------------------ revisions

    def _held(self, page: int, revision: Revision, text_id: int | None) -> dict[str, Any] | None:
        """The row of the same revision: by its id, else by its time (and text) on the page."""
        rows = list(
            self.db.query(
                # The plus sign keeps SQLite from reading all revisions of the page each time.
                "select * from revision where +page_id = ? and (wiki_revision_id = ? or"
                " timestamp = ?)",
                [page, revision.revision_id, revision.timestamp],
            )
        )
        if revision.revision_id is not None:
            same = [row for row in rows if row["wiki_revision_id"] == revision.revision_id]
            if same:
                return same[0]
            rows = [row for row in rows if row["wiki_revision_id"] is None]
        fits = [row for row in rows if None in (text_id, row["text_id"])]
        equal = [row for row in rows if text_id is not None and row["text_id"] == text_id]
        return next(iter(equal or fits), None)

    def _insert(self, page: int, revision: Revision, text_id: int | None) -> None:
        row = {
            "page_id": page,
            "wiki_revision_id": revision.revision_id,
            "wiki_parent_id": revision.parent_id,
            "timestamp": revision.timestamp,
            "contributor_id": self._contributor(revision.contributor),
            "contributor_hidden": int(revision.contributor_hidden),
            "comment": revision.comment,
            "comment_hidden": int(revision.comment_hidden),
            "minor": None if revision.minor is None else int(revision.minor),
            "text_state": revision.text_state,
            "text_id": text_id,
            "model": revision.model,
            "sha1": revision.sha1,
            "size": revision.size,
            "source_id": self.source,
        }
        insert(self.db, "revision", row)

    def _complete(self, held: dict[str, Any], revision: Revision, text_id: int | None) -> bool:
        """Fill in what the held row lacks; True when anything changed."""
        told = {
            "wiki_revision_id": revision.revision_id,
            "wiki_parent_id": revision.parent_id,
            "contributor_id": self._contributor(revision.contributor),
            "comment": revision.comment,
            "minor": None if revision.minor is None else int(revision.minor),
            "sha1": revision.sha1,
            "size": revision.size,
        }
        new = {key: v for key, v in told.items() if held[key] is None and v is not None}
        if held["minor"] is None and revision.minor is not None and revision.comment is not None:
            new["comment"] = revision.comment  # a feed takes the links out of a summary
        for flag in ("contributor_hidden", "comment_hidden"):
            if getattr(revision, flag) and not held[flag]:
                new[flag] = 1
        new |= _text_told(held, revision, text_id)
        if new:
            self.db.table("revision").update(held["id"], new)
        return bool(new)

    def _contributor(self, name: str | None) -> int | None:
        return None if name is None else self._row_id("contributor", "name", name)

    def _text(self, wikitext: str | None) -> int | None:
        if wikitext is None:
            return None
        digest = hashlib.sha256(wikitext.encode()).digest()
        return self._row_id("text", "hash", digest, wikitext=wikitext)

    def _row_id(self, table: str, column: str, value: str | bytes, **more: str) -> int:
        """Id of the row with this value in a unique column, made when it is not there."""
        row = self.db.execute(f"select id from [{table}] where [{column}] = ?", [value]).fetchone()
        if row:
            return int(row[0])
        return insert(self.db, table, {column: value, **more})


def _text_told(held: dict[str, Any], revision: Revision, text_id: int | None) -> dict[str, Any]:
    """What a source tells of a held revision's text: more, the same, or that it is hidden now."""
    if held["text_state"] == "present":
        hidden_now = revision.text_state == "hidden" and not held["withheld"]
        return {"withheld": 1} if hidden_now else {}
    order = ("missing", "hidden", "empty", "present")
    if order.index(revision.text_state) <= order.index(held["text_state"]):
        return {}
    withheld = int(held["text_state"] == "hidden")  # whichever of the two sources came first
    return {"text_state": revision.text_state, "text_id": text_id, "withheld": withheld}


def forget_hidden(db: Database) -> int:
    """Remove the texts that the wiki hides now and that were held from before; how many revisions.

    Without this they are kept and marked (contract, "The database").
    """
    db.execute("pragma secure_delete = on")  # no copy in the file's free pages
    with db.atomic():
        hidden = [row[0] for row in db.execute("select id from revision where withheld")]
        db.execute(
            "update page set stale = 1 where id in (select page_id from revision where withheld)"
        )
        db.execute(
            "update revision set text_id = null, text_state = 'hidden', withheld = 0 where withheld"
        )
        db.execute(
            "delete from text where id not in"
            " (select text_id from revision where text_id is not null)"
        )
    return len(hidden)
