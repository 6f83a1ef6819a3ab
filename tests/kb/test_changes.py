"""`changes`: over all pages, with its filters, and what can't be known."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.acceptance.asking import Object, ask, assert_one_line
from tests.small_wiki import Save, atom, built, card, faction, xml

DECKS = (
    "==The Brine Deck==\nThe Brine deck contains 1 minion.\n======1x Salt Sprite======\n"
    "'''Power {}''' - Sting.\n\nErrata: No\n"
    "==The Kelp Deck==\nThe Kelp deck contains 1 minion.\n======1x Frond======\n"
    "'''Power {}''' - Wave.\n\nErrata: No\n"
)
SAVES = [
    Save(11, "2026-01-01T10:00:00Z", faction(card()), parent=0, comment="one"),
    Save(12, "2026-02-01T10:00:00Z", faction(card(power=4)), parent=11, user="Otto", comment="two"),
    Save(13, "2026-02-01T23:00:00Z", faction(card(power=4, errata="Yes, Wording")), parent=12),
    Save(14, "2026-03-01T10:00:00Z", faction(card(power=9)), parent=13, comment="vandal"),
    Save(15, "2026-03-01T11:00:00Z", faction(card(power=4, errata="Yes, Wording")), parent=14),
    Save(21, "2026-01-05T10:00:00Z", faction(card("Dig")), "Badgers", 6, 20, comment="late"),
    Save(22, "2026-01-06T10:00:00Z", None, "Badgers", 6, 21, comment="secret"),
    Save(23, "2026-01-07T10:00:00Z", faction(card("Dig", power=1)), "Badgers", 6, 22),
    Save(31, "2026-04-01T10:00:00Z", DECKS.format(1, 2), "Special Decks", 7, 0),
    Save(32, "2026-04-02T10:00:00Z", DECKS.format(3, 4), "Special Decks", 7, 31),
]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("changes"), xml(SAVES))


def told(db: Path, *arguments: str) -> list[tuple[int, str, str | None]]:
    answer: Object = ask(db, "changes", *arguments, "--json").json
    return [(c["source"]["revision_id"], c["name"], c["field"]) for c in answer["changes"]]


FROND, SPRITE = (32, "Frond", "power"), (32, "Salt Sprite", "power")
DIG = (23, "Dig", "power")
POWER, ERRATA = (12, "Reef Guard", "power"), (13, "Reef Guard", "errata")
VANDALISM = {(n, "Reef Guard", field) for n in (14, 15) for field in ("power", "errata")}


def test_newest_first_and_nothing_that_was_undone(db: Path):
    assert told(db) == [SPRITE, FROND, ERRATA, POWER, DIG]
    assert set(told(db, "--cosmetic")) == {SPRITE, FROND, ERRATA, POWER, DIG, *VANDALISM}
    assert told(db, "--limit", "2") == [SPRITE, FROND]


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (("--since", "2026-02-01"), [SPRITE, FROND, ERRATA, POWER]),
        (("--since", "2026-02-01T10:00:01Z"), [SPRITE, FROND, ERRATA]),
        (("--until", "2026-02-01"), [ERRATA, POWER, DIG]),
        (("--until", "2026-02-01T22:59:59Z"), [POWER, DIG]),
        (("--since", "2026-01-07", "--until", "2026-01-07"), [DIG]),
        (("--page", "otters"), [ERRATA, POWER]),
        (("--page", "Badgers", "--since", "2026-03-01"), []),
        (("--faction", "Otters"), [ERRATA, POWER]),
        (("--faction", "the brine deck"), [SPRITE]),
        (("--faction", "brines"), [SPRITE]),
        (("--faction", "kelp"), [FROND]),
        (("--faction", "kelp", "--page", "otters"), []),
        (("--author", "otto"), [POWER]),
        (("--errata",), [ERRATA]),
        (("--as-of", "2026-02-01T10:00:00Z"), [POWER, DIG]),
        (("--as-of", "2026-02-01", "--until", "2026-04-30"), [ERRATA, POWER, DIG]),
    ],
)
def test_filters(db: Path, filters, found):
    assert told(db, *filters) == found


def test_what_cannot_be_known(db: Path):
    """Without a text, or without a held predecessor; with what the editor said of it."""
    answer = ask(db, "changes", "--json").json
    assert [
        (one["page"], one["revision_id"], one["comment"], one["text_state"])
        for one in answer["unexplained"]
    ] == [
        ("Badgers", 23, "", "present"),
        ("Badgers", 22, "secret", "hidden"),
        ("Badgers", 21, "late", "present"),
    ]
    assert ask(db, "changes", "--page", "Otters", "--json").json["unexplained"] == []
    assert ask(db, "changes", "--errata", "--json").json["unexplained"] == []
    shown = ask(db, "changes", "--faction", "badgers").stdout
    assert "“secret” (its text is hidden)" in shown
    assert "“late” (the revision before is not held)" in shown


def test_the_window_is_told(db: Path):
    answer = ask(db, "changes", "--since", "2026-02-01", "--json").json
    assert (answer["since"], answer["until"]) == ("2026-02-01T00:00:00Z", None)


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("--page", "Otter"), 1, "did you mean Otters?"),
        (("--faction", "Newts"), 1, "no faction or special deck 'Newts' is held"),
        (("--author", "Nellie"), 1, "no revision by 'Nellie' is held"),
        (("--since", "2026-03-01", "--until", "2026-02-01"), 2, "swap them"),
        (("--since", "soon"), 2, "'soon' is no date"),
    ],
)
def test_one_clear_line(db: Path, arguments, status: int, words: str):
    answer = ask(db, "changes", *arguments)
    assert_one_line(answer, status)
    assert words.casefold() in answer.stderr.casefold()
    if status == 1:
        told = ask(db, "changes", *arguments, "--json")
        assert (told.status, told.json["changes"], told.json["unexplained"]) == (1, [], [])


def test_nothing_changed_is_an_answer(db: Path):
    answer = ask(db, "changes", "--page", "Otters", "--since", "2026-05-01")
    assert (answer.status, answer.stdout) == (0, "Nothing changed.\n")


def test_many_that_came_at_once_are_named_only(tmp_path: Path):
    names = ["Ant", "Bee", "Cat", "Doe", "Elk"]
    new = faction(*(card(name, f"Say {name}.") for name in names), card())
    saves = [Save(1, "2026-01-01T10:00:00Z", faction(card()), parent=0)]
    saves.append(Save(2, "2026-01-02T10:00:00Z", new, parent=1))
    shown = ask(built(tmp_path, xml(saves)), "changes").stdout
    assert "  5 cards added: Ant, Bee, Cat, Doe, Elk\n" in shown
    assert "Say Ant." not in shown


def test_a_summary_that_speaks_of_something_else(tmp_path: Path):
    """Where the dump tells no parents: an edit of what is the same before is not explained."""
    old = faction(card(), card("Tide Clerk", "Move here."))
    new = faction(card(power=4), card("Tide Clerk", "Move here."))
    saves = [
        Save(1, "2026-01-01T10:00:00Z", old),
        Save(2, "2026-01-02T10:00:00Z", new, comment="Tide Clerk has errata now"),
    ]
    feed = tmp_path / "feed.atom"
    feed.write_text(atom(saves), encoding="utf-8")
    db = built(tmp_path, feed)
    answer = ask(db, "changes", "--json").json
    assert [one["revision_id"] for one in answer["unexplained"]] == [2, 1]
    (gap,) = ask(db, "history", "tide clerk", "--json").json["subjects"][0]["gaps"]
    assert gap["reason"] == "the summary speaks of Tide Clerk, which is the same before"
