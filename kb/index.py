"""The Whoosh index of a generation: made whole or from the former one, read by ruling and search.

The only user of whoosh, with the API that its continuations share. The index of generation N is the
folder `PATH.index/N/`: made under another name, complete with its marker, then renamed, all before
the database commits N. A reader opens the folder that the database names, and only when the marker
there says that it is of this format and this build, so that a foreign index is never unpickled.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from math import log
from types import ModuleType
from typing import Any

from ingest.errors import IndexMissing
from kb.db import generation
from kb.finding import marker
from kb.finding.passages import Passage, passages
from kb.finding.stems import stems

# whoosh.compat imports urllib.request, and with it http, email and ssl, for a function that nothing
# here calls: a quarter of the time that `ruling` takes to start. It gets an empty stand-in instead.
if "urllib.request" not in sys.modules:
    sys.modules["urllib.request"] = stand_in = ModuleType("urllib.request")
    stand_in.urlretrieve = None  # type: ignore[attr-defined]
    with suppress(ImportError):  # a continuation of Whoosh without that module, or in need of more
        import whoosh.compat  # noqa: F401
    del sys.modules["urllib.request"]

from whoosh import fields
from whoosh.filedb.filestore import FileStorage, RamStorage
from whoosh.index import FileIndex
from whoosh.reading import IndexReader
from whoosh.system import pack_uint

WORDS = ("text", "heading", "context")  # fields of words; the rest hold one key each
K1, B = 1.0, 0.5  # BM25: how soon repeats stop to count, how much length does


class _Words(fields.KEYWORD):  # type: ignore[misc]
    """Stemmed words in a list: analyzers would do nothing, in a fifth of an index's time."""

    def index(self, value: list[str], **_: Any) -> list[tuple[bytes, int, float, bytes]]:
        return [
            (word.encode(), times, float(times), pack_uint(times))
            for word, times in Counter(value).items()
        ]


