"""Random histories, asked for: diffs between any two revisions, and what held at any moment."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from itertools import pairwise

import pytest

from ingest.versions import Change
from kb.cards import card
from kb.db import FOREVER, connect
from kb.diff import diff
from kb.history import history
from kb.named import query
from kb.sources import Object
from tests.random_history import PAGE, Author, State, expected, fewest_moves, saves_of, told
from tests.small_wiki import Save, built, xml

HISTORIES = 8
PAIRS = 12


@cache
def written(seed: int) -> tuple[Author, list[Save]]:
    author = Author(random.Random(1000 + seed))
    author.write(author.rng.randint(20, 60))
    return author, saves_of(author)


@pytest.fixture(scope="module", params=range(HISTORIES))
def seed(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(scope="module")
def conn(seed: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    db = built(tmp_path_factory.mktemp("random"), xml(written(seed)[1]))
    with closing(connect(str(db))) as conn:
        yield conn


def state_at(states: list[State], place: int) -> State:
    """The page's cards: a blank revision ends none."""
    return next((state for state in reversed(states[: place + 1]) if state), ())


def pairs(seed: int) -> list[tuple[int, int]]:
    rng = random.Random(seed)
    places = range(len(written(seed)[1]))
    return [tuple(sorted(rng.sample(places, 2))) for _ in range(PAIRS)]  # type: ignore[misc]


def asked(conn: sqlite3.Connection, seed: int, old: int, new: int) -> Object:
    saves = written(seed)[1]
    return diff(conn, PAGE, str(saves[old].id), str(saves[new].id), FOREVER, cosmetic=True)


def test_a_diff_tells_what_became_of_each_card(conn, seed):
    states = written(seed)[0].states
    for old, new in pairs(seed):
        was, now = state_at(states, old), state_at(states, new)
        answer = asked(conn, seed, old, new)
        made = [c for c in answer["changes"] if not c["cosmetic"] and c["subject"] == "card"]
        moves = [c for c in made if c["op"] == "moved" and c["field"] is None]
        others = Counter(telling(c) for c in made if c not in moves)
        assert others == Counter(expected_telling(was, now)), (old, new)
        assert len(moves) == fewest_moves(was, now)
        assert {c["subject"] for c in answer["changes"]} <= {"card", "page"}
        blank = [c["op"] for c in answer["changes"] if c["subject"] == "page"]
        assert blank == {
            (True, False): ["blanked"],
            (False, True): ["restored"],
        }.get((bool(states[old]), bool(states[new])), [])


def telling(change: Object) -> tuple[object, ...]:
    old, new = (None, None) if change["field"] is None else (change["old"], change["new"])
    return (change["subject"], change["name"], change["field"], change["op"], repr(old), repr(new))


def expected_telling(old: State, new: State) -> Iterator[tuple[object, ...]]:
    for subject, name, field, op, was, now, cosmetic in expected(old, new):
        if not cosmetic:
            both = (was, now) if field is not None else ("None", "None")
            yield (subject, name, field, op, *both)


def test_each_change_is_credited_to_a_revision_that_made_it(conn, seed):
    author, saves = written(seed)
    with_text = [(place, state) for place, state in enumerate(author.states) if state]
    made = {  # revision → fields that it changed
        saves[place].id: {change[2] for change in expected(was, now)}
        for (_, was), (place, now) in pairwise(with_text)
    }
    for old, new in pairs(seed):
        answer = asked(conn, seed, old, new)
        for change in answer["changes"]:
            if change["subject"] == "card" and change["op"] != "moved":
                revision = change["source"]["revision_id"]
                assert saves[old].id < revision <= saves[new].id
                assert change["field"] in made[revision]


def test_neighbours_are_told_as_the_build_derived_them(conn, seed):
    stored = query(conn, "range-changes", page_id=1, after=0, until=10**6)
    ids = {row["id"] for row in stored}
    saves = written(seed)[1]
    for place in range(1, len(saves)):
        answer = asked(conn, seed, place - 1, place)
        assert {change["id"] for change in answer["changes"]} <= ids


def test_a_cards_history_is_its_life(conn, seed):
    """Every version with what began it, from the first text that has the card to the last."""
    author, _ = written(seed)
    for number in sorted({c.number for state in author.states for c in state})[:12]:
        life = [next((c for c in s if c.number == number), None) for s in author.states if s]
        names = [c.name for c in life if c is not None]
        subjects = history(conn, names[0], FOREVER)["subjects"]
        (subject,) = [s for s in subjects if s["versions"][0]["value"]["name"] == names[0]]
        values = [version["value"] for version in subject["versions"]]
        assert subject["name"] == names[-1]
        assert (subject["source"] is None) == (life[-1] is None)
        assert {value["text"] for value in values} == {c.text for c in life if c is not None}
        for version in subject["versions"]:
            for change in version["changes"]:
                made = change["source"]["timestamp"]
                assert version["from"]["timestamp"] <= made


def test_what_held_at_any_moment(conn, seed):
    """The cards as of a moment are those of the newest text from then or before."""
    author, saves = written(seed)
    rng = random.Random(seed)
    for moment in rng.sample(sorted({save.time for save in saves}), 8):
        last = max(place for place, save in enumerate(saves) if save.time <= moment)
        state = state_at(author.states, last)
        rows = query(conn, "page-cards", page_id=1, as_of=moment)
        assert [row["name"] for row in rows] == [card.name for card in state]
        for row, model in zip(rows, state, strict=True):
            found = card(conn, row["id"], moment)
            assert found is not None
            shown = found[0]
            assert (shown["text"], shown["power"], shown["copies"], shown["type"]) == (
                model.text,
                model.power,
                model.copies,
                model.type,
            )
            assert [c["text"] for c in shown["clarifications"]] == [text for _, text in model.said]
            assert shown["errata"]["status"] == model.erratum.status
            assert shown["since"]["timestamp"] <= moment


def test_the_oracle_sees_changes():
    """The edits are of every kind, so that the tests above test something."""
    kinds = set()
    for number in range(HISTORIES):
        states = [state for state in written(number)[0].states if state]
        for old, new in pairwise(states):
            kinds |= {(change[2], change[3]) for change in expected(old, new)}
    assert {("name", "renamed"), ("errata", "changed"), ("vps", "changed")} <= kinds
    assert {(None, "added"), (None, "removed"), ("clarifications", "moved")} <= kinds
    assert told(Change("card", "X", None, "added"))[0] == "card"
