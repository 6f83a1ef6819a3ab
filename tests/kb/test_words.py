"""Word diffs: they lead from one text to the other, and change as few words as possible."""

from __future__ import annotations

import html
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.past import words
from kb.past.words import Diff, word_diff

WORD = re.compile(r"[0-9A-Za-z_\u0080-\U0010ffff]+")
OTHER_WAY = {"=": "=", "-": "+", "+": "-"}


def side(diff: Diff, op: str) -> str:
    return "".join(text for mark, text in diff if mark in ("=", op))


def changed(diff: Diff, op: str) -> int:
    """Changed words of one side, as MediaWiki counts words."""
    return sum(len(WORD.findall(text)) for mark, text in diff if mark == op)


def mirrored(diff: Diff) -> list[tuple[str, str]]:
    """The same diff the other way round; within a replacement the old text comes first."""
    turned = [(OTHER_WAY[op], text) for op, text in diff]
    for place, (first, second) in enumerate(pairwise(turned)):
        if (first[0], second[0]) == ("+", "-"):
            turned[place : place + 2] = [second, first]
    return turned


def shown(diff: Diff) -> str:
    marks = {"=": "{}", "-": "[-{}-]", "+": "{{+{}+}}"}
    return "".join(marks[op].format(text) for op, text in diff)


pieces = st.sampled_from(["otter", "jug", "é", "7", " ", "  ", "\n", ".", "'", "+", "’", "_"])
texts = st.lists(pieces, max_size=15).map("".join)


@given(texts, texts)
def test_a_diff_leads_from_old_to_new(old: str, new: str):
    diff = word_diff(old, new)
    assert side(diff, "-") == old
    assert side(diff, "+") == new
    assert all(text for _, text in diff)
    assert all(a[0] != b[0] for a, b in pairwise(diff))


@given(st.text(), st.text())
def test_any_text_has_a_diff(old: str, new: str):
    diff = word_diff(old, new)
    assert (side(diff, "-"), side(diff, "+")) == (old, new)


@given(texts, texts)
def test_the_other_way_round_is_the_mirror_image(old: str, new: str):
    assert word_diff(new, old) == mirrored(word_diff(old, new))


@given(texts, texts)
def test_no_word_is_cut(old: str, new: str):
    for op, whole in (("-", old), ("+", new)):
        place = 0
        inside = {i for word in WORD.finditer(whole) for i in range(word.start() + 1, word.end())}
        for mark, text in word_diff(old, new):
            if mark in ("=", op):
                assert place not in inside
                place += len(text)


@given(texts, texts)
def test_as_few_words_as_possible_are_changed(old: str, new: str):
    a, b = WORD.findall(old), WORD.findall(new)
    longest = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            best = max(longest[i][j + 1], longest[i + 1][j])
            longest[i + 1][j + 1] = longest[i][j] + 1 if x == y else best
    diff = word_diff(old, new)
    assert changed(diff, "-") == len(a) - longest[-1][-1]
    assert changed(diff, "+") == len(b) - longest[-1][-1]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", ""),
        ("same", "same", "same"),
        ("", "all new", "{+all new+}"),
        ("You have +5 power.", "You have +4 power.", "You have +[-5-]{+4+} power."),
        ("the minion’s owner", "the minion's owner", "the [-minion’s-]{+minion's+} owner"),
        ("On your turn", "During each turn", "[-On your-]{+During each+} turn"),
        ("draw a card", "draw a big card", "draw a {+big +}card"),
        ("===== Oil =====", "==== Oil ====", "====[-=-] Oil ====[-=-]"),
        ("one\ntwo", "one two", "one[-\n-]{+ +}two"),
    ],
)
def test_examples(old: str, new: str, expected: str):
    assert shown(word_diff(old, new)) == expected


def test_h06_a_long_text_with_ten_small_changes(shared: Path):
    lines = (shared / "cases/cases.jsonl").read_text(encoding="utf-8").splitlines()
    (case,) = (c for c in map(json.loads, lines) if c["id"] == "h06")
    old, new = (line.partition(": ")[2] for line in case["input"].split("\n"))
    diff = word_diff(old, new)
    assert (side(diff, "-"), side(diff, "+")) == (old, new)
    replaced = [text for op, text in diff if op == "-"]
    assert replaced == ["On", "may", "you have no", "5", "0", "Choose", "a card", "bottom"]
    assert (changed(diff, "-"), changed(diff, "+")) == (11, 11)
    back = word_diff(new, old)
    assert (changed(back, "-"), changed(back, "+")) == (11, 11)
    assert back == mirrored(diff)


@pytest.mark.parametrize(
    "pair",
    [
        "Robots-48-49",
        "Special_Cards_Counters_and_Other_Rules-23-24",
        "Special_Cards_Counters_and_Other_Rules-24-28",
        "World_Champs-12-14",
        "World_Champs-14-15",
    ],
)
def test_no_more_words_than_mediawiki(shared: Path, pair: str):
    fixture = shared / f"fixtures/pristine/api-compare-{pair}.json"
    compared = json.loads(fixture.read_text(encoding="utf-8"))["compare"]
    old, new = (wiki_text(shared, compared[which]) for which in ("fromrevid", "torevid"))
    diff = word_diff(old, new)
    assert (side(diff, "-"), side(diff, "+")) == (old, new)
    for op, tag in (("-", "del"), ("+", "ins")):
        marked = re.findall(
            rf'<{tag} class="diffchange[^"]*">(.*?)</{tag}>', compared["body"], re.DOTALL
        )
        theirs = [html.unescape(text) for text in marked]
        assert changed(diff, op) <= sum(len(WORD.findall(text)) for text in theirs)
        ours = [text for mark, text in diff if mark == op]
        assert sum(len(text.split()) for text in ours) <= sum(len(text.split()) for text in theirs)


def wiki_text(shared: Path, revision: int) -> str:
    """Text of one revision, from what the same MediaWiki gave its API clients."""
    for path in sorted((shared / "fixtures/pristine").glob("api-allrevisions.0*.json")):
        query = json.loads(path.read_text(encoding="utf-8"))["query"]
        for page in query["allrevisions"]:
            for found in page["revisions"]:
                if found["revid"] == revision:
                    text: str = found["slots"]["main"]["content"]
                    return text
    raise LookupError(revision)


def test_texts_too_long_for_words_are_compared_by_lines(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(words, "MOST_PAIRS", 30)
    old = "one two three\nfour five six\nseven eight nine\n"
    new = "one two three\nfour 5 six\nseven eight nine\n"
    assert shown(word_diff(old, new)) == old.replace("five", "[-five-]{+5+}")
    assert word_diff(new, old) == mirrored(word_diff(old, new))


def test_lines_too_long_for_words_are_replaced_as_a_whole(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(words, "MOST_PAIRS", 3)
    assert word_diff("a b c", "a x c") == [("-", "a b c"), ("+", "a x c")]


def test_very_long_texts():
    old = "".join(f"line {n} with some words\n" for n in range(9_000))
    new = old.replace("line 4500 ", "row 4500 ") + "and the end\n"
    diff = word_diff(old, new)
    assert [piece for piece in diff if piece[0] != "="] == [
        ("-", "line"),
        ("+", "row"),
        ("+", "and the end\n"),
    ]


def test_texts_of_a_wikis_largest_size_come_to_an_end():
    old = "otter jug " * 100_000
    new = "jug\nteapot\n" * 100_000
    diff = word_diff(old, new)
    assert (side(diff, "-"), side(diff, "+")) == (old, new)
