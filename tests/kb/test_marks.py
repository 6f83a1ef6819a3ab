"""Marked words: applying them to the old text gives the new one, whatever the texts hold."""

from __future__ import annotations

import html
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.render.changes import change_text
from kb.render.marks import marked_block, marked_html, marked_words, plain

WORDS = st.lists(
    st.sampled_from(["draw", "two", "Cards.", "é", "+1", "’", "\n", "[[a|b]]", "<b>", "&amp;"])
)
TEXTS = st.one_of(st.text(max_size=60), WORDS.map(" ".join))
MARKS = re.compile(r"\[-(.*?)-\]|\{\+(.*?)\+\}", re.DOTALL)
TAGS = re.compile(
    r'<del><span class="sr-only">removed: </span>(.*?)</del>'
    r'|<ins><span class="sr-only">added: </span>(.*?)</ins>',
    re.DOTALL,
)
FREE_OF_MARKS = st.text(
    st.characters(exclude_characters="[]{}+-\x01\x02\x03\x04", exclude_categories=["Cs"]),
    max_size=60,
)


@given(FREE_OF_MARKS, FREE_OF_MARKS)
def test_marked_words_applied_to_the_old_text_give_the_new(old: str, new: str):
    marked = marked_words(old, new)
    assert MARKS.sub(lambda mark: mark[1] or "", marked) == old
    assert MARKS.sub(lambda mark: mark[2] or "", marked) == new


@given(TEXTS, TEXTS)
def test_marked_html_applied_to_the_old_text_gives_the_new(old: str, new: str):
    marked = marked_html(old, new)
    assert html.unescape(TAGS.sub(lambda tag: tag[1] or "", marked)) == html.unescape(
        html.escape(old)
    )
    assert html.unescape(TAGS.sub(lambda tag: tag[2] or "", marked)) == html.unescape(
        html.escape(new)
    )
    assert "<" not in TAGS.sub("", marked)


@given(TEXTS, TEXTS)
def test_the_block_of_a_terminal_ends_each_style_on_its_line(old: str, new: str):
    old, new = old.replace("\x1b", ""), new.replace("\x1b", "")
    for line in marked_block(old, new, "    ").split("\n"):
        assert "\x1b" not in re.sub(r"\x1b\[3[12]m[^\x1b]*\x1b\[0m", "", line)
        assert not set(line) & set("\x01\x02\x03\x04")


def test_no_line_is_wider_than_the_page():
    old = "Ongoing: " + "after another player plays an action here, draw a card " * 6
    new = old.replace("draw a card", "discard two cards at random, if you have that many")
    for line in marked_block(old, new, "      ").split("\n"):
        assert len(re.sub(r"\x1b\[\d+m", "", line)) <= 80


def test_a_word_longer_than_the_page_keeps_its_marks():
    shown = re.sub(r"\x1b\[\d+m", "", marked_block("a" * 99, "b" * 99, "  "))
    assert re.sub(r"\s", "", shown) == "[-" + "a" * 99 + "-]{+" + "b" * 99 + "+}"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, ""),
        (0, "0"),
        ("", ""),
        (True, "yes"),
        ([4, 2, 1], "4 2 1"),
        (["[[A]]", "[[B|C]]"], "[[A]]\n[[B|C]]"),
        ({"status": "no", "kinds": [], "note": None}, "no"),
        ({"status": "yes", "kinds": ["wording"], "note": "x"}, "yes: wording (x)"),
        ({"image": "Otter.png", "illustrator": None}, "Otter.png"),
        ({"image": "Otter.png", "illustrator": "Nell"}, "Otter.png (by Nell)"),
        ([{"name": "Badgers", "page": "Badgers", "note": "dig"}], "Badgers: dig"),
    ],
)
def test_plain_values(value, shown: str):
    assert plain(value) == shown


VALUES = st.one_of(
    st.none(),
    st.integers(),
    st.text(max_size=40),
    st.lists(st.integers(), max_size=4),
    st.lists(st.text(max_size=20), max_size=4),
    st.fixed_dictionaries(
        {
            "status": st.sampled_from(["yes", "no", "unstated"]),
            "kinds": st.lists(st.sampled_from(["wording"]), max_size=1),
            "note": st.none() | st.text(max_size=20),
        }
    ),
)


@given(
    st.sampled_from(["text", "vps", "errata", "clarifications", "links", "name", None]),
    st.sampled_from(["added", "removed", "changed", "moved", "renamed", "blanked"]),
    VALUES,
    VALUES,
    st.booleans(),
)
def test_any_change_can_be_told(field, op, old, new, words):
    change = {
        "subject": "card",
        "name": "Otter",
        "field": field,
        "op": op,
        "old": json.loads(json.dumps(old)),
        "new": new,
        "cosmetic": False,
    }
    assert change_text(change, words).strip()
