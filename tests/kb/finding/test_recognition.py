"""Names found inside free questions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.folding import name_key
from kb.finding.recognition import Lexicon, Name, NameKind, find_names
from kb.finding.stems import stem, words

COMMON = set(map(stem, ("minion", "base", "play", "power", "move", "card", "destroy", "ghost")))
CARDS = [
    *("Rampage", "Ram", "Quick Draw", "Overgrowth", "Servitor of the Deep", "Little Bo Peep"),
    *("Plateau of Leng", "The Kraken", "Ghost", "Ghostly Arrival", "Cthulhu’s Chosen", "Site Seer"),
    *("Microbot Alpha", "Microbot Fixer", "Tenacious Z", "Field of Honor", "Drum Site"),
    *("They Say It Is So", "Little Green Man"),
]


def name(kind: NameKind, number: int, text: str) -> Name:
    return Name(kind, number, text, "Animals", "Animals", 1, name_key(text))


LEXICON = Lexicon(
    [
        *(name("card", number, text) for number, text in enumerate(CARDS)),
        name("card", 90, "Mummy"),
        name("card", 91, "Mummy"),
        name("faction", 1, "Dinosaurs"),
        name("faction", 2, "Bear Cavalry"),
        name("term", 1, "Move"),
        name("listed", 0, "Wizards"),
    ],
    ordinary={"gunfight", "littl"},
)


def rarity(word: str) -> float:
    """As in a wiki where the common words stand everywhere and those of names in some passages."""
    if word in COMMON:
        return 0.3
    return 0.9 if LEXICON.knows(word) else 1.0


def found(question: str) -> dict[str, str]:
    spans = find_names(words(question), LEXICON, rarity)
    return {span.names[0].name: span.how for span in spans if span.strength >= 0.3}


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("I Rampaged a base", {"Rampage": "exact"}),
        ("rampage", {"Rampage": "exact"}),
        ("the ram moves", {"Ram": "exact", "Move": "exact"}),
        ("quickdraw before the fight", {"Quick Draw": "joined"}),
        ("my over growth is gone", {"Overgrowth": "joined"}),
        ("Servitor dies", {"Servitor of the Deep": "partial"}),
        ("Bo Peep says no", {"Little Bo Peep": "partial"}),
        ("what if they say it is so", {"They Say It Is So": "exact"}),
        ("my little brother", {}),
        ("leng plateu", {"Plateau of Leng": "partial"}),
        ("two krakens", {"The Kraken": "exact"}),
        ("Ghostly Arrival", {"Ghostly Arrival": "exact"}),
        ("cthulhus chosen", {"Cthulhu’s Chosen": "exact"}),
        ("tenatious z", {"Tenacious Z": "typo"}),
        ("Field of Honour", {"Field of Honor": "typo"}),
        ("which dino is best", {"Dinosaurs": "partial"}),
        ("cavalry cards", {"Bear Cavalry": "partial"}),
        ("a wizard did it", {"Wizards": "exact"}),
        ("both mummies", {"Mummy": "exact"}),
    ],
)
def test_recognised(question: str, names: dict[str, str]):
    assert found(question) == names


@pytest.mark.parametrize(
    "question",
    [
        "he sits on the base",  # not Site Seer or Drum Site
        "the gunfight ended",  # an ordinary word, not a misspelt name
        "what is a card",
        "rummy",  # too far in too short a word
        "",
    ],
)
def test_not_recognised(question: str):
    assert found(question) == {}


def test_all_cards_of_one_name():
    (span,) = find_names(words("Mummy?"), LEXICON, rarity)
    assert {one.id for one in span.names} == {90, 91}


def test_common_word_is_weaker_than_a_rare_one():
    (ghost,) = find_names(words("ghost"), LEXICON, rarity)
    (kraken,) = find_names(words("kraken"), LEXICON, rarity)
    assert ghost.strength < kraken.strength


@given(st.lists(st.sampled_from([*CARDS, "the", "moves", "wizzard", "bo", "?", "12"]), max_size=12))
def test_spans_stay_inside_and_apart(parts: list[str]):
    question = words(" ".join(parts))
    spans = find_names(question, LEXICON, rarity)
    for span in spans:
        assert 0 <= span.start < span.end <= len(question)
        assert 0 <= span.strength <= 1
    for kind in (True, False):
        taken = [
            place
            for span in spans
            if (span.names[0].kind == "term") == kind
            for place in range(span.start, span.end)
        ]
        assert len(taken) == len(set(taken))


@given(st.sampled_from(CARDS), st.sampled_from(["{}", "{}?", "can {} do it", "my {} died"]))
def test_every_name_finds_itself(card: str, question: str):
    assert card in {
        one.name
        for span in find_names(words(question.format(card)), LEXICON, rarity)
        for one in span.names
    }
