"""What finding needs, opened once: the index and the names of a knowledge base at a moment.

Kept for each thread, since Whoosh's readers belong to one: a site or a bot asks again and again.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from typing import NamedTuple

from kb.index import Index, memory_index, open_index
from kb.marker import stamp_of
from kb.named import query
from kb.passages import passages
from kb.recognition import Lexicon, Name
from kb.synonyms import Synonyms, everyday, load

KEPT = 4  # finders a thread keeps: of the current state and of past dates


class Finder(NamedTuple):
    passages: Index
    lexicon: Lexicon
    synonyms: Synonyms


_kept = threading.local()


def finder(conn: sqlite3.Connection, database: str, as_of: str) -> Finder:
    """The finder for a moment: on the published index, for a past moment on one made in memory.

    Raises IndexMissing when the published index can't be used.
    """
    newest = conn.execute("select max(timestamp) from revision").fetchone()[0]
    past = as_of if newest is not None and as_of < newest else None
    key = (database, stamp_of(conn), past)
    kept: dict[tuple[str, str, str | None], Finder] = _kept.__dict__.setdefault("finders", {})
    if key not in kept:
        while len(kept) >= KEPT:
            kept.pop(next(iter(kept))).passages.close()
        kept[key] = _open(conn, database, as_of, past is not None)
    return kept[key]


def _open(conn: sqlite3.Connection, database: str, as_of: str, past: bool) -> Finder:
    index = memory_index(passages(conn, as_of)) if past else open_index(conn, database)
    synonyms = load()
    ordinary = everyday() | {phrase[0] for phrase in synonyms if len(phrase) == 1}
    return Finder(index, Lexicon(_names(conn, as_of), ordinary), synonyms)


def _names(conn: sqlite3.Connection, as_of: str) -> Iterator[Name]:
    """The names that a question may use; a rule's heading is found by its words."""
    for row in query(conn, "known-names", as_of=as_of):
        if row["kind"] != "rule":
            name = Name(*row)
            yield name._replace(kind="card") if row["kind"] == "formerly" else name
