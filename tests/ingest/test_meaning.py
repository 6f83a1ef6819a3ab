"""Where an action is played, whether it is standard, and spellings of one set or artist."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.joins.one_name import artists_by_spelling, artists_of, sets_by_spelling
from ingest.meaning import is_standard, played_on


@pytest.mark.parametrize(
    ("text", "where", "standard"),
    [
        ("Draw two cards.", None, True),
        ("", None, True),
        ("Play on a base. Ongoing: It hums.", "a base", False),
        ("Play on a minion.", "a minion", False),
        ("Play on one of your minions. Draw a card.", "one of your minions", False),
        ("Play on another player’s minion.", "another player’s minion", False),
        ("Play on a base that holds your otter. Draw.", "a base that holds your otter", False),
        ("Play on a base and store two cards under this card.", "a base", False),
        ("Special: Before a base scores, draw. Play this card on a minion.", "a minion", False),
        ("Draw a card that can be played on a base.", None, True),
        ("Play an extra minion on a base.", None, True),
        ("Choose an action that was played on a minion.", None, True),
        ("It gains “Play on a base.” until the end.", None, True),
        ("Bury this card. Special: When uncovered, draw.", None, False),
        ("Bury a card from your hand.", None, True),
        ("Place two stasis counters on this action.", None, False),
        ("Place a stasis counter on a minion.", None, True),
        ("Place this on the bottom of your deck.", None, True),
    ],
)
def test_played_on_and_standard(text: str, where: str | None, standard: bool):
    assert played_on(text) == where
    assert is_standard("action", text) is standard
    assert is_standard("minion", text) is None
    assert is_standard("base", text) is None


@pytest.mark.parametrize(
    "odd", ["“", '"', "\n", ". ", "play on ", " and a", "“a", ".\n ", "stasis counter on "]
)
def test_a_text_of_any_length_is_gone_through_once(odd: str):
    """What is odd comes so often that a quadratic search would not come through."""
    text = odd * 200_000
    assert is_standard("action", text) is (played_on(text) is None)
    assert played_on("Play on a base. " + text) == "a base"


@given(st.text())
def test_any_text(text: str):
    where = played_on(text)
    assert where is None or where in text
    assert is_standard("action", text) in (True, False)


def test_spellings_of_sets():
    assert sets_by_spelling({"Big Tea": 1, "Big TEA": 2, "Big Teas": 1, "Bag Tea": 1}) == {
        "Big Tea": "Big TEA",
        "Big TEA": "Big TEA",
        "Big Teas": "Big TEA",
        "Bag Tea": "Bag Tea",
    }
    assert sets_by_spelling({"(box)": 1, "": 1}) == {"(box)": "(box)", "": ""}


@pytest.mark.parametrize(
    ("credit", "names"),
    [
        ("Ada Brook", ["Ada Brook"]),
        ("Ada Brook & Oak Studios", ["Ada Brook", "Oak Studios"]),
        ("Ada Brook, Bo Reed and Oak Studios", ["Ada Brook", "Bo Reed", "Oak Studios"]),
        ("Anders Sandberg.", ["Anders Sandberg"]),
        (" & ", []),
    ],
)
def test_artists_of_a_credit(credit: str, names: list[str]):
    assert artists_of(credit) == names


def test_spellings_of_artists():
    uses = {"Oak Studios": 9, "Studios Oak": 2, "Bryn Marlow": 6, "Brin Marlow": 1, "Bo Reed": 5}
    uses |= {"Jo Reed": 1, "Ada Brook": 3, "Ada Brock": 3, "Ana Brook": 1}
    folded = artists_by_spelling(uses, {})
    assert folded["Studios Oak"] == "Oak Studios"  # the same words
    assert folded["Brin Marlow"] == "Bryn Marlow"  # a rare slip of a name used often
    assert folded["Ada Brock"] == "Ada Brock"  # both are used: two people
    assert folded["Jo Reed"] == "Jo Reed"  # another first letter
    picture = {"Ada Brook": ["Otter.png"], "Ada Brock": ["Otter.png"]}
    folded = artists_by_spelling(uses, picture)
    assert folded["Ada Brock"] == folded["Ada Brook"]  # of one picture


@given(st.dictionaries(st.text(max_size=12), st.integers(1, 9), max_size=12))
def test_every_spelling_stands_for_one(uses: dict[str, int]):
    for folded in (artists_by_spelling(uses, {}), sets_by_spelling(uses)):
        assert set(folded) == set(uses)
        assert all(uses.get(name, 9) >= uses[s] or name not in uses for s, name in folded.items())
