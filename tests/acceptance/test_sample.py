"""The sample wiki through the commands: tests/sample_wiki/expected.json, written by hand.

`accept` lists further right values of a field; `optional` changes may be missing.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.asking import Object, ask, squeezed
from tests.conftest import ROOT

Key = tuple[str, str, str | None, str]  # subject, name, field, op


@pytest.fixture(scope="module")
def expected() -> Object:
    path = ROOT / "tests" / "sample_wiki" / "expected.json"
    found: Object = json.loads(path.read_text("utf-8"))
    return found


@pytest.fixture(scope="module")
def cards(expected: Object, sample_db: Path) -> list[tuple[Object, Object, list[str]]]:
    """Each expected card with the answer for it and the notices."""
    found = []
    for card in expected["cards"]:
        answer = ask(sample_db, "card", card["name"], "--faction", card["deck"], "--json")
        assert (answer.status, answer.json["match"]) == (0, "exact"), card["name"]
        (told,) = answer.json["cards"]
        found.append((card, told, answer.json["notices"]))
    return found


def right_values(entry: Object, field: str, value: Any) -> list[Any]:
    further: list[Any] = entry.get("accept", {}).get(field, [])
    return [squeezed(right) for right in (value, *further)]


# ---------------------------------------------------------------- what stands there now


FIELDS = (
    *("page", "faction", "deck", "name", "type", "copies", "power", "breakpoint", "vps"),
    *("treasures", "text", "image", "illustrator"),
)


@pytest.mark.parametrize("field", FIELDS)
def test_field_of_every_card(field: str, cards) -> None:
    wrong = [
        (card["name"], told[field])
        for card, told, _ in cards
        if squeezed(told[field]) not in right_values(card, field, card[field])
    ]
    assert wrong == []


def test_labels_errata_and_clarifications_of_every_card(cards) -> None:
    wrong = []
    for card, told, _ in cards:
        labels = [ability["label"] for ability in told["abilities"] if ability["label"]]
        said = [clarification["text"] for clarification in told["clarifications"]]
        depths = [clarification["depth"] for clarification in told["clarifications"]]
        for field, value, right in (
            ("labels", labels, card["labels"]),
            ("errata.status", told["errata"]["status"], card["errata"]["status"]),
            ("errata.kinds", told["errata"]["kinds"], card["errata"]["kinds"]),
            ("errata.note", told["errata"]["note"], card["errata"]["note"]),
            ("clarifications", said, card["clarifications"]),
            ("clarification_depths", depths, card["clarification_depths"]),
        ):
            if squeezed(value) not in right_values(card, field, right):
                wrong.append((card["name"], field, value))
    assert wrong == []


def test_nothing_more_and_nothing_less_is_held(expected: Object, sample_db: Path) -> None:
    counts = ask(sample_db, "info", "--json").json["counts"]
    right = expected["counts"]
    for told, key in {
        **{key: key for key in ("pages", "revisions", "factions", "cards", "terms")},
        "clarifications": "clarifications",
        "errata": "errata_yes",
    }.items():
        assert counts[told] == right[key], told
    with closing(sqlite3.connect(sample_db)) as conn:
        names = Counter(conn.execute("select page, deck, name from cards").fetchall())
    assert names == Counter((c["page"], c["deck"], c["name"]) for c in expected["cards"])


def test_pages_and_their_revisions(expected: Object, sample_db: Path) -> None:
    with closing(sqlite3.connect(sample_db)) as conn:
        for page in expected["pages"]:
            told = conn.execute(
                "select page.namespace, page.wiki_page_id, page.kind, page.redirect,"
                " r.wiki_revision_id from page left join revision r on r.id = page.newest_text"
                " where page.title = ?",
                [page["title"]],
            ).fetchall()
            fields = ("namespace", "page_id", "kind", "redirect", "newest_with_text")
            assert told == [tuple(page[key] for key in fields)], page["title"]
        held = conn.execute(
            "select revision_id, page, timestamp, contributor, text_state, minor from revisions"
        ).fetchall()
    keys = ("revision_id", "page", "timestamp", "contributor", "text_state", "minor")
    assert sorted(held) == sorted(
        tuple(revision[key] for key in keys) for revision in expected["revisions"]
    )


def test_terms(expected: Object, sample_db: Path) -> None:
    listed = ask(sample_db, "term", "--json").json["terms"]
    assert [term["name"] for term in listed] == sorted(t["name"] for t in expected["terms"])
    for term in expected["terms"]:
        answer = ask(sample_db, "term", term["name"], "--json").json
        assert answer["match"] == "exact"
        (told,) = answer["terms"]
        for key in ("name", "definition", "exception", "image"):
            assert squeezed(told[key]) == squeezed(term[key]), (term["name"], key)


def test_factions(expected: Object, sample_db: Path) -> None:
    for faction in expected["factions"]:
        (told,) = ask(sample_db, "faction", faction["name"], "--json").json["factions"]
        assert told["source"]["page"] == faction["page"]
        for key in (
            *("name", "set", "titan", "complexity", "complexity_raw", "mechanics", "synergies"),
            *("work_in_progress", "purchase_url", "cover"),
        ):
            right = right_values(faction, key, faction[key])
            assert squeezed(told[key]) in right, (faction["name"], key)
        names = [card["name"] for card in expected["cards"] if card["page"] == faction["page"]]
        assert [card["name"] for card in told["cards"]] == names
        assert len(names) == faction["cards"]


def test_rules(expected: Object, sample_db: Path) -> None:
    for rule in expected["rules"]:
        found = ask(sample_db, "rule", rule["name"], "--json").json["rules"]
        texts = [told["text"] for told in found if told["source"]["page"] == rule["page"]]
        assert len(texts) == 1, rule["name"]
        assert rule["contains"] in squeezed(texts[0])


def test_factions_listed_but_not_held(expected: Object, sample_db: Path) -> None:
    told = ask(sample_db, "info", "--json").json["factions_not_held"]
    assert sorted(told) == sorted(expected["listed_not_held"])
    for name in expected["listed_not_held"]:
        answer = ask(sample_db, "faction", name, "--json")
        assert (answer.status, answer.json["match"], answer.json["factions"]) == (1, "none", [])
        assert any(name in notice for notice in answer.json["notices"])


def test_aliases(expected: Object, sample_db: Path) -> None:
    for alias, name in expected["aliases"].items():
        answer = ask(sample_db, "faction", alias, "--json").json
        assert (answer["match"], [f["name"] for f in answer["factions"]]) == ("alias", [name])
        assert ask(sample_db, "diff", alias, "--json").json["page"] == name


# ---------------------------------------------------------------- as of a date


def test_as_of(expected: Object, sample_db: Path) -> None:
    for moment in expected["as_of"]:
        answer = ask(
            *(sample_db, "card", moment["card"], "--faction", moment["deck"], "--json"),
            *("--as-of", moment["as_of"]),
        )
        assert answer.status == 0, moment
        (card,) = answer.json["cards"]
        assert card["name"] == moment["card"]
        for key in moment.keys() - {"as_of", "card", "deck", "notice"}:
            assert card[key] == moment[key], (moment, key)
        assert bool(answer.json["notices"]) == moment.get("notice", False), moment
        told = answer.json["as_of"]
        assert told == (
            moment["as_of"] if "T" in moment["as_of"] else f"{moment['as_of']}T23:59:59Z"
        )
        assert card["source"]["timestamp"] <= told
        assert card["since"]["timestamp"] <= told


def test_since_when_a_text_has_its_wording(expected: Object, sample_db: Path) -> None:
    with closing(sqlite3.connect(sample_db)) as conn:
        for card in expected["since"]:
            told = conn.execute(
                "select r.timestamp from card_version v join deck on deck.id = v.deck_id"
                " join revision r on r.id = v.text_since_revision"
                " where v.name = ? and deck.name = ? and v.until_revision is null",
                [card["card"], card["deck"]],
            ).fetchall()
            assert told == [(card["text_since"],)], card


# ---------------------------------------------------------------- what each revision changed


@pytest.fixture(scope="module")
def changes(sample_db: Path) -> list[Object]:
    """All changes as the view tells them."""
    with closing(sqlite3.connect(sample_db)) as conn:
        conn.row_factory = sqlite3.Row
        return [dict(row) for row in conn.execute("select * from changes order by id")]


def readings(change: Object) -> set[Key]:
    """The ways in which an expected change may be told."""
    return {
        (subject, change["name"], field, op)
        for subject in change.get("subject_accept", [change["subject"]])
        for field in change.get("field_accept", [change["field"]])
        for op in change.get("op_accept", [change["op"]])
    }


def test_every_revision_changed_what_it_did_and_nothing_else(expected, changes) -> None:
    told = {
        revision["revision_id"]: [
            change
            for change in changes
            if change["revision_id"] == revision["revision_id"] and not change["cosmetic"]
        ]
        for revision in expected["revisions"]
    }
    for change in expected["changes"]:
        here = told[change["revision_id"]]
        fitting = [c for c in here if told_as(c) in readings(change)]
        if change.get("optional") and not fitting:
            continue
        assert len(fitting) == 1, (change, here)
        (found,) = fitting
        here.remove(found)
        assert found["timestamp"] == change["timestamp"]
        assert bool(found["reverted"]) == change.get("reverted", False), change
        for key in {"old", "new"} & change.keys():
            assert value(found[key]) == squeezed(change[key]), (change, key)
    assert {number: here for number, here in told.items() if here} == {}


def told_as(change: Object) -> Key:
    return change["subject"], change["name"], change["field"], change["op"]


def value(stored: Any) -> Any:
    """A value of the view `changes`: lists and objects stand there as JSON."""
    if isinstance(stored, str) and stored[:1] in ("[", "{"):
        return squeezed(json.loads(stored))
    return squeezed(stored)


def test_revisions_without_meaning_change_nothing(expected, changes) -> None:
    noisy = {
        change["revision_id"]
        for change in changes
        if change["revision_id"] in expected["no_changes_from"] and not change["cosmetic"]
    }
    assert noisy == set()


def test_diff_of_neighbours_tells_these_changes(expected, changes, sample_db: Path) -> None:
    """`diff` by revision numbers, for every pair of a page's revisions that a text is held of."""
    pairs = 0
    states = {r["revision_id"]: r["text_state"] for r in expected["revisions"]}
    for page in expected["pages"]:
        held = [number for number in page["revisions"] if states[number] in ("present", "empty")]
        for older, newer in pairwise(held):
            answer = ask(
                sample_db, "diff", page["title"], str(older), str(newer), "--cosmetic", "--json"
            )
            assert answer.status == 0, answer.stderr
            told = Counter((*told_as(c), c["cosmetic"]) for c in answer.json["changes"])
            right = Counter(
                (*told_as(c), bool(c["cosmetic"])) for c in changes if c["revision_id"] == newer
            )
            assert told == right, (page["title"], older, newer)
            pairs += 1
    assert pairs > 25


