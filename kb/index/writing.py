"""Makes indexes: a generation's, whole or from the former one, and one in memory."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

from whoosh.codec.whoosh3 import W3Codec
from whoosh.filedb.filestore import FileStorage, RamStorage
from whoosh.index import FileIndex
from whoosh.writing import PostingPool, SegmentWriter

from kb.finding import marker
from kb.finding.passages import Passage, passages
from kb.finding.stems import stems
from kb.index.fields import WORDS, schema
from kb.index.reading import Index, averages_of

Posting = tuple[str, bytes, int, float, bytes]  # field, word, document, weight, nothing
MOST_POSTINGS = 500_000  # in memory at a time, about 100 MB; further ones go to a file


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
        _add(FileIndex.create(FileStorage(making), schema(), "MAIN"), passages(conn))
    made = FileIndex(FileStorage(making, readonly=True)).reader()
    averages = averages_of(made)
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


class _Pool(PostingPool):  # type: ignore[misc]
    """Postings until they are sorted."""

    @property
    def add(self) -> Callable[[Posting], None]:
        """What takes a passage's postings; a writer asks for it once a passage."""
        if len(self.current) >= MOST_POSTINGS:
            self.save()
        append: Callable[[Posting], None] = self.current.append
        return append


class _Writer(SegmentWriter):  # type: ignore[misc]
    """Whoosh's writer, with less to do for each posting: it would add up the memory of all, look
    up a passage's length in a file, and compress what is small.
    """

    def __init__(self, index: FileIndex) -> None:
        super().__init__(index, codec=W3Codec(compression=0))
        self.pool = _Pool(self._tempstorage, self.newsegment)

    def per_document_reader(self) -> Any:
        reader = super().per_document_reader()
        look_up = reader.doc_field_length

        @cache
        def length(passage: int, field: str) -> int:
            return (look_up(passage, field) or 0) if field in WORDS else 0

        reader.doc_field_length = length
        return reader


def _add(index: FileIndex, found: Iterable[Passage], instead_of: Sequence[int] = ()) -> None:
    """Add passages, and remove those that the index holds of some pages (row ids)."""
    writer = _Writer(index)
    for page in instead_of:
        writer.delete_by_term("page", str(page))
    for passage in found:
        writer.add_document(**_document(passage))
    writer.commit()


def _document(passage: Passage) -> dict[str, Any]:
    return {
        "text": stems(passage.text),
        "heading": _same_stems(passage.heading),
        "context": _same_stems(passage.context),
        "subject": passage.subject,
        "page": str(passage.page_id),
        "deck": passage.deck or None,
        "passage": tuple(passage),
    }


@lru_cache(maxsize=64)
def _same_stems(text: str) -> list[str]:
    """Stems of what a card's passages have in common."""
    return stems(text)


def memory_index(found: Iterable[Passage]) -> Index:
    """A temporary index in memory, for a past date."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="smashup-") as scratch:
        index = FileIndex.create(_Memory(scratch), schema(), "MAIN")
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
