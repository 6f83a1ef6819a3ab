"""The Whoosh index of a generation: written whole or from the former one, read by ruling and search.

The only user of whoosh, with the API that its continuations share. The index of generation N is the
folder `PATH.index/N/`: made under another name, complete with its marker, then renamed, all before
the database commits N. A reader opens the folder that the database names, and only when the marker
there says that it is of this format and this build, so that a foreign index is never unpickled.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterable, Sequence
from math import log
from typing import Any, NamedTuple

from whoosh import fields
from whoosh.filedb.filestore import FileStorage, RamStorage
from whoosh.index import FileIndex

from ingest.errors import IndexMissing
from kb.passages import Passage, passages
from kb.stems import stems

FORMAT = 1  # of the index; raise it with any change of fields, passages or stems
MARKER = "smashup-index.json"
WORDS = ("text", "heading", "context")  # fields of words; the rest hold one key each
K1, B = 1.0, 0.5  # BM25: how soon repeats stop to count, how much length does

Stamp = dict[str, Any]


def _schema() -> fields.Schema:
    """Words stand in fields already stemmed and joined by blanks, so Whoosh needs no analysis."""
    return fields.Schema(
        text=fields.KEYWORD(scorable=True),
        heading=fields.KEYWORD(scorable=True),
        context=fields.KEYWORD(scorable=True),
        subject=fields.ID,
        page=fields.ID,
        deck=fields.ID,
        role=fields.ID,
        passage=fields.STORED,
    )


# ---------------------------------------------------------------- writing


def index_folder(database: str) -> str:
    """Folder of a database's indexes, one sub-folder a generation."""
    return database + ".index"


def write_index(
    conn: sqlite3.Connection,
    folder: str | os.PathLike[str],
    generation: int,
    changed_pages: Sequence[int],
) -> None:
    """Make the index of a generation sure, from the former one where only some pages changed.

    Called inside the transaction that publishes `generation`. `changed_pages` are row ids; none
    means that the generation is the published one already and its index should be there.
    """
    rows, conn.row_factory = conn.row_factory, sqlite3.Row
    try:
        _write_index(conn, os.fspath(folder), generation, changed_pages)
    finally:
        conn.row_factory = rows


def _write_index(
    conn: sqlite3.Connection, folder: str, generation: int, changed_pages: Sequence[int]
) -> None:
    stamp = stamp_of(conn)
    target = os.path.join(folder, str(generation))
    if not changed_pages and _is_whole(target, stamp):
        return
    os.makedirs(folder, exist_ok=True)
    _remove_leftovers(folder)
    making = os.path.join(folder, f"{generation}.making")
    former = os.path.join(folder, str(generation - 1))
    pages = conn.execute("select count(*) from page").fetchone()[0]
    if 0 < len(changed_pages) <= pages // 2 and _is_whole(former, None):
        shutil.copytree(former, making, ignore=shutil.ignore_patterns(MARKER))
        _replace_pages(FileIndex(FileStorage(making)), conn, changed_pages)
    else:
        os.mkdir(making)
        _add(FileIndex.create(FileStorage(making), _schema(), "MAIN"), passages(conn))
    _seal(making, stamp)
    shutil.rmtree(target, ignore_errors=True)
    os.rename(making, target)
    _sync(folder)


def prune(folder: str | os.PathLike[str], keep: int) -> None:
    """Remove indexes older than the one before generation `keep` (someone may still read that)."""
    for name in os.listdir(folder) if os.path.isdir(folder) else ():
        if name.isdecimal() and int(name) < keep - 1:
            shutil.rmtree(os.path.join(folder, name), ignore_errors=True)


def _remove_leftovers(folder: str) -> None:
    for name in os.listdir(folder):
        if name.endswith(".making"):
            shutil.rmtree(os.path.join(folder, name), ignore_errors=True)


def _replace_pages(index: FileIndex, conn: sqlite3.Connection, pages: Sequence[int]) -> None:
    writer = index.writer(limitmb=64)
    for page in pages:
        writer.delete_by_term("page", str(page))
    for passage in passages(conn, pages=pages):
        writer.add_document(**_document(passage))
    writer.commit()


def _add(index: FileIndex, found: Iterable[Passage]) -> None:
    writer = index.writer(limitmb=64)
    for passage in found:
        writer.add_document(**_document(passage))
    writer.commit()


def _document(passage: Passage) -> dict[str, Any]:
    return {
        "text": " ".join(stems(passage.text)),
        "heading": " ".join(stems(passage.heading)),
        "context": " ".join(stems(passage.context)),
        "subject": passage.subject,
        "page": str(passage.page_id),
        "deck": passage.deck or None,
        "role": passage.role,
        "passage": tuple(passage),
    }