def test_diff_over_the_whole_history_credits_who_made_it(expected, sample_db: Path) -> None:
    made: dict[tuple[str, str, str], int] = {}
    for change in expected["changes"]:
        if not change.get("reverted"):
            name = change["name"]
            made[change["page"], name, change["field"] or change["op"]] = change["revision_id"]
    checked = 0
    for page in expected["factions"]:
        answer = ask(sample_db, "diff", page["page"], "first", "latest", "--json").json
        for change in answer["changes"]:
            if change["subject"] in ("card", "faction"):
                key = (page["page"], change["name"], change["field"] or change["op"])
                assert change["source"]["revision_id"] == made[key], key
                checked += 1
    assert checked > 10


def test_diff_leaves_out_what_was_undone(expected, sample_db: Path) -> None:
    undone = [change for change in expected["changes"] if change.get("reverted")]
    assert len(undone) == 4
    before = {10: 9, 11: 10, 40: 39, 41: 40}
    for change in undone:
        number = change["revision_id"]
        ends = str(before[number]), str(number)
        answer = ask(sample_db, "diff", change["page"], *ends, "--json").json
        assert (answer["changes"], answer["undone"]) == ([], 1)
        answer = ask(sample_db, "diff", change["page"], *ends, "--json", "--cosmetic").json
        assert [(*told_as(c), c["reverted"]) for c in answer["changes"]] == [
            (*told_as(change), True)
        ]


def test_a_hidden_revision_can_not_be_compared(sample_db: Path) -> None:
    answer = ask(sample_db, "diff", "Setting the Table", "31", "32")
    assert (answer.status, answer.stdout) == (1, "")
    assert "hidden" in answer.stderr


# ---------------------------------------------------------------- what answers must say


def test_every_card_of_a_page_without_newest_text_has_the_notice(expected, cards) -> None:
    newest = {
        page["title"]: max(page["revisions"], key=lambda number: number)
        for page in expected["pages"]
        if page["title"] in expected["newest_without_text"]
    }
    times = {r["revision_id"]: r["timestamp"] for r in expected["revisions"]}
    without = 0
    for card, _, notices in cards:
        if card["page"] in newest:
            without += 1
            assert any(
                card["page"] in notice and times[newest[card["page"]]] in notice
                for notice in notices
            ), card["name"]
        else:
            assert notices == []
    assert without == 14
