"""`diff`: which revisions are meant, what can't be compared, and in which forms it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.acceptance.asking import Object, ask, assert_one_line
from tests.small_wiki import Save, built, card, faction, xml

OLD = faction(card(text="Draw two cards."), card("Tide Clerk", "Move here.", said="Never twice."))
NEW = faction(card(text="Draw three cards.", power=4), card("Tide Clerk", "Move here."))

SAVES = [
    Save(11, "2026-01-01T10:00:00Z", OLD, parent=0, comment="begun"),
    Save(12, "2026-01-02T10:00:00Z", "", parent=11),
    Save(13, "2026-01-02T11:00:00Z", OLD, parent=12, comment="no vandals, please"),
    Save(14, "2026-01-03T10:00:00Z", None, parent=13),
    Save(15, "2026-01-04T10:00:00Z", NEW, parent=14, comment="<b>drier</b>"),
    Save(16, "2026-01-05T10:00:00Z", "", parent=15),
    Save(21, "2026-01-01T12:00:00Z", "Some rule.", "Rules & Co", 6, 0),
    Save(31, "2026-02-01T12:00:00Z", "", "Blank Page", 7, 0),
]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("diff"), xml(SAVES))


def told(answer: Object) -> list[tuple[str, str | None, str]]:
    return [(change["name"], change["field"], change["op"]) for change in answer["changes"]]


DRIER = [
    ("Reef Guard", "power", "changed"),
    ("Reef Guard", "text", "changed"),
    ("Tide Clerk", "clarifications", "removed"),
]


# ---------------------------------------------------------------- which revisions


@pytest.mark.parametrize(
    ("arguments", "ids"),
    [
        ((), (13, 15)),
        (("first",), (11, 15)),
        (("first", "latest"), (11, 15)),
        (("prev", "latest"), (13, 15)),
        (("prev", "13"), (11, 13)),
        (("11", "15"), (11, 15)),
        (("2026-01-01", "2026-01-04"), (11, 15)),
        (("2026-01-01", "2026-01-03"), (11, 13)),  # the newest with text by then
        (("2026-01-01T10:00:00Z", "2026-01-02T10:00:00Z"), (11, 12)),  # that very instant
        (("2026-01-01T11:00:00+01:00", "2026-01-04T10:00:00Z"), (11, 15)),
        (("15", "16"), (15, 16)),
    ],
)
def test_revisions_by_id_time_date_and_word(db: Path, arguments, ids):
    answer = ask(db, "diff", "otters", *arguments, "--json").json
    assert (answer["page"], answer["from"]["revision_id"], answer["to"]["revision_id"]) == (
        "Otters",
        *ids,
    )


def test_as_of_hides_what_came_later(db: Path):
    answer = ask(db, "diff", "Otters", "11", "latest", "--as-of", "2026-01-02", "--json").json
    assert answer["to"]["revision_id"] == 13
    assert_one_line(ask(db, "diff", "Otters", "11", "15", "--as-of", "2026-01-02"), 1, "15")


# ---------------------------------------------------------------- what can't be compared

BAD = [
    (("Otters", "latest", "first"), 2, "FROM (2026-01-04T10:00:00Z) is newer than TO"),
    (("Otters", "15", "11"), 2, "swap them"),
    (("Otters", "2026-01-04", "2026-01-01"), 2, "swap them"),
    (("Otters", "yesterday"), 2, "'yesterday' is no revision"),
    (("Otters", "2026-13-01"), 2, "2026-05-05"),
    (("Otters", "13", "13"), 1, "the same revision of Otters, 2026-01-02T11:00:00Z"),
    (("Otters", "latest", "latest"), 1, "the same revision"),
    (("Otters", "2026-01-06", "2026-01-09"), 1, "nothing changed in between"),
    (("Otters", "2025-12-31"), 1, "its first revision here is of 2026-01-01T10:00:00Z"),
    (("Otters", "21", "15"), 1, "revision 21 is one of Rules & Co, not of Otters"),
    (("Otters", "99", "15"), 1, "revision 99 of Otters is not held"),
    (("Otters", "14", "15"), 1, "not available (hidden)"),
    (("Otters", "11", "14"), 1, "not available (hidden)"),
    (("Otter",), 1, "did you mean Otters?"),
    (("Rules & Co",), 1, "only one revision of Rules & Co with text is held"),
    (("Rules & Co", "first", "latest"), 1, "only one revision"),
    (("Rules & Co", "prev"), 1, "It has no summary."),
    (("Blank Page",), 1, "no revision of Blank Page with text is held"),
    (("Otters", "prev", "first"), 1, "with text is held from before 2026-01-01T10:00:00Z"),
]


@pytest.mark.parametrize(("arguments", "status", "words"), BAD)
def test_one_clear_line(db: Path, arguments, status: int, words: str):
    answer = ask(db, "diff", *arguments)
    assert answer.status == status
    assert_one_line(answer, status)
    assert words.casefold() in answer.stderr.casefold()


@pytest.mark.parametrize("arguments", [one for one, status, _ in BAD if status == 1])
def test_as_json_the_empty_object(db: Path, arguments):
    answer = ask(db, "diff", *arguments, "--json")
    assert (answer.status, answer.stderr) == (1, "")
    assert (answer.json["changes"], answer.json["cosmetic"], answer.json["gaps"]) == ([], 0, [])
    assert len(answer.json["notices"]) == 1


def test_the_only_revision_tells_its_summary(tmp_path: Path):
    db = built(tmp_path, xml([Save(11, "2026-01-01T10:00:00Z", OLD, comment="from the box")]))
    answer = ask(db, "diff", "Otters")
    assert_one_line(answer, 1, "Its summary: from the box")
    only = ask(db, "diff", "Otters", "--json").json
    assert (only["from"], only["to"]["comment"]) == (None, "from the box")


# ---------------------------------------------------------------- what changed


def test_by_card_and_field(db: Path):
    answer = ask(db, "diff", "Otters", "13", "15", "--json").json
    assert told(answer) == DRIER
    assert [(c["old"], c["new"]) for c in answer["changes"]] == [
        (3, 4),
        ("Draw two cards.", "Draw three cards."),
        ("Never twice.", None),
    ]
    assert {change["source"]["revision_id"] for change in answer["changes"]} == {15}
    assert answer["changes"][0]["source"]["section"] == "1x Reef Guard"
    assert answer["changes"][0]["source"]["url"].endswith("?oldid=15#1x_Reef_Guard")


def test_what_is_between_counts_for_nothing(db: Path):
    assert told(ask(db, "diff", "Otters", "11", "15", "--json").json) == DRIER


def test_a_hidden_text_between_two_is_a_gap(db: Path):
    (gap,) = ask(db, "diff", "Otters", "13", "15", "--json").json["gaps"]
    assert (gap["after"], gap["before"]) == ("2026-01-02T11:00:00Z", "2026-01-04T10:00:00Z")
    assert [(one["revision_id"], one["text_state"]) for one in gap["without_text"]] == [
        (14, "hidden")
    ]
    assert "nothing held between 2026-01-02 11:00:00 and" in ask(db, "diff", "Otters").stdout
    assert ask(db, "diff", "Otters", "11", "13", "--json").json["gaps"] == []


def test_a_blank_page_is_blanked_and_restored(db: Path):
    """Undone blankings are told on request, as the contract has it; the notice says it anyway."""
    for ends, op in ((("11", "12"), "blanked"), (("12", "13"), "restored")):
        answer = ask(db, "diff", "Otters", *ends, "--json").json
        assert (answer["changes"], answer["undone"]) == ([], 1)
        assert answer["notices"][0].startswith("Otters is blank at 2026-01-02T10:00:00Z")
        answer = ask(db, "diff", "Otters", *ends, "--cosmetic", "--json").json
        assert told(answer) == [("Otters", None, op)]
    assert told(ask(db, "diff", "Otters", "15", "16", "--json").json) == [
        ("Otters", None, "blanked")
    ]
    over_all = ask(db, "diff", "Otters", "11", "16", "--json").json
    assert told(over_all) == [("Otters", None, "blanked"), *DRIER]


def test_from_a_blank_page_to_its_first_text_all_is_new(tmp_path: Path):
    saves = [Save(1, "2026-01-01T10:00:00Z", ""), Save(2, "2026-01-02T10:00:00Z", OLD, parent=1)]
    answer = ask(built(tmp_path, xml(saves)), "diff", "Otters", "1", "2", "--json").json
    assert {("Reef Guard", None, "added"), ("Tide Clerk", None, "added")} <= set(told(answer))


def test_a_page_that_became_a_redirect(tmp_path: Path):
    texts = [OLD, "#REDIRECT [[Sea Otters]]", "#REDIRECT [[River Otters]]"]
    saves = [Save(n, f"2026-01-0{n}T10:00:00Z", t, parent=n - 1) for n, t in enumerate(texts, 1)]
    saves.append(Save(9, "2026-01-01T10:00:00Z", OLD, "River Otters", 6, 0))
    db = built(tmp_path, xml(saves))
    answer = ask(db, "changes", "--json").json
    assert [c["new"] for c in answer["changes"] if c["field"] == "redirect"] == [
        "River Otters",
        "Sea Otters",
    ]


def test_equal_texts_are_said_to_be_equal(db: Path):
    answer = ask(db, "diff", "Otters", "11", "13")
    assert (answer.status, "Both revisions have the same text." in answer.stdout) == (0, True)
    assert ask(db, "diff", "Otters", "11", "13", "--format", "unified").stdout == ""


# ---------------------------------------------------------------- the forms


def test_as_text(db: Path):
    shown = ask(db, "diff", "Otters", "13", "15").stdout
    assert "  power: 3 → 4\n" in shown
    assert "    - Draw two cards.\n    + Draw three cards.\n" in shown
    assert "  clarification removed\n    - Never twice.\n" in shown
    assert "\x1b" not in shown


def test_as_marked_words(db: Path):
    shown = ask(db, "diff", "Otters", "13", "15", "--format", "words").stdout
    assert "Draw [-two-]{+three+} cards." in shown


def test_as_unified_wikitext(db: Path):
    shown = ask(db, "diff", "Otters", "13", "15", "--format", "unified").stdout
    assert shown.startswith(
        "--- Otters\t2026-01-02T11:00:00Z\n+++ Otters\t2026-01-04T10:00:00Z\n@@"
    )
    assert "\n-'''Power 3''' - Draw two cards.\n+'''Power 4''' - Draw three cards.\n" in shown
    blanked = ask(db, "diff", "Otters", "15", "16", "--format", "unified").stdout
    assert blanked.count("\n-") == NEW.count("\n") + 1


def test_as_a_page_of_html(db: Path):
    shown = ask(db, "diff", "Otters", "13", "15", "--format", "html").stdout
    assert shown.startswith('<!doctype html>\n<html lang="en"><head><meta charset="utf-8">')
    assert (
        'Draw <del><span class="sr-only">removed: </span>two</del>'
        '<ins><span class="sr-only">added: </span>three</ins> cards.'
    ) in shown
    assert "<h2>Reef Guard <small>card</small></h2>" in shown


def test_html_is_escaped(tmp_path: Path):
    evil = '<script>alert("x")</script>&amp;'
    texts = [faction(card(text="Mild.")), faction(card("<i>Reef", f"<nowiki>{evil}</nowiki>"))]
    saves = [
        Save(n, f"2026-01-0{n}T10:00:00Z", text, "A & <b>", parent=n - 1, user="<u>", comment=evil)
        for n, text in enumerate(texts, 1)
    ]
    shown = ask(built(tmp_path, xml(saves)), "diff", "A & <b>", "--format", "html").stdout
    assert "<script" not in shown
    assert "&lt;script&gt;" in shown
    assert "<h1>A &amp; &lt;b&gt;</h1>" in shown
