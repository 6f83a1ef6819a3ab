"""What an index holds of each passage, and where it lies."""

from __future__ import annotations

import marshal
import os
import sqlite3
from collections import Counter
from typing import Any

from whoosh import fields, formats

from kb.db import generation

WORDS = ("text", "heading", "context")  # fields of words
KEYS = ("subject", "page", "deck")  # of one key each
MARSHAL = 4  # version of that format, which all Pythons since 3.4 read


class _Words(fields.KEYWORD):  # type: ignore[misc]
    """Stemmed words in a list: analyzers would do nothing, in a fifth of an index's time.

    How often a word stands in a passage is its posting's weight, so that postings need no value.
    """

    def __init__(self) -> None:
        super().__init__(scorable=True)
        self.format = formats.Existence()

    def index(self, value: list[str], **_: Any) -> list[tuple[bytes, int, float, bytes]]:
        return [(word.encode(), n, float(n), b"") for word, n in Counter(value).items()]


class _Key(fields.ID):  # type: ignore[misc]
    """One word as it is."""

    def index(self, value: str, **_: Any) -> list[tuple[bytes, int, float, bytes]]:
        return [(value.encode(), 1, 1.0, b"")]


class _Record(fields.COLUMN):  # type: ignore[misc]
    """A tuple of texts and numbers, kept as it is; Whoosh's own would be pickled and compressed."""

    def to_column_value(self, value: tuple[Any, ...]) -> bytes:
        return marshal.dumps(value, MARSHAL)

    def from_column_value(self, value: bytes) -> tuple[Any, ...]:
        found: tuple[Any, ...] = marshal.loads(value)
        return found


def schema() -> fields.Schema:
    words = {field: _Words() for field in WORDS}
    keys = {field: _Key() for field in KEYS}
    return fields.Schema(**words, **keys, passage=_Record())


def index_folder(database: str) -> str:
    """Folder of a database's indexes, one sub-folder a generation."""
    return database + ".index"


def generation_folder(conn: sqlite3.Connection, database: str) -> str:
    """Folder of the index of the generation that a database names."""
    return os.path.join(index_folder(database), str(generation(conn)))
