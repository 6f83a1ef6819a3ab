"""Which number a card, faction, term or rule carries: the same through renames and rebuilds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, NamedTuple

from sqlite_utils import Database

from ingest.folding import name_key
from ingest.records import Card, Rule, Term
from ingest.versions import Lineage, PageRevision
from ingest.versions.model import Record

Row = dict[str, Any]
Keys = tuple[Hashable, Hashable]  # what a subject is known by on its page: strictly, and loosely

# The versions before this build, those of today first, each kind in the page's order. Columns:
# subject's id, first revision, name; and what tells several of one name apart.
_FORMER = {
    "faction": "v.name",
    "card": "v.name, v.type, case when deck.special then deck.name end",
    "term": "v.name",
    "rule": "v.name, v.path",
}


class _Stay(NamedTuple):
    """A lineage's version, by the places of its revisions in the page's order."""

    begin: int
    end: float  # of the first one that has it no more
    lineage: int  # index


class Identities:
    """Gives each lineage of a page an id that stays through renames and rebuilds.

    A lineage keeps the id of the subject that bore the same name at the same revision before this
    build: so make this before the page's rows are cleared. A new one gets a number drawn from what
    it was when first held, so that a build from another format of the same history gives the same.
    """

    def __init__(self, db: Database, page: Row, revisions: Sequence[PageRevision]) -> None:
        self.db = db
        self.page = page
        self.place = {revision.id: n for n, revision in enumerate(revisions)}
        self.former = {table: list(_former(db, table, page["id"])) for table in _FORMER}

    def assign(self, lineages: Sequence[Lineage]) -> list[int]:
        kept: dict[int, int] = {}  # index of the lineage -> id
        for table in _FORMER:
            kept |= self._kept(table, lineages)
        taken = {(table_of(lineages[index]), number) for index, number in kept.items()}
        ids = []
        for index, lineage in enumerate(lineages):
            number = kept.get(index)
            if number is None:
                number = self._fresh(lineage, taken)
            ids.append(number)
        return ids

    def _kept(self, table: str, lineages: Sequence[Lineage]) -> dict[int, int]:
        """Ids of a table's lineages that were there before, by the lineages' indexes."""
        kept: dict[int, int] = {}
        taken: set[int] = set()
        if not self.former[table]:
            return kept
        for strictness in (0, 1):
            stays: dict[Hashable, list[_Stay]] = {}
            for key, stay in self._stays(table, lineages, strictness):
                stays.setdefault(key, []).append(stay)
            for number, revision, keys in self.former[table]:
                place = self.place.get(revision)
                if number in taken or place is None:
                    continue
                for stay in stays.get(keys[strictness], ()):
                    if stay.begin <= place < stay.end and stay.lineage not in kept:
                        kept[stay.lineage] = number
                        taken.add(number)
                        break
        return kept

    def _stays(
        self, table: str, lineages: Sequence[Lineage], strictness: int
    ) -> Iterator[tuple[Hashable, _Stay]]:
        for index, lineage in enumerate(lineages):
            if table_of(lineage) == table:
                for v in lineage.versions:
                    begin, until = self.place[v.from_revision], v.until_revision
                    end = float("inf") if until is None else self.place[until]
                    yield _keys(v.record)[strictness], _Stay(begin, end, index)

    def _fresh(self, lineage: Lineage, taken: set[tuple[str, int]]) -> int:
        table = table_of(lineage)
        first = lineage.versions[0].record
        what = [table, self.page["title"], name_key(first.name)]
        if isinstance(first, Card):
            what += [first.deck, first.type]
        elif isinstance(first, Rule):
            what += first.path
        number = drawn_number(what)
        while (table, number) in taken or _exists(self.db, table, number):
            number += 1
        taken.add((table, number))
        return number


def _former(db: Database, table: str, page_id: int) -> Iterator[tuple[int, int, Keys]]:
    """(id, first revision, keys) of each version of a page's subjects."""
    deck = "join deck on deck.id = v.deck_id" if table == "card" else ""
    position = "" if table == "faction" else "v.position, "
    for number, revision, name, *more in db.execute(
        f"select s.id, v.from_revision, {_FORMER[table]} from {table}_version v"
        f" join {table} s on s.id = v.{table}_id {deck}"
        f" where s.page_id = ? order by v.until_revision is null desc, {position}v.id desc",
        [page_id],
    ):
        yield number, revision, _keys_of(table, name, more)


def _keys(record: Record) -> Keys:
    if isinstance(record, Card):
        return _keys_of("card", record.name, [record.type, record.deck if record.special else None])
    if isinstance(record, Rule):
        return _keys_of("rule", record.name, [json.dumps(record.path, ensure_ascii=False)])
    return _keys_of("term" if isinstance(record, Term) else "faction", record.name, [])


def _keys_of(table: str, name: str, more: Sequence[Hashable]) -> Keys:
    if table == "faction":
        return None, None  # a page has one
    if table == "rule":
        return tuple(more), name_key(name)  # its path; the text above all headings bears the title
    return (name_key(name), *more), name_key(name)


def free_number(db: Database, table: str, what: Sequence[str | None]) -> int:
    """A row id drawn from what the row is, the next free one where two things draw the same."""
    number = drawn_number(what)
    while _exists(db, table, number):
        number += 1
    return number


def drawn_number(what: Sequence[str | None]) -> int:
    """A number of 40 bits: the same history read from another format draws the same."""
    digest = hashlib.sha256("\n".join(part or "" for part in what).encode()).digest()
    return int.from_bytes(digest[:5], "big")


def _exists(db: Database, table: str, number: int) -> bool:
    return db.execute(f"select 1 from [{table}] where id = ?", [number]).fetchone() is not None


def table_of(lineage: Lineage) -> str:
    """Table of a lineage's subject: rules and sections share one."""
    return "rule" if lineage.subject == "section" else lineage.subject