def _seal(folder: str, stamp: Stamp) -> None:
    """Write the marker last, with the files' sizes, and everything to the disk."""
    files = {name: os.path.getsize(os.path.join(folder, name)) for name in _files(folder)}
    with open(os.path.join(folder, MARKER), "w", encoding="utf-8") as file:
        json.dump(stamp | {"files": files}, file)
    for name in os.listdir(folder):
        _sync(os.path.join(folder, name))
    _sync(folder)


def _files(folder: str) -> list[str]:
    """The index's own files; a writer's lock is left behind and belongs to nobody."""
    names = os.listdir(folder)
    return sorted(n for n in names if n != MARKER and not n.endswith(("LOCK", ".tmp")))


def _sync(path: str) -> None:
    if os.name == "nt" and os.path.isdir(path):
        return  # Windows opens no folders
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# ---------------------------------------------------------------- whose index is it


def stamp_of(conn: sqlite3.Connection) -> Stamp:
    rows = conn.execute("select key, value from meta where key in ('generation', 'built_at')")
    return {"format": FORMAT} | {row[0]: row[1] for row in rows}


def _is_whole(folder: str, stamp: Stamp | None) -> bool:
    """Whether a folder holds an index of ours, complete, and of the build of `stamp`, if given."""
    try:
        with open(os.path.join(folder, MARKER), encoding="utf-8") as file:
            marker = json.load(file)
        if not isinstance(marker, dict) or marker.get("format") != FORMAT:
            return False
        sizes = marker.pop("files")
        return (stamp is None or marker == stamp) and all(
            os.path.getsize(os.path.join(folder, name)) == size for name, size in sizes.items()
        )
    except (OSError, ValueError, KeyError, AttributeError):
        return False


# ---------------------------------------------------------------- reading


class Posting(NamedTuple):
    document: int
    score: float


class Index:
    """One generation's passages, by number, with Whoosh's postings and BM25 over them."""

    def __init__(self, index: FileIndex) -> None:
        self._reader = index.reader()
        self.count = max(1, self._reader.doc_count())
        self._averages: dict[str, float] = {}
        self._passages: dict[int, Passage] = {}
        self._scores: dict[tuple[str, str], list[Posting]] = {}

    def close(self) -> None:
        self._reader.close()

    def passage(self, document: int) -> Passage:
        if document not in self._passages:
            self._passages[document] = Passage(*self._reader.stored_fields(document)["passage"])
        return self._passages[document]

    def frequency(self, field: str, word: str) -> int:
        """In how many passages a stem stands."""
        return int(self._reader.doc_frequency(field, word))

    def idf(self, field: str, word: str) -> float:
        """How much a word tells: 0 for one that stands everywhere, about 7 for a rare one."""
        return self.idf_of(self.frequency(field, word))

    def idf_of(self, frequency: int) -> float:
        return log(1 + self.count / (frequency + 0.5))

    def scores(self, field: str, word: str) -> list[Posting]:
        """BM25 of one stem for every passage that has it."""
        key = (field, word)
        if key not in self._scores:
            self._scores[key] = list(self._score(field, word))
        return self._scores[key]

    def documents(self, field: str, key: str) -> list[int]:
        """Numbers of the passages with this key, as `subject`, `card:12`."""
        return [document for document, _ in self._postings(field, key)]

    def _score(self, field: str, word: str) -> Iterable[Posting]:
        idf, average = self.idf(field, word), self._average(field)
        for document, weight in self._postings(field, word):
            norm = K1 * (1 - B + B * self._reader.doc_field_length(document, field) / average)
            yield Posting(document, idf * weight * (K1 + 1) / (weight + norm))

    def _average(self, field: str) -> float:
        if field not in self._averages:
            self._averages[field] = self._reader.field_length(field) / self.count or 1.0
        return self._averages[field]

    def _postings(self, field: str, word: str) -> Iterable[tuple[int, float]]:
        if (field, word) not in self._reader:
            return
        matcher = self._reader.postings(field, word)
        while matcher.is_active():
            yield matcher.id(), matcher.weight()
            matcher.next()


def open_index(conn: sqlite3.Connection, database: str) -> Index:
    """The index of the generation that the database names.

    Raises IndexMissing when it is absent, damaged, or not this database's.
    """
    stamp = stamp_of(conn)
    folder = os.path.join(index_folder(database), stamp["generation"])
    if not _is_whole(folder, stamp):
        raise _missing(database)
    try:
        return Index(FileIndex(FileStorage(folder, readonly=True)))
    except Exception as error:  # whatever a damaged file makes Whoosh or pickle raise
        raise _missing(database) from error


def _missing(database: str) -> IndexMissing:
    return IndexMissing(f"the search index of {database} is missing or damaged; run 'smashup build'")


def memory_index(found: Iterable[Passage]) -> Index:
    """A temporary index in memory, for a past date."""
    index = FileIndex.create(RamStorage(), _schema(), "MAIN")
    _add(index, found)
    return Index(index)
