"""Any text at all: no exception, no card lost, time linear in the length."""

from __future__ import annotations

import json
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.pages import parse_page
from ingest.records import PageRecords

PIECES = [
    *("=", "======", "\n", "\n\n", " ", "a", "1x ", "Power 3 - "),
    *("Breakpoint 20 - VPs: 1 2 3 - ", "Errata: ", "Yes, Functional (", ")", "No"),
    *("Clarifications:\n", "* ", "** ", "None", "Special: ", "\n=== Cards - Minions ===\n"),
    *("\n==== The A Deck ====\n", "\n====== 2x B ======\n", "\n== Mechanics ==\n"),
    *("\n== Synergy ==\n", "\n== Complexity Level: HIGH ==\n", "\n== Glossary ==\n"),
    *("Exception: ", "\n== Faction Links ==\n", "are from the C set and have a "),
    *("Titan card - '''D'''", "[[File:E.png|", "Illustrated by: ", "]]", "[["),
    *("[https://a.example ", "{{Textbox|text=", "}}", "{|\n", "|-\n", "| ", "! ", "|}\n"),
    *("<!--", "-->", "<nowiki>", "<ref>", "</ref>", "</nowiki>", "<div>", "<s>", "</s>"),
    *("<br>", "<gallery>", "</gallery>", "'''", "''", "&nbsp;", "&#", "“", '"', "__NOTOC__"),
    *("\r\n", "\x00", "\U000f0100", "#REDIRECT [["),
]  # fmt: skip
WIKITEXT = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@given(WIKITEXT | st.text(), st.sampled_from(["A", "Terms and Phrases", ""]))
def test_any_text_gives_records(text, title):
    records = parse_page(title, text)
    assert isinstance(records, PageRecords)
    for card in records.cards:
        assert card.name
        assert card.type in ("minion", "action", "base", "titan")
    for rule in records.rules:
        assert rule.text


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["Minions", "Actions", "Bases", "Unicorns", None]),
            st.integers(1, 6),
            st.text(alphabet="ABCabc ,.!'é<>[]{}&;", min_size=1, max_size=12),
            WIKITEXT.filter(lambda text: "=" not in text and "<" not in text),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_every_heading_with_a_count_gives_a_card(pages):
    """Whatever stands around it, as long as that is closed before the heading by MediaWiki's rule.

    What may hide a heading (comments, extension tags, templates) can't, without `<` and with
    braces that no heading stands in.
    """
    wikitext = ""
    for section, level, name, body in pages:
        wikitext += f"\n== Cards - {section} ==\n" if section else ""
        body = body.replace("}}", "").replace("#REDIRECT", "")
        wikitext += (
            f"\n{'=' * level} 3x A{name.replace('{', '').replace('<', '')} {'=' * level}\n{body}"
        )
    records = parse_page("Sea Folk", wikitext)
    counted = [card for card in records.cards if card.copies == 3]
    assert len(counted) == len(pages)
    assert all(card.name.startswith("A") for card in counted)


def test_only_wikitext_of_the_main_namespace_says_anything():
    card = "=== Cards - Minions ===\n====== 1x A ======\nPower 1 - b.\n"
    assert parse_page("A", card).cards
    for records in (parse_page("User:A", card, 2), parse_page("A", card, 0, "json")):
        assert records == PageRecords("other")


def test_a_memo_changes_nothing(sample_pages):
    memo: dict = {}
    for title, text in sample_pages.items():
        without = parse_page(title, text)
        assert parse_page(title, text, memo=memo) == without
        assert parse_page(title, text, memo=memo) == without
    assert memo


# ---------------------------------------------------------------- the wikitext cases of public bugs


@pytest.fixture(scope="module")
def public_cases(shared) -> dict[str, PageRecords]:
    lines = (shared / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for line in lines if (case := json.loads(line))["kind"] == "wikitext-parse"]
    return {case["id"]: parse_page("Sea Folk", case["input"]) for case in cases}


def test_an_unclosed_quote_swallows_no_card(public_cases):
    first, second = public_cases["w01"].cards
    assert (first.name, first.erratum.status, first.clarifications) == ("Tide Caller", "no", ())
    assert (second.name, second.copies, second.erratum.kinds) == ("Reef Guard", 2, ("wording",))
    assert len(second.clarifications) == 1


def test_edge_forms_of_headings(public_cases):
    records = public_cases["w03"]
    assert [card.name for card in records.cards] == ["Tide Caller", "Reef Guard", "Salt Witch"]
    assert [card.text for card in records.cards] == ["A.", "B.", "C."]
    assert {finding.line for finding in records.findings} == {4, 6, 8}


def test_levels_are_skipped(public_cases):
    minion, base, titan = public_cases["w04"].cards
    assert (minion.type, minion.power) == ("minion", 3)
    assert (base.breakpoint, base.vps, base.erratum.status) == (18, (4, 3, 2), "no")
    assert (titan.type, titan.power) == ("titan", 5)
    assert (titan.erratum.status, titan.clarifications) == ("placeholder", ())


def test_clarifications_stay_with_their_card(public_cases):
    caller, guard, tide = public_cases["w06"].cards
    assert [len(card.clarifications) for card in (caller, guard, tide)] == [0, 1, 0]
    assert (guard.erratum.status, tide.type, tide.erratum.status) == ("yes", "action", "unstated")


# ---------------------------------------------------------------- hostile text

HOSTILE = [
    *("[", "[[", "{", "{{", "'", "''a", "'''a ''", "=", "=\n", "== ==\n", "<!--", "<!--x-->"),
    *("<!--x-->\n", "<ref>", "<ref>\n=x=\n", "<ref a", "<math>", "<nowiki>", "<div>", "<s>"),
    *("<", "[[a|", "[[a|b]]", "[[File:a|", "[[File:a\n", "[[File:a|[[b", "[http://a "),
    *("{{a|", "{{a|b}}", "{{Textbox|text=", "{{{", "{|\n", "{|\n|}\n", "|a\n", "&", "&amp;"),
    *("======1x A======\n", "==The A Deck==\n", "===Cards - Minions===\n", "*", "* a\n"),
    *("Errata: ", "Errata: Yes, (", "Clarifications:\n", "Power 3 - ", "VPs: 4 "),
    *("Ongoing: ", "“", '"Special: ', "‘a’b", "(", " ", "\t", "<br>", "__", "<h1>", "<h1>\n"),
    *("is from ", "is from a set and has ", " and have ", "Exception: ", "Illustrated by "),
    *("<gallery>\nFile:a\n", "\r", "yes/no ", "functional, ", "======1x A====== x\n"),
    *("a titan card ", "]]}}", "#REDIRECT [[", "have titan", "\n\n[[File:a"),
]  # fmt: skip
BEFORE = [
    "",
    "=== Cards - Minions ===\n====== 1x A ======\n",
    "== Complexity ==\n",
    "== Glossary ==\n",
]
SIZE = 2_500
GROWTH = 8


def seconds(text: str) -> float:
    """The best of two, so that whatever else the machine does counts little."""
    best = float("inf")
    for _ in range(2):
        start = process_time()
        parse_page("A", text)
        best = min(best, process_time() - start)
    return best


@pytest.mark.parametrize("before", BEFORE, ids=["lead", "card", "head", "term"])
@pytest.mark.parametrize("piece", HOSTILE)
def test_time_is_linear(piece, before):
    """Eight times the length takes eight times as long; squared growth would be sixty-four."""
    text = piece * (SIZE // len(piece))
    small = seconds(before + text)
    large = seconds(before + text * GROWTH)
    assert large < 3 * GROWTH * small + 0.01
