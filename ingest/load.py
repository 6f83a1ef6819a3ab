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

from sqlite_utils import Database

from ingest.held import newest, page_known, page_titled, revision_by_id, revision_by_time
from ingest.records import Revision, Site
from ingest.statements import Row, insert
from ingest.titles import namespace_of, normalise_title
from ingest.transactions import writing

Moves = dict[int, int]  # row of a revision -> row of the page that it turned out to belong to


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
    if row is None:
        row = insert(db, "source", told)
    else:
        db.table("source").update(row, told)
    if not report.complete:
        return row
    # What is read again and again is one source, with the readings that brought revisions.
    db.execute(
        "delete from source where path = :path and wiki_id is :wiki_id and id < :row and complete"
        " and id not in (select source_id from revision where source_id is not null)",
        {"path": report.path, "wiki_id": wiki, "row": row},
    )
    return row


class Loader:
    """Stores the revisions of one source, batch by batch; each batch is one transaction.

    `moves` collects the revisions that turn out to belong to another page than they are held
    under. They stay there until `publish.take_over`, for what is public speaks of them.
    """

    def __init__(
        self,
        db: Database,
        wiki: int,
        site: Site | None = None,
        source: int | None = None,
        moves: Moves | None = None,
    ) -> None:
        self.db = db
        self.wiki = wiki
        self.site = site
        self.source = source  # row id
        self.moves: Moves = {} if moves is None else moves
        self.named: dict[int | str, int] = {}  # page rows, as far as held revisions tell them
        self.others: frozenset[int] = frozenset()  # the same rows: none is meant by another name
        self.texts: dict[tuple[int | str, str], set[str]] = {}  # of a page's second, in this batch
        self.pages: set[int] = set()  # rows of the pages seen
        self.revisions = 0
        self.new = 0

    def store(self, batch: Iterable[Revision]) -> None:
        self.texts.clear()
        with writing(self.db):
            revisions = [self._as_stored(revision) for revision in batch]
            for revision in revisions:
                if held := self._held(revision):
                    self.named[_page_name(revision)] = held["page_id"]
                if revision.text is not None:
                    second = (_page_name(revision), revision.timestamp)
                    self.texts.setdefault(second, set()).add(revision.text.rstrip("\n"))
            self.others = frozenset(self.named.values())
            for revision in revisions:
                self._store_one(revision)

    def _as_stored(self, revision: Revision) -> Revision:
        title = normalise_title(revision.title)
        namespace = revision.namespace
        if namespace is None:
            namespace = namespace_of(title, self.site)
        blank = revision.text is not None and not revision.text.strip()  # which is no text
        state = "empty" if blank else revision.text_state
        return replace(revision, title=title, namespace=namespace, text_state=state)

    def _store_one(self, revision: Revision) -> None:
        held = self._held(revision)
        page = self._page(revision, held)
        if held is None:
            taken = self.texts.get((_page_name(revision), revision.timestamp), ())
            held = revision_by_time(self.db, page, revision, taken)
        elif held["page_id"] != page:
            self.moves[held["id"]] = page
        self.revisions += 1
        self.pages.add(page)
        if held is None:
            self._insert(page, revision)
            self.new += 1
        elif not self._complete(held, revision):
            return
        self.db.execute("update page set stale = 1 where id = ?", [page])

    def _held(self, revision: Revision) -> Row | None:
        """The row of the wiki's revision of that id, under the page that it belongs to."""
        held = revision_by_id(self.db, self.wiki, revision)
        if held is not None:
            held["page_id"] = self.moves.get(held["id"], held["page_id"])
        return held

    # ------------------------------------------------------------ pages

    def _page(self, revision: Revision, held: Row | None) -> int:
        """The page's row: by the wiki's page id, by a revision held, else by title.

        What one revision of a page tells holds for the others of the same source.
        """
        named = held["page_id"] if held else self.named.get(_page_name(revision))
        known = page_known(self.db, self.wiki, revision, named)
        page = known or page_titled(self.db, self.wiki, revision, self.others)
        if page is None:
            row = {
                "wiki_id": self.wiki,
                "wiki_page_id": revision.page_id,
                "namespace": revision.namespace,
                "title": revision.title,
            }
            return insert(self.db, "page", row)
        if revision.page_id is not None and page["wiki_page_id"] is None:
            self.db.execute(
                "update page set wiki_page_id = ? where id = ?", [revision.page_id, page["id"]]
            )
        if known and page["title"] != revision.title:
            self._moved(page, revision)
        elif page["title"] == revision.title and revision.namespace and not page["namespace"]:
            self.db.execute(  # a feed does not know the names of a wiki's own namespaces
                "update page set namespace = ?, stale = 1 where id = ?",
                [revision.namespace, page["id"]],
            )
        return int(page["id"])

    def _moved(self, page: Row, revision: Revision) -> None:
        """One page under two titles was moved; the title of the newer revision stands.

        Of the same revision, that of a source that knows the page's id.
        """
        sure = revision.page_id is not None or page["wiki_page_id"] is None
        held = newest(self.db, page["id"])
        newer = revision.timestamp > held or (sure and revision.timestamp == held)
        former = page["title"] if newer else revision.title
        self.db.execute("insert or ignore into former_title values (?, ?)", [page["id"], former])
        if newer:
            self.db.execute(
                "delete from former_title where page_id = ? and title = ?",
                [page["id"], revision.title],
            )
            self.db.execute(
                "update page set title = ?, namespace = ?, stale = 1 where id = ?",
                [revision.title, revision.namespace, page["id"]],
            )

    # ------------------------------------------------------------ revisions

    def _insert(self, page: int, revision: Revision) -> None:
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
            "text_id": self._text(revision.text),
            "model": revision.model,
            "sha1": revision.sha1,
            "size": revision.size,
            "source_id": self.source,
        }
        insert(self.db, "revision", row)

    def _complete(self, held: Row, revision: Revision) -> bool:
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
        if held["minor"] is None and revision.minor is not None:
            # A feed takes the links out of a summary, and can only guess the model.
            known = {"comment": revision.comment, "model": revision.model}
            new |= {key: v for key, v in known.items() if v is not None and v != held[key]}
        for flag in ("contributor_hidden", "comment_hidden"):
            if getattr(revision, flag) and not held[flag]:
                new[flag] = 1
        new |= self._text_told(held, revision)
        if new:
            self.db.table("revision").update(held["id"], new)
        return bool(new)

    def _text_told(self, held: Row, revision: Revision) -> Row:
        """What a source tells of a held revision's text: more, the same, or that it is hidden."""
        if held["text_state"] == "present":
            if revision.text_state == "hidden" and not held["withheld"]:
                return {"withheld": 1}
            ours = held.get("wikitext")  # of a row known by its time: the same but for its end
            fuller = ours and revision.text and len(revision.text) > len(ours)
            return {"text_id": self._text(revision.text)} if fuller else {}
        order = ("missing", "hidden", "empty", "present")
        if order.index(revision.text_state) <= order.index(held["text_state"]):
            return {}
        return {
            "text_state": revision.text_state,
            "text_id": self._text(revision.text),
            "withheld": int(held["text_state"] == "hidden"),  # whichever source came first
        }

    # ------------------------------------------------------------ rows

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


def _page_name(revision: Revision) -> int | str:
    """What tells a page from others within one source."""
    return revision.title if revision.page_id is None else revision.page_id


def forget_hidden(db: Database) -> None:
    """Remove the texts that the wiki hides now and that were held from before.

    Without this they are kept and marked (contract, "The database").
    """
    db.execute("pragma secure_delete = on")  # no copy in the file's free pages
    with writing(db):
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
