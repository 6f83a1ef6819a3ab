"""What counts as the same word."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.finding.stems import FUNCTION_WORDS, stem, stems, words


@pytest.mark.parametrize(
    "forms",
    [
        "play plays played playing",
        "move moves moved moving",
        "score scores scored scoring",
        "control controls controlled controlling",
        "bury buries buried burying",
        "ability abilities",
        "zombie zombies",
        "die dies died",
        "use uses used using",
        "cancel cancelled canceled canceling",
        "Cthulhu Cthulhus Cthulhu's Cthulhu’s",
        "princess princesses",
        "base bases based",
        "Séance seance SEANCES",
    ],
)
def test_forms_of_one_word_share_a_stem(forms: str):
    assert len(set(stems(forms))) == 1


@pytest.mark.parametrize(
    "words_apart",
    ["player play", "owner own", "counter count", "king kin", "minion mini", "wing win", "red re"],
)
def test_different_words_stay_apart(words_apart: str):
    one, other = stems(words_apart)
    assert one != other


def test_signs_and_numbers():
    assert stems("+1 power, −2 power, 3VP, 3-power, first-mate") == [
        *("+1", "power", "-2", "power", "3", "vp", "3", "power", "first", "mat")
    ]


def test_function_words_are_their_own_stems():
    assert {stem(word) for word in FUNCTION_WORDS} == FUNCTION_WORDS


@given(st.text(max_size=200))
def test_places_are_those_of_the_words(text: str):
    found = words(text)
    assert [word.stem for word in found] == stems(text)
    ends = [0, *(word.end for word in found)]
    for end, word in zip(ends, found, strict=False):
        assert end <= word.start < word.end <= len(text)


@given(st.text(alphabet="aeinorstéüñç ’'", max_size=80))
def test_composed_or_not_makes_no_difference(text: str):
    assert stems(unicodedata.normalize("NFC", text)) == stems(unicodedata.normalize("NFD", text))
