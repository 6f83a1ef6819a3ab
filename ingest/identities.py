"""Which number a card, faction, term or rule carries: the same through renames and rebuilds."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from sqlite_utils import Database

from ingest.folding import name_key
from ingest.records import Card, Rule
from ingest.versions import Lineage

Row = dict[str, Any]


def former_subjects(db: Database, page_id: int) -> dict[str, list[Row]]:
    """The subjects' versions before this build, newest first: ids are kept by them."""
    columns = "v.from_revision, v.name_key, v.until_revision is null as current, s.id"
    return {
        table: list(
            db.query(
                f"select {columns} from {table}_version v join {table} s on s.id = v.{table}_id"
                " where s.page_id = ? order by current desc, v.id desc",
                [page_id],
            )
        )
        for table in ("faction", "card", "term", "rule")
    }


class Identities:
    """Gives each lineage an id that stays through renames and rebuilds.

    A lineage that was there before (some version of it begins at the same revision under the same
    name) keeps its id; a new one gets a number drawn from what it was when first held, so that a
    build from another format of the same history gives the same.
    """

    def __init__(self, db: Database, page: Row, former: dict[str, list[Row]]) -> None:
        self.db = db
        self.page = page
        self.former = former
        self.taken: set[tuple[str, int]] = set()

    def assign(self, lineages: Sequence[Lineage]) -> list[int]:
        kept = [self._kept(lineage) for lineage in lineages]
        return [
            self._fresh(lineage) if subject_id is None else subject_id
            for lineage, subject_id in zip(lineages, kept, strict=True)
        ]

    def _kept(self, lineage: Lineage) -> int | None:
        table = table_of(lineage)
        ours = {(v.from_revision, name_key(v.record.name)) for v in lineage.versions}
        for row in self.former[table]:
            if (row["from_revision"], row["name_key"]) in ours and self._take(table, row["id"]):
                return int(row["id"])
        return None

    def _fresh(self, lineage: Lineage) -> int:
        table = table_of(lineage)
        first = lineage.versions[0].record
        what = [table, self.page["title"], name_key(first.name)]
        if isinstance(first, Card):
            what += [first.deck, first.type]
        elif isinstance(first, Rule):
            what += first.path
        return free_number(self.db, table, what, self._take)

    def _take(self, table: str, number: int) -> bool:
        if (table, number) in self.taken:
            return False
        self.taken.add((table, number))
        return True


def free_number(
    db: Database,
    table: str,
    what: Sequence[str | None],
    take: Callable[[str, int], bool] = lambda table, number: True,
) -> int:
    """A row id drawn from what the row is, the next free one where two things draw the same.

    The same history read from another format draws the same ids.
    """
    digest = hashlib.sha256("\n".join(part or "" for part in what).encode()).digest()
    number = int.from_bytes(digest[:5], "big")
    while not take(table, number) or _exists(db, table, number):
        number += 1
    return number


def _exists(db: Database, table: str, number: int) -> bool:
    return db.execute(f"select 1 from [{table}] where id = ?", [number]).fetchone() is not None


def table_of(lineage: Lineage) -> str:
    """Table of a lineage's subject: rules and sections share one."""
    return "rule" if lineage.subject == "section" else lineage.subject
