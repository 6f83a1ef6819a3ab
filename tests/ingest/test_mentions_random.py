"""What holds for the mentions of any text at all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.mentions import Name, Names, Place, find
from ingest.records import Link
from tests.ingest.mention_names import HELD, NAMES

PIECES = [
    *(name.name for name in HELD),
    *(
        "c.f.",
        "e.g.",
        "(",
        ")",
        "cards like",
        "such as",
        ",",
        ".",
        "\n",
        "* ",
        " | ",
        "“",
        "”",
        "’s",
    ),
    *(
        "the",
        "The",
        "a",
        "Foo",
        "draws",
        "is",
        "of",
        "and",
        "VP",
        "+1",
        "İ",
        "ﬁ",
        "Ω",
        "\u0301",
        "\0",
    ),
]
texts = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join),
    st.lists(st.sampled_from(PIECES), max_size=40).map("".join),
)
places = st.builds(
    Place,
    page=st.sampled_from(["", "Otters", "Teapots", "Odd Decks"]),
    kind=st.sampled_from(["card", "term", "rule", None]),
    name=st.sampled_from(["", "Raft", "Play", "Burying"]),
    deck=st.sampled_from(["", "Otters", "Gloom"]),
    register=st.sampled_from(["rules", "prose", "flavour"]),
    links=st.lists(
        st.builds(
            Link, st.sampled_from(PIECES), st.sampled_from(["Otters", "Odd Decks#Burying", ""])
        ),
        max_size=3,
    ).map(tuple),
)


@given(texts, places)
@settings(max_examples=400, deadline=None)
def test_spans_lie_in_the_text_and_apart(text: str, place: Place):
    found = find(text, NAMES, place)
    assert find(text, NAMES, place) == found
    reached = (0, 0)
    for mention in found:
        span = (mention.start, mention.end)
        assert 0 <= mention.start < mention.end <= len(text)
        assert mention.written == text[mention.start : mention.end]
        assert (
            span == reached or mention.start >= reached[1]
        )  # several bearers of one name share it
        assert (mention.id is None) == (mention.page is None)
        assert mention.cue in ("c.f.", "e.g.", "such as", "cards like", "like", "link", "plain")
        assert "\n" not in mention.written or mention.cue == "link"
        reached = span
    assert len(set(found)) == len(found)


@given(st.text(max_size=300), st.lists(st.text(max_size=20), max_size=8))
@settings(max_examples=200, deadline=None)
def test_any_names_and_any_text(text: str, spellings: list[str]):
    kinds = ("card", "faction", "term", "rule", "set")
    names = [
        Name(kinds[n % 5], n, spelling, "Page", "Deck")  # type: ignore[arg-type]
        for n, spelling in enumerate(spellings)
    ]
    for mention in find(text + " ".join(spellings), Names(names), Place("Page", "rule", "x")):
        assert mention.written


WORDS = st.sampled_from(["Amber", "Bottle", "Copper", "Dapper", "Ember", "Fumble", "Gusty"])
LONG_NAMES = st.lists(
    st.lists(WORDS, min_size=2, max_size=4).map(" ".join), min_size=1, unique=True
)


@given(LONG_NAMES, st.data())
@settings(max_examples=200, deadline=None)
def test_the_longest_name_is_found_wherever_it_stands(spellings: list[str], data: st.DataObject):
    names = Names([Name("card", n, spelling, "Page") for n, spelling in enumerate(spellings)])
    chosen = data.draw(st.lists(st.sampled_from(spellings), max_size=6))
    text = "Take " + " then ".join(chosen) + "."
    assert [m.name for m in find(text, names)] == chosen


@given(st.sampled_from([n for n in HELD if n.kind == "card" and n.id]), texts)
@settings(max_examples=200, deadline=None)
def test_a_card_never_names_itself(name: Name, text: str):
    place = Place(name.page or "", "card", name.name, name.deck)
    assert name.name not in {m.name for m in find(text, NAMES, place) if m.kind == "card"}


@pytest.mark.parametrize(
    "piece",
    [
        "(",
        "[",
        "''",
        "e.g. ",
        "c.f. (",
        "Foo ",
        "Otter ",
        "Raft, ",
        "the ",
        "A",
        "“",
        " | ",
        "\n* ",
        "of ",
    ],
)
def test_hostile_repetition(piece: str):
    find(piece * 20_000, NAMES, Place("Otters", "rule", "x", "Otters", "prose"))
