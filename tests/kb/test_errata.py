"""`errata`: since when, what the text said before, and changes that nobody announced."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.acceptance.asking import Object, ask, assert_one_line
from tests.small_wiki import Save, built, card, faction, xml

KELP = "==The Kelp Deck==\nOne minion.\n======1x Frond======\nWave.\n\nErrata: Yes, Reversion\n"


def page(guard: str, *more: str) -> str:
    return faction(guard, card("Tide Clerk", "Move here.", errata="Yes, Wording"), *more)


TEXTS = [
    (page(card(text="Draw two cards.")), ""),
    (page(card(text="Draw one card.")), "a slip"),
    (page(card(text="Draw one card.", errata="Yes, Functional")), "errata at last"),
    (page(card(text="Draw one card.", errata="Yes, Functional (not two)")), ""),
]
SAVES = [
    Save(10 + n, f"2026-0{n}-01T10:00:00Z", text, parent=n and 9 + n if n > 1 else 0, comment=said)
    for n, (text, said) in enumerate(TEXTS, 1)
]
SAVES += [
    Save(21, "2026-01-05T10:00:00Z", faction(card("Digger", errata="No")), "Badgers", 6, 20),
    Save(31, "2026-01-06T10:00:00Z", KELP, "Special Decks", 7, 0),
]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("errata"), xml(SAVES))


def names(db: Path, *arguments: str) -> list[str]:
    return [card["name"] for card in ask(db, "errata", *arguments, "--json").json["cards"]]


def one(db: Path, *arguments: str) -> Object:
    (found,) = ask(db, "errata", *arguments, "--json").json["cards"]
    assert isinstance(found, dict)
    return found


def test_all_cards_with_errata_deck_by_deck(db: Path):
    assert names(db) == ["Frond", "Reef Guard", "Tide Clerk"]


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (("--kind", "wording"), ["Tide Clerk"]),
        (("--kind", "functional", "--faction", "otters"), ["Reef Guard"]),
        (("--kind", "functional", "--faction", "kelp"), []),
        (("-f", "Kelp Deck"), ["Frond"]),
        (("--status", "no"), ["Digger"]),
        (("--since", "2026-03-01"), ["Reef Guard"]),
        (("--since", "2026-03-02"), []),
        (("--as-of", "2026-02-28"), ["Frond", "Tide Clerk"]),
    ],
)
def test_filters(db: Path, filters, found):
    assert names(db, *filters) == found
    assert ask(db, "errata", *filters).status == (0 if found else 1)


def test_when_it_came_not_when_its_line_was_reworded(db: Path):
    guard = one(db, "--kind", "functional")
    assert guard["errata"]["note"] == "not two"
    assert guard["errata_since"] == {
        "timestamp": "2026-03-01T10:00:00Z",
        "contributor": "Nell",
        "exact": True,
    }


def test_what_the_text_said_before(db: Path):
    """Also where the text had changed before anybody wrote the erratum down."""
    assert one(db, "--kind", "functional")["text_before"] == "Draw two cards."
    assert one(db, "--kind", "wording")["text_before"] is None


def test_longer_where_an_older_text_may_be_missing(db: Path):
    assert one(db, "--status", "no")["errata_since"]["exact"] is False
    shown = ask(db, "errata", "--status", "no").stdout
    assert shown.endswith("  Stated so since 2026-01-05 or longer\n")
    shown = ask(db, "errata", "--kind", "functional").stdout
    assert shown.endswith("  Erratum since 2026-03-01\n  Before: Draw two cards.\n")


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("--faction", "Newts"), 1, "'Newts'"),
        (("--unannounced", "--faction", "Newts"), 1, "'Newts'"),
        (("--unannounced", "--kind", "wording"), 2, "--unannounced"),
        (("--unannounced", "--status", "no"), 2, "--unannounced"),
    ],
)
def test_one_clear_line(db: Path, arguments, status: int, words: str):
    assert_one_line(ask(db, "errata", *arguments), status, words)


# ---------------------------------------------------------------- nobody announced it


def silence(folder: Path, *texts: tuple[str, str], parent: int | None = None) -> list[str]:
    """What is said of a history of cards, with the summary of each."""
    saves = [
        Save(n, f"2026-01-{n:02}T10:00:00Z", faction(text), parent=n - 1, comment=said)
        for n, (text, said) in enumerate(texts, 1)
    ]
    answer = ask(built(folder, xml(saves)), "errata", "--unannounced", "--json").json
    assert answer["cards"] == []
    return [change["why"] for change in answer["unannounced"]]


BASE = "======1x Reef======\nBreakpoint {} - VPs: 4 2 1 - Float.\n\nErrata: No\n"


@pytest.mark.parametrize(
    ("old", "new", "summary", "why"),
    [
        (card(text="Sting."), card(text="Sting twice."), "", "the text changed"),
        (card(power=3), card(power=4), "power corrected", "the power changed"),
        (BASE.format(20), BASE.format(21), "", "the breakpoint changed"),
        (BASE.format(20), BASE.format(20).replace("4 2 1", "4 3 2"), "", "the vps changed"),
        (card(), card(errata="Yes, Wording"), "", "an erratum came"),
        (card(said="Always.\nNever."), card(said="Always."), "tidied", "a clarification went"),
    ],
)
def test_unannounced(tmp_path: Path, old: str, new: str, summary: str, why: str):
    (told,) = silence(tmp_path, (old, ""), (new, summary))
    assert told.startswith(why)


@pytest.mark.parametrize(
    ("old", "new", "summary"),
    [
        (card(text="Sting."), card(text="Sting twice.", errata="Yes, Functional"), ""),
        (card(power=3), card(power=4, errata="Yes, Functional"), ""),
        (card(said="Always.\nNever."), card(said="Always."), "outdated clarification removed"),
        (card(said="Always.\nNever."), card(said="Always."), "reef guard: one went"),
        (card(said="Always."), card(said="Ever and always."), ""),
        (card(said="Always."), card(said="Always.\nNever."), ""),
        (card(errata="Yes, Wording"), card(errata="Yes, Functional"), ""),
        (card(errata="Yes, Wording"), card(errata="No"), ""),
        (card(text="It's  wet."), card(text="It’s wet."), ""),
        (card(name="Eel"), card(name="Moray"), ""),
        (card(), card() + card("Eel"), ""),
    ],
)
def test_announced_or_no_matter(tmp_path: Path, old: str, new: str, summary: str):
    assert silence(tmp_path, (old, ""), (new, summary)) == []


def test_vandalism_that_was_undone_is_no_news(tmp_path: Path):
    texts = [(card(power=3), ""), (card(power=99), ""), (card(power=3), "")]
    assert silence(tmp_path, *texts) == []


def test_newest_first_with_filters(db: Path):
    def told(*arguments: str) -> list[tuple[str, str]]:
        answer = ask(db, "errata", "--unannounced", *arguments, "--json")
        assert answer.status == (0 if answer.json["unannounced"] else 1)
        return [(c["source"]["timestamp"][:7], c["field"]) for c in answer.json["unannounced"]]

    assert told() == [("2026-03", "errata"), ("2026-02", "text")]
    assert told("--since", "2026-02-02") == [("2026-03", "errata")]
    assert told("--as-of", "2026-02-28") == [("2026-02", "text")]
    assert told("-f", "otters") == [("2026-03", "errata"), ("2026-02", "text")]
    assert told("-f", "kelp") == []
    shown = ask(db, "errata", "--unannounced").stdout
    assert "    → the text changed, the Errata line did not\n" in shown


# ---------------------------------------------------------------- outdated clarifications


def test_a_clarification_older_than_the_ability_is_marked_wherever_it_is_shown(tmp_path: Path):
    texts = [card(text="Draw two.", said="At once."), card(text="Draw one.", said="At once.\nNew.")]
    saves = [
        Save(n, f"2026-01-0{n}T10:00:00Z", faction(text), parent=n - 1)
        for n, text in enumerate(texts, 1)
    ]
    db = built(tmp_path, xml(saves))
    (shown,) = ask(db, "card", "reef guard", "--json").json["cards"]
    assert [(c["text"], c["outdated"]) for c in shown["clarifications"]] == [
        ("At once.", True),
        ("New.", False),
    ]
    older = "• At once. [older than the ability's wording]"
    assert older in ask(db, "card", "reef guard").stdout
    (then,) = ask(db, "card", "reef guard", "--as-of", "2026-01-01", "--json").json["cards"]
    assert [c["outdated"] for c in then["clarifications"]] == [False]
    (subject,) = ask(db, "history", "reef guard", "--json").json["subjects"]
    said = [version["value"]["clarifications"] for version in subject["versions"]]
    assert [[c["outdated"] for c in of_one] for of_one in said] == [[False], [True, False]]
    assert older in ask(db, "errata", "--status", "no").stdout
