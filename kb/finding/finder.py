"""What finding needs, opened once: the index and the names of a knowledge base at a moment.

Kept for each thread, since Whoosh's readers belong to one: a site or a bot asks again and again.
"""

from __future__ import annotations

import sqlite3
import threading
from typing import NamedTuple

from kb.finding.marker import stamp_of
from kb.finding.passages import passages
from kb.finding.prepared import prepare, read
from kb.finding.recognition import Lexicon
from kb.finding.synonyms import Synonyms, changed, joined, load, own_words
from kb.index.fields import generation_folder
from kb.index.reading import Index, open_index

KEPT = 4  # finders a thread keeps: of the current state and of past dates


class Finder(NamedTuple):
    passages: Index
    lexicon: Lexicon
    synonyms: Synonyms


Key = tuple[str, str, str | None, float | None]
_kept = threading.local()


def finder(conn: sqlite3.Connection, database: str, as_of: str) -> Finder:
    """The finder for a moment: on the published index, for a past moment on one made in memory.

    Raises IndexMissing when the published index can't be used.
    """
    newest = conn.execute("select max(timestamp) from revision where sequence > 0").fetchone()[0]
    past = as_of if newest is not None and as_of < newest else None
    key = (database, stamp_of(conn), past, changed(own_words(database)))
    kept: dict[Key, Finder] = _kept.__dict__.setdefault("finders", {})
    if key not in kept:
        while len(kept) >= KEPT:
            kept.pop(next(iter(kept))).passages.close()
        kept[key] = _open(conn, database, as_of, past is not None)
    return kept[key]


def _open(conn: sqlite3.Connection, database: str, as_of: str, past: bool) -> Finder:
    if past:
        from kb.index.writing import memory_index  # not needed to read an index

        index, ready = memory_index(passages(conn, as_of)), prepare(conn, as_of)
    else:
        index = open_index(conn, database)
        ready = read(generation_folder(conn, database)) or prepare(conn, as_of)
    synonyms = ready.synonyms
    if own := own_words(database):
        synonyms = joined(synonyms, load(own))
    ordinary = ready.everyday | {phrase[0] for phrase in synonyms if len(phrase) == 1}
    return Finder(index, Lexicon(ready.names, ordinary), synonyms)
