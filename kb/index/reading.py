"""Reads a generation's index: passages by number, postings, BM25."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from functools import cached_property
from math import log
from typing import Any

from whoosh.filedb.filestore import FileStorage
from whoosh.index import FileIndex
from whoosh.reading import IndexReader

from ingest.errors import IndexMissing
from kb.finding import marker
from kb.finding.passages import Passage
from kb.finding.stems import stems
from kb.index.fields import WORDS, generation_folder

K1, B = 1.0, 0.5  # BM25: how soon repeats stop to count, how much length does


class Index:
    """One generation's passages, by number, with Whoosh's postings and BM25 over them."""

    def __init__(self, index: FileIndex, averages: marker.Averages | None = None) -> None:
        self._reader = index.reader()
        self.count = max(1, self._reader.doc_count())
        self._averages = averages or averages_of(self._reader)
        self.kept: dict[object, Any] = {}  # what a reader of this index computes from its scores
        self._passages: dict[int, Passage] = {}
        self._words: dict[tuple[int, str], list[str]] = {}
        self._scores: dict[tuple[str, str], dict[int, float]] = {}
        self._lengths: dict[tuple[int, str], int] = {}
        self._postings: dict[tuple[str, str], list[tuple[int, float]]] = {}

    def close(self) -> None:
        self._reader.close()

    @cached_property
    def _records(self) -> Any:
        """The passages' tuples, by number; an index without passages has none."""
        return self._reader.column_reader("passage")

    def passage(self, document: int) -> Passage:
        if document not in self._passages:
            self._passages[document] = Passage(*self._records[document])
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


def averages_of(reader: IndexReader) -> marker.Averages:
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
