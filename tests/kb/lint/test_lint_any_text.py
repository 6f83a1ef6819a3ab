"""No text at all makes a rule fail, and every finding points at a line that is there."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.pages import parse_page
from kb.lint.page import Page, Wiki
from kb.lint.registry import RULES
from tests.kb.lint.clean import CLEAN, findings, wiki_of

PIECES = (
    *("===Cards - Minions===\n", "===Cards - Actions===\n", "=== Cards - Bases ===\n"),
    *("======2x Old Kelp======\n", "====== 1x ======\n", "===== The Fog Deck =====\n", "== a =\n"),
    *("'''Power 3''' - ", "(Power ", "Breakpoint 20 - VPs: 4 ", "Errata: Yes, Functional ("),
    *('"one" changed to "two"', "Errata? Yes/No\n", "Clarifications:\n", "\n* ", "\n\n", "\n", " "),
    *("[[File:X.png|thumb|Illustrated by: ", "[[Otters#Pup|", "[[", "]]", "{{", "}}", "''", "'''"),
    *("(c.f., Undretow)", "“", "”", '"', "(", ")", "<div>", "</div>", "<!--", "-->", "<nowiki>"),
    *(
        "Raft of Paws",
        "Paws Raft",
        "a the the 1VP",
        "TBA",
        "Used in Tidal works",
        "#REDIRECT [[X]]",
    ),
    *("Otters are from the '''Tidal Works set''' and have a Titan card: '''Kelp'''.\n", "|", "İ"),
    *("======Complexity Level: x======\n", "======Synergy======\n*'''Otters'''\n", "\r\n", "\0"),
)
texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=40).map("".join)


@given(text=texts, other=texts)
@settings(max_examples=60, deadline=None)
def test_any_text(text: str, other: str):
    wiki = wiki_of({"Lamplighters": text, "Otters": other, "Front Page": CLEAN["Front Page"]})
    found = findings(wiki)
    pages = {page.title: page for page in wiki.pages}
    for rule, one in found:
        lines = pages[one.page].lines
        assert 1 <= one.line <= len(lines), rule
        assert one.excerpt == lines[one.line - 1]
        assert one.heading
        assert one.message
        assert "\n" not in one.message
    assert found == findings(wiki), "the same text gives the same findings"


@pytest.mark.parametrize("text", ["", "\n", "=", "======", "#REDIRECT [[", "\ufeff", "x" * 10_000])
def test_texts_of_hardly_anything(text: str):
    found = findings(wiki_of({"Otters": text, "Otter": text}))
    assert {rule for rule, _ in found} <= {"not-understood", "unbalanced-markup"}


def test_a_page_that_its_records_do_not_fit():
    """The records of another text: cards whose headings are not there are left out."""
    page = Page(1, "Otters", "No card is here.", parse_page("Otters", CLEAN["Otters"]))
    wiki = Wiki([page], titles=frozenset({"Otters"}))
    assert page.cards == []
    assert [found for rule in RULES for found in rule.check(page, wiki) if found.line != 1] == []
