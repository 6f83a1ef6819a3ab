"""The knowledge base → the wikis that the rules look at, as they stood at a moment."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Iterable

from ingest.records import Finding as GrammarFinding
from ingest.records import Link, PageRecords
from kb.lint.page import Newest, Page, Wiki
from kb.named import query
from kb.past.state import records_at


def read_wikis(conn: sqlite3.Connection, as_of: str) -> list[Wiki]:
    """One Wiki for each wiki that the knowledge base holds pages of."""
    with_texts = {row["wiki_id"] for row in query(conn, "wikis-with-texts", as_of=as_of)}
    pages: dict[int, list[Page]] = {}
    for row in query(conn, "lint-pages", as_of=as_of):
        blank = _blank(row, row["wiki_id"] in with_texts)
        pages.setdefault(row["wiki_id"], []).append(_page(conn, row, blank))
    titles: dict[int, list[sqlite3.Row]] = {}
    for row in query(conn, "wiki-titles"):
        titles.setdefault(row["wiki_id"], []).append(row)
    unresolved = _unresolved(conn)
    return [_wiki(held, titles[wiki_id], unresolved) for wiki_id, held in pages.items()]


Mention = tuple[int, str | None, str, str]


def _unresolved(conn: sqlite3.Connection) -> list[Mention]:
    """Cards that are named and not held."""
    return [tuple(row) for row in query(conn, "unresolved-mentions")]


def _wiki(pages: list[Page], titles: Iterable[sqlite3.Row], unresolved: list[Mention]) -> Wiki:
    rows = list(titles)
    held = {page.id for page in pages}
    return Wiki(
        pages,
        titles=frozenset(row["title"] for row in rows),
        redirects={row["title"]: row["redirect"] for row in rows if row["redirect"]},
        base=rows[0]["base"] if rows else None,
        mentions=tuple(mention for mention in unresolved if mention[0] in held),
    )


def _page(conn: sqlite3.Connection, row: sqlite3.Row, blank: Newest | None) -> Page:
    is_wikitext = row["model"] in (None, "wikitext")
    is_newest = row["revision"] == row["newest_text"]
    text = row["wikitext"] if row["wikitext"] and is_wikitext else ""
    records = PageRecords(row["kind"])
    if text and row["redirect"] is None:
        records = _records(conn, row, is_newest)
    elif row["redirect"] is not None and is_newest:
        records = PageRecords("other", redirect=row["redirect"])
    return Page(row["id"], row["title"], text, records, blank, is_newest)


def _blank(row: sqlite3.Row, others_have_text: bool) -> Newest | None:
    """The newest revision where it has no text and that may be the wiki's doing.

    A missing text proves nothing where most are missing, or where its size is told; a hidden text
    is no blank page.
    """
    is_missing = row["newest_state"] == "missing"
    if row["newest_state"] == "empty" or (is_missing and row["size"] == 0):
        return Newest(row["newest_timestamp"], proved=True)
    is_doubtful = is_missing and row["size"] is None and others_have_text
    return Newest(row["newest_timestamp"], proved=False) if is_doubtful else None


def _records(conn: sqlite3.Connection, row: sqlite3.Row, is_newest: bool) -> PageRecords:
    records, _ = records_at(conn, row["id"], row["sequence"])
    if not is_newest:
        return dataclasses.replace(records, kind=row["kind"])
    page = {"page_id": row["id"]}
    return dataclasses.replace(
        records,
        kind=row["kind"],
        listed_factions=tuple(
            Link(r["label"], r["target"]) for r in query(conn, "listed-factions", **page)
        ),
        titans=tuple((r["faction"], r["titan"]) for r in query(conn, "listed-titans", **page)),
        findings=tuple(
            GrammarFinding(r["line"], r["heading"], r["excerpt"], r["message"])
            for r in query(conn, "grammar-findings", **page)
        ),
    )
