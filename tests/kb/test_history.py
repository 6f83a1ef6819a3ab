"""`history`: the life of cards, terms, rules and factions, gone and renamed ones too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.acceptance.asking import Answer, Object, ask, assert_one_line
from tests.small_wiki import Save, built, card, faction, xml

TERMS = (
    "===== Terms and Phrases with Examples: =====\n======Dive======\n{}\n======Mummy======\nDry.\n"
)
EARLY = faction(card("Mummy", power=4, errata="Yes, Wording"))
LATE = faction(card("Bandaged One", power=4, errata="Yes, Wording"))
SAVES = [
    Save(11, "2026-01-01T10:00:00Z", faction(card("Mummy"), card("Eel")), parent=0),
    Save(12, "2026-02-01T10:00:00Z", EARLY, parent=11, comment="Eel was a joke"),
    Save(13, "2026-03-01T10:00:00Z", None, parent=12, user="Otto"),
    Save(14, "2026-04-01T10:00:00Z", LATE, parent=13),
    Save(21, "2026-01-02T10:00:00Z", faction(card("Mummy", "Sleep.")), "Badgers", 6, 0),
    Save(31, "2026-01-03T10:00:00Z", TERMS.format("Go under."), "Terms and Phrases", 7, 0),
    Save(32, "2026-01-04T10:00:00Z", TERMS.format("Go right under."), "Terms and Phrases", 7, 31),
    Save(41, "2026-01-05T10:00:00Z", "==Ties==\nLaugh.\n", "Tie Breaking", 8, 0),
    Save(42, "2026-01-06T10:00:00Z", "==Ties==\nShout.\n", "Tie Breaking", 8, 41),
    Save(43, "2026-01-07T10:00:00Z", "==Ties==\n'''Shout.'''\n", "Tie Breaking", 8, 42),
]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("history"), xml(SAVES))


def subjects(db: Path, *arguments: str) -> list[Object]:
    found: list[Object] = ask(db, "history", *arguments, "--json").json["subjects"]
    return found


def keys(db: Path, *arguments: str) -> set[tuple[str, str, str]]:
    return {(one["kind"], one["name"], one["page"]) for one in subjects(db, *arguments)}


OTTERS_MUMMY = ("card", "Bandaged One", "Otters")
BADGERS_MUMMY = ("card", "Mummy", "Badgers")
TERM_MUMMY = ("term", "Mummy", "Terms and Phrases")


def test_all_that_bear_or_bore_the_name(db: Path):
    assert keys(db, "mummy") == {OTTERS_MUMMY, BADGERS_MUMMY, TERM_MUMMY}
    assert keys(db, "mummy", "--kind", "card") == {OTTERS_MUMMY, BADGERS_MUMMY}
    assert keys(db, "mummy", "--kind", "term") == {TERM_MUMMY}
    assert keys(db, "mummy", "--faction", "badgers") == {BADGERS_MUMMY}
    assert keys(db, "mummies", "--faction", "otters") == {OTTERS_MUMMY}
    assert keys(db, "bandaged one") == {OTTERS_MUMMY}


def test_versions_and_what_began_them(db: Path):
    (mummy,) = subjects(db, "bandaged one")
    assert [
        (v["from"]["revision_id"], v["until"] and v["until"]["revision_id"])
        for v in mummy["versions"]
    ] == [(11, 12), (12, 14), (14, None)]
    assert [[(c["field"], c["op"]) for c in v["changes"]] for v in mummy["versions"]] == [
        [],
        [("power", "changed"), ("errata", "changed")],
        [("name", "renamed")],
    ]
    assert [v["value"]["name"] for v in mummy["versions"]] == ["Mummy", "Mummy", "Bandaged One"]
    value = mummy["versions"][1]["value"]
    assert (value["power"], value["errata"]) == (
        4,
        {"status": "yes", "kinds": ["wording"], "note": None},
    )
    assert mummy["source"]["revision_id"] == 14


def test_what_is_not_held_between(db: Path):
    (mummy,) = subjects(db, "bandaged one")
    (gap,) = mummy["gaps"]
    assert (gap["after"], gap["before"]) == ("2026-02-01T10:00:00Z", "2026-04-01T10:00:00Z")
    assert [(one["revision_id"], one["text_state"]) for one in gap["without_text"]] == [
        (13, "hidden")
    ]


def test_a_card_that_is_gone(db: Path):
    (eel,) = subjects(db, "eel")
    (version,) = eel["versions"]
    assert (version["until"]["revision_id"], eel["source"]) == (12, None)
    assert [(c["op"], c["field"], c["source"]["comment"]) for c in version["changes"]] == [
        ("removed", None, "Eel was a joke")
    ]


def test_terms_rules_and_factions(db: Path):
    (dive,) = subjects(db, "dive")
    assert [v["value"]["definition"] for v in dive["versions"]] == ["Go under.", "Go right under."]
    (ties,) = subjects(db, "ties")
    assert (ties["kind"], [v["value"]["text"] for v in ties["versions"]]) == (
        "rule",
        ["Laugh.", "Shout."],
    )
    (otters,) = subjects(db, "otters")
    assert (otters["kind"], len(otters["versions"])) == ("faction", 1)


def test_cosmetic_changes_on_request(db: Path):
    def made(*options: str) -> list[bool]:
        (ties,) = subjects(db, "ties", *options)
        return [c["cosmetic"] for version in ties["versions"] for c in version["changes"]]

    assert made() == [False]
    assert made("--cosmetic") == [False, True]


def test_as_of_a_moment(db: Path):
    (mummy,) = subjects(db, "mummy", "--faction", "otters", "--as-of", "2026-02-15")
    assert (mummy["name"], len(mummy["versions"]), mummy["versions"][-1]["until"]) == (
        "Mummy",
        2,
        None,
    )
    assert mummy["gaps"] == []
    (mummy,) = subjects(db, "mummy", "--faction", "otters", "--as-of", "2026-03-15")
    assert [(gap["after"], gap["before"]) for gap in mummy["gaps"]] == [
        ("2026-02-01T10:00:00Z", None)
    ]
    (eel,) = subjects(db, "eel", "--as-of", "2026-01-15")
    assert eel["versions"][0]["until"] is None
    assert subjects(db, "eel", "--as-of", "2025-01-15") == []


def test_what_is_not_there(db: Path):
    assert_one_line(ask(db, "history", "Zzyzx"), 1, "Nothing is or was called 'Zzyzx'")
    assert_one_line(ask(db, "history", "Mummy", "-f", "Newts"), 1, "'Newts'")
    answer = ask(db, "history", "Mummy", "-f", "Newts", "--json")
    assert (answer.status, answer.json["subjects"]) == (1, [])
    near = ask(db, "history", "Bandaged Onee", "--json").json
    assert [one["name"] for one in near["subjects"]] == ["Bandaged One"]


# ---------------------------------------------------------------- as text


@pytest.fixture(scope="module")
def told(db: Path) -> str:
    return ask(db, "history", "bandaged one").stdout


def test_a_timeline(told: str):
    order = [
        "2026-01-01 10:00:00  Nell (11)\n  first held\n    Draw a card.",
        "2026-02-01 10:00:00  Nell (12)\n  “Eel was a joke”\n  power: 3 → 4\n",
        "nothing held between 2026-02-01 10:00:00 and 2026-04-01 10:00:00 (the text of",
        "2026-03-01 10:00:00  Otto (13), text hidden",
        "2026-04-01 10:00:00  Nell (14)\n  renamed: Mummy → Bandaged One\n",
        "Otters › 1x Bandaged One · last edit 2026-04-01 by Nell",
    ]
    places = [told.find(part) for part in order]
    assert -1 not in places, told
    assert places == sorted(places)


def test_a_card_that_came_later_is_added_not_first_held(tmp_path: Path):
    saves = [
        Save(1, "2026-01-01T10:00:00Z", faction(card("Eel")), parent=0),
        Save(2, "2026-01-02T10:00:00Z", faction(card("Eel"), card("Ray", "Glide.")), parent=1),
    ]
    shown = ask(built(tmp_path, xml(saves)), "history", "ray").stdout
    assert "first held" not in shown
    assert shown.count("Glide.") == 1


def test_two_revisions_of_one_second_stay_two(tmp_path: Path):
    same = "2026-01-01T10:00:00Z"
    saves = [Save(n, same, faction(card(power=n)), parent=n - 1) for n in (1, 2, 3)]
    db = built(tmp_path, xml(saves))
    (guard,) = subjects(db, "reef guard")
    assert [
        [(c["old"], c["new"]) for c in version["changes"]] for version in guard["versions"]
    ] == [[], [(1, 2)], [(2, 3)]]
    answer: Answer = ask(db, "changes")
    assert answer.stdout.index("2 → 3") < answer.stdout.index("1 → 2")
    assert answer.stdout.count("10:00:00") == 2
