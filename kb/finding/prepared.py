"""Names and players' words as finding needs them, kept beside the index: a process that asks one
question would spend more time on making them than on the question.

Written with the index and covered by its marker's checksums. Python's own marshal format: what
another Python can't read, or what was made from other words than ours now are, is made anew.
"""

from __future__ import annotations

import marshal
import os
import sqlite3
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from kb.db import FOREVER
from kb.finding.recognition import Name, keys
from kb.finding.synonyms import EVERYDAY, OURS, Synonyms, everyday, load
from kb.named import query

FILE = "names.marshal"
VERSION = 4  # of marshal, that all Pythons since 3.4 read


class Prepared(NamedTuple):
    names: list[Name]
    synonyms: Synonyms
    everyday: frozenset[str]


def write(conn: sqlite3.Connection, folder: str) -> None:
    """Write what `read` gives into the folder of an index that is being made."""
    made = prepare(conn, FOREVER)
    names = [tuple(name) for name in made.names]
    with open(os.path.join(folder, FILE), "wb") as file:
        file.write(marshal.dumps((_words(), names, made.synonyms, made.everyday), VERSION))


def read(folder: str) -> Prepared | None:
    """What was prepared with the index in a folder; None where it is missing or no longer right."""
    try:
        with open(os.path.join(folder, FILE), "rb") as file:
            words, names, synonyms, everyday = marshal.loads(file.read())
    except (OSError, EOFError, ValueError, TypeError):
        return None
    if words != _words():
        return None
    return Prepared([Name(*name) for name in names], synonyms, everyday)


def prepare(conn: sqlite3.Connection, as_of: str) -> Prepared:
    """The names as of a moment, with their stems, and our players' words."""
    return Prepared(list(_names(conn, as_of)), load(), everyday())


def _names(conn: sqlite3.Connection, as_of: str) -> Iterator[Name]:
    """The names that a question may use; a rule's heading is found by its words."""
    for row in query(conn, "known-names", as_of=as_of):
        if row["kind"] != "rule":
            name = Name(*row)._replace(keys=tuple(sorted(keys(row["name_key"]))))
            yield name._replace(kind="card") if row["kind"] == "formerly" else name


def _words() -> int:
    """A checksum of the files of words."""
    found = 0
    for path in (OURS, EVERYDAY):
        with open(path, "rb") as file:
            found = zlib.crc32(file.read(), found)
    return found