def _schema() -> fields.Schema:
    return fields.Schema(
        text=_Words(scorable=True),
        heading=_Words(scorable=True),
        context=_Words(scorable=True),
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


def generation_folder(conn: sqlite3.Connection, database: str) -> str:
    """Folder of the index of the generation that a database names."""
    return os.path.join(index_folder(database), str(generation(conn)))


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
    from kb.finding import prepared  # not needed to read the index

    stamp = marker.stamp_of(conn)
    target = os.path.join(folder, str(generation))
    if not changed_pages and marker.read(target, stamp):
        return
    os.makedirs(folder, exist_ok=True)
    _remove_leftovers(folder)
    making = os.path.join(folder, f"{generation}.making")
    former = os.path.join(folder, str(generation - 1))
    pages = conn.execute("select count(*) from page").fetchone()[0]
    if 0 < len(changed_pages) <= pages // 2 and marker.read(former):
        shutil.copytree(former, making, ignore=shutil.ignore_patterns(marker.MARKER))
        found = passages(conn, pages=changed_pages)
        _add(FileIndex(FileStorage(making)), found, instead_of=changed_pages)
    else:
        os.mkdir(making)
        _add(FileIndex.create(FileStorage(making), _schema(), "MAIN"), passages(conn))
    made = FileIndex(FileStorage(making, readonly=True)).reader()
    averages = _averages(made)
    made.close()
    prepared.write(conn, making)
    marker.seal(making, stamp, averages)
    shutil.rmtree(target, ignore_errors=True)
    os.rename(making, target)
    marker.sync(folder)


def prune(folder: str | os.PathLike[str], keep: int) -> None:
    """Remove indexes older than the one before generation `keep` (someone may still read that)."""
    for name in os.listdir(folder) if os.path.isdir(folder) else ():
        if name.isdecimal() and int(name) < keep - 1:
            shutil.rmtree(os.path.join(folder, name), ignore_errors=True)


def _remove_leftovers(folder: str) -> None:
    for name in os.listdir(folder):
        if name.endswith(".making"):
            shutil.rmtree(os.path.join(folder, name), ignore_errors=True)


def _writer(index: FileIndex) -> Any:
    """A writer that remembers passages' lengths: Whoosh looks one up in a file for each posting."""
    writer = index.writer(limitmb=64)
    reader_of = writer.per_document_reader

    def per_document_reader() -> Any:
        reader = reader_of()
        reader.doc_field_length = cache(reader.doc_field_length)
        return reader

    writer.per_document_reader = per_document_reader
    return writer


def _add(index: FileIndex, found: Iterable[Passage], instead_of: Sequence[int] = ()) -> None:
    """Add passages, and remove those that the index holds of some pages (row ids)."""
    writer = _writer(index)
    for page in instead_of:
        writer.delete_by_term("page", str(page))
    for passage in found:
        writer.add_document(**_document(passage))
    writer.commit()


def _document(passage: Passage) -> dict[str, Any]:
    return {
        "text": stems(passage.text),
        "heading": stems(passage.heading),
        "context": stems(passage.context),
        "subject": passage.subject,
        "page": str(passage.page_id),
        "deck": passage.deck or None,
        "role": passage.role,
        "passage": tuple(passage),
    }


# ---------------------------------------------------------------- reading


class Index:
    """One generation's passages, by number, with Whoosh's postings and BM25 over them."""

    def __init__(self, index: FileIndex, averages: marker.Averages | None = None) -> None:
        self._reader = index.reader()
        self.count = max(1, self._reader.doc_count())
        self._averages = averages or _averages(self._reader)
        self.kept: dict[object, Any] = {}  # what a reader of this index computes from its scores
        self._passages: dict[int, Passage] = {}
        self._words: dict[tuple[int, str], list[str]] = {}
        self._scores: dict[tuple[str, str], dict[int, float]] = {}
        self._lengths: dict[tuple[int, str], int] = {}
        self._postings: dict[tuple[str, str], list[tuple[int, float]]] = {}

    def close(self) -> None:
        self._reader.close()

    def passage(self, document: int) -> Passage:
        if document not in self._passages:
            self._passages[document] = Passage(*self._reader.stored_fields(document)["passage"])
        return self._passages[document]

    def words(self, document: int, field: str) -> list[str]:
        """The stems of a passage's text, heading or context, in order."""
        key = (document, field)
        if key not in self._words:
            self._words[key] = stems(getattr(self.passage(document), field))
        return self._words[key]

    def frequency(self, field: str, word: str) -> int:
        """In how many passages a stem stands; Whoosh's own count has deleted passages too."""
        return len(self._held(field, word))

    def idf(self, field: str, word: str) -> float:
        """How much a word tells: 0 for one that stands everywhere, about 7 for a rare one."""
        return self.idf_of(self.frequency(field, word))

    def idf_of(self, frequency: int) -> float:
        return log(1 + self.count / (frequency + 0.5))

    def scores(self, field: str, word: str) -> dict[int, float]:
        """BM25 of one stem for every passage that has it."""
        key = (field, word)
        if key not in self._scores:
            if not self._held(field, word):
                return {}
            idf, average = self.idf(field, word), self._averages[field]
            self._scores[key] = {
                document: idf * weight * (K1 + 1)
                / (weight + K1 * (1 - B + B * self._length(document, field) / average))
                for document, weight in self._held(field, word)
            }  # fmt: skip
        return self._scores[key]

    def documents(self, field: str, key: str) -> list[int]:
        """Numbers of the passages with this key, as `subject`, `card:12`."""
        return [document for document, _ in self._held(field, key)]

    def _length(self, document: int, field: str) -> int:
        length = self._lengths.get((document, field))
        if length is None:
            length = self._lengths[document, field] = self._reader.doc_field_length(document, field)
        return length

    def _held(self, field: str, word: str) -> list[tuple[int, float]]:
        """Numbers of the passages that have a word, and how often."""
        key = (field, word)
        if key not in self._postings:
            if key not in self._reader:
                return []  # not kept: whatever is typed comes here
            self._postings[key] = list(self._read(field, word))
        return self._postings[key]

    def _read(self, field: str, word: str) -> Iterator[tuple[int, float]]:
        matcher = self._reader.postings(field, word)
        while matcher.is_active():
            yield matcher.id(), matcher.weight()
            matcher.next()


def _averages(reader: IndexReader) -> marker.Averages:
    """Words that a passage has in each field, on the average of those that are not deleted."""
    documents = list(reader.all_doc_ids())
    return {
        field: sum(reader.doc_field_length(n, field) for n in documents) / (len(documents) or 1)
        or 1.0
        for field in WORDS
    }


def open_index(conn: sqlite3.Connection, database: str) -> Index:
    """The index of the generation that the database names.

    Raises IndexMissing when it is absent, damaged, or not this database's.
    """
    folder = generation_folder(conn, database)
    averages = marker.read(folder, marker.stamp_of(conn))
    if averages is None:
        raise _missing(database)
    try:
        return Index(FileIndex(FileStorage(folder, readonly=True)), averages)
    except Exception as error:  # whatever a damaged file makes Whoosh or pickle raise
        raise _missing(database) from error


def _missing(database: str) -> IndexMissing:
    what = f"the search index of {database} is missing or damaged"
    return IndexMissing(f"{what}; run 'smashup build'")


def memory_index(found: Iterable[Passage]) -> Index:
    """A temporary index in memory, for a past date."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="smashup-") as scratch:
        index = FileIndex.create(_Memory(scratch), _schema(), "MAIN")
        _add(index, found)
    return Index(index)


class _Memory(RamStorage):  # type: ignore[misc]
    """An index in memory. What Whoosh writes while making one goes to a folder of its own: Whoosh
    would use one place for all, where two at a time remove each other's files.
    """

    def __init__(self, scratch: str) -> None:
        super().__init__()
        self._scratch = scratch

    def temp_storage(self, name: str | None = None) -> FileStorage:
        return FileStorage(os.path.join(self._scratch, name or "scratch")).create()
