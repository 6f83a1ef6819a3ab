"""What an index holds of each passage, and where it lies."""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from typing import Any

from whoosh import fields, formats

from kb.db import generation

WORDS = ("text", "heading", "context")  # fields of words
KEYS = ("subject", "page", "deck")  # of one key each


class _Words(fields.KEYWORD):  # type: ignore[misc]
    """Stemmed words in a list; a key, which is a list of one, is not scorable.

    Analyzers would do nothing, in a fifth of an index's time. How often a word stands in a passage
    is its posting's weight, so that postings need no value.
    """

    def __init__(self, scorable: bool) -> None:
        super().__init__(scorable=scorable)
        self.format = formats.Existence()

    def index(self, value: list[str], **_: Any) -> list[tuple[bytes, int, float, bytes]]:
        return [(word.encode(), n, float(n), b"") for word, n in Counter(value).items()]


def schema() -> fields.Schema:
    words = {field: _Words(scorable=True) for field in WORDS}
    keys = {field: _Words(scorable=False) for field in KEYS}
    return fields.Schema(**words, **keys, passage=fields.STORED)


def index_folder(database: str) -> str:
    """Folder of a database's indexes, one sub-folder a generation."""
    return database + ".index"


def generation_folder(conn: sqlite3.Connection, database: str) -> str:
    """Folder of the index of the generation that a database names."""
    return os.path.join(index_folder(database), str(generation(conn)))
