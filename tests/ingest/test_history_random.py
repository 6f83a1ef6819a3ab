"""Random histories through the whole pipeline: dumps in pieces and formats, built one by one.

The changes in the database are the edits that were made, whatever the order in which the revisions
came; and pieces built one after the other give what one build of them all gives.
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
from collections import Counter
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from ingest.versions import Change
from tests.random_history import (
    Author,
    State,
    Telling,
    blankings,
    expected,
    fewest_moves,
    saves_of,
    told,
)
from tests.small_wiki import Save, atom, built, feed_text, xml

HISTORIES = int(os.environ.get("SMASHUP_HISTORIES", "20"))

Rows = list[tuple[object, ...]]


def pieces_of(saves: list[Save], rng: random.Random, folder: Path) -> list[Path]:
    """Files that hold each save once or twice, in any order, in any format that can tell it."""
    seconds = Counter(save.time for save in saves)
    piles: list[tuple[str, list[Save]]] = [("xml", [])]
    piles += [(rng.choice(["xml", "xml", "atom", "txt"]), []) for _ in range(rng.randint(1, 4))]

    def tells(kind: str, save: Save) -> bool:
        return kind == "xml" or (save.text != "" and (kind == "atom" or seconds[save.time] == 1))

    for save in rng.sample(saves, len(saves)):
        fitting = [pile for kind, pile in piles if tells(kind, save)]
        for pile in rng.sample(fitting, 2 if len(fitting) > 1 and rng.random() < 0.2 else 1):
            pile.append(save)
    rng.shuffle(piles)
    write = {"xml": xml, "atom": atom, "txt": feed_text}
    paths = []
    for number, (kind, pile) in enumerate(piles):
        if pile:
            paths.append(folder / f"{number}.{kind}")
            paths[-1].write_text(write[kind](pile), encoding="utf-8")
    return paths


# ---------------------------------------------------------------- what the database holds

VERSIONS = {
    "card": """
        select v.*, deck.name as deck, e.status, e.note, e.raw, e.since_revision, e.since_exact,
               (select json_group_array(json_array(c.text, c.depth, c.outdated, c.since_exact,
                                                   r.sequence))
                from clarification c join revision r on r.id = c.since_revision
                where c.card_version_id = v.id)
        from card_version v join deck on deck.id = v.deck_id
        join erratum e on e.card_version_id = v.id""",
    "faction": "select v.* from faction_version v",
    "rule": "select v.* from rule_version v",
}
CHANGES = """
    select r.sequence, change.position, subject, name, field, op, old, new, cosmetic, reverted,
           change.id, subject_id
    from change join revision r on r.id = change.revision_id"""
GAPS = """
    select a.sequence, b.sequence, reason from gap
    left join revision a on a.id = after_revision left join revision b on b.id = before_revision"""


def contents(path: Path) -> dict[str, Rows]:
    """All that was derived, with revisions told by their place in time and no row's number."""
    with closing(sqlite3.connect(path)) as conn:
        conn.row_factory = sqlite3.Row
        place = dict(conn.execute("select id, sequence from revision").fetchall())
        found: dict[str, Rows] = {}
        who: dict[tuple[str, int], object] = {}
        for table, query in VERSIONS.items():
            begun = "order by (select sequence from revision where id = v.from_revision), v.name"
            rows = [dict(row) for row in conn.execute(f"{query} {begun}")]
            for row in rows:
                for column in row:
                    if column.endswith("_revision"):
                        row[column] = place.get(row[column])
                del row["id"], row["name_key"]
                row.pop("deck_id", None)
                key = (table, row.pop(f"{table}_id"))
                row["of"] = who.setdefault(key, (row["name"], row["from_revision"]))
            found[table] = sorted((tuple(row.values()) for row in rows), key=repr)
        found["change"] = [
            (*tuple(row)[:-1], who.get((subject_table(row["subject"]), row["subject_id"])))
            for row in conn.execute(f"{CHANGES} order by r.sequence, change.position")
        ]
        found["gap"] = [tuple(row) for row in conn.execute(f"{GAPS} order by 1, 2")]
        return found


def subject_table(subject: str) -> str:
    return "rule" if subject == "section" else subject


def changes_in(path: Path) -> dict[int, list[Change]]:
    """The database's changes, by the place in time of the revision that made them."""
    found: dict[int, list[Change]] = {}
    with closing(sqlite3.connect(path)) as conn:
        for sequence, _, subject, name, field, op, old, new, cosmetic, *_ in conn.execute(
            f"{CHANGES} order by r.sequence, change.position"
        ):
            was, now = (None if value is None else json.loads(value) for value in (old, new))
            change = Change(subject, name, field, op, was, now, bool(cosmetic))
            found.setdefault(sequence, []).append(change)
    return found


# ---------------------------------------------------------------- the properties


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_pieces_in_any_order_give_the_edits_that_were_made(seed: int, tmp_path: Path):
    author = Author(random.Random(seed))
    author.write(author.rng.randint(20, 60))
    saves = saves_of(author)
    pieces = pieces_of(saves, author.rng, tmp_path)
    for piece in pieces:
        db = built(tmp_path / "pieces", piece)
    whole = built(tmp_path / "whole", *author.rng.sample(pieces, len(pieces)))
    assert contents(db) == contents(whole)

    found = changes_in(db)
    with_text = [(place, state) for place, state in enumerate(author.states, 1) if state]
    for (_, old), (place, new) in pairwise(with_text):
        assert_edits(found.get(place, []), old, new, author.edits[place - 1])
    pages = [(place, c.op) for place, made in found.items() for c in made if c.subject == "page"]
    assert pages == blankings(author.states)
    with closing(sqlite3.connect(db)) as conn:
        assert conn.execute("select count(*) from revision").fetchone() == (len(saves),)
        assert conn.execute("pragma foreign_key_check").fetchall() == []


def assert_edits(made: list[Change], old: State, new: State, edit: str) -> None:
    cards = [change for change in made if change.subject == "card"]
    moves = [c for c in cards if c.op == "moved" and c.field is None]
    others = Counter(telling(told(change)) for change in cards if change not in moves)
    assert others == Counter(telling(change) for change in expected(old, new)), edit
    assert len(moves) == fewest_moves(old, new)
    assert all(old[c.old - 1].number == new[c.new - 1].number for c in moves)
    assert {change.subject for change in made} <= {"card", "page"}


def telling(change: Telling) -> Telling:
    """A change without what the wikitext's own form has a part in: cosmetic and plain texts."""
    subject, name, field, op, old, new, cosmetic = change
    if cosmetic or field is None:
        return (subject, name, field, op, cosmetic)
    return (subject, name, field, op, old, new, cosmetic)
