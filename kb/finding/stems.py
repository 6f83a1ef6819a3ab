"""Text into words for finding: what counts as the same word in a question and in a passage.

One place for both sides, the index and the question. Words are folded (ingest.folding) and brought
to a stem by a light stemmer: plurals, possessives, -ed and -ing. It never joins words that the game
keeps apart (`player` and `play`, `owner` and `own`), as Porter's would.
"""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

from ingest.folding import fold

# A number with its sign, digits, or letters with apostrophes inside (`R'lyeh`, `player’s`).
# Accents may stand as marks of their own (NFD).
_LETTERS = r"(?:[^\W\d_][\u0300-\u036f]*)+"
_WORD = re.compile(rf"(?<![^\W_])[+\-−–]\d+|\d+|{_LETTERS}(?:['’ʼ`]{_LETTERS})*")
_SIGNS = str.maketrans("−–", "--")

# Words that carry no subject. Left in the index, since a glossary explains some of them
# (`May`, `When`, `You`); in a question they count for little.
_FUNCTION_WORDS = """
    a about again all also although always am an and any anybody anymore anyone anything are as
    at be because been before being both but by can cannot cant could couldnt did didnt do does
    doesnt doing done dont each either else ever every everybody everyone everything for from
    get gets getting go goes going gonna got gotta had has hasnt have havent having he hed her
    here hers him his how however i id if ill im in into is isnt it its itself ive just know let
    lets like lol made make makes many may maybe me mean means might mine much must my myself
    need neither never no nobody nor not now of off oh ok okay on one only onto or other others
    our ours out over own please pls really right said same say says see she should so some
    somebody somehow someone something still such sure than that thats the their theirs them
    then there theres these they theyre thing things think this those though thus till to too
    until up upon us very want wants was wasnt way we well were what whats when where whether
    which while who whoever whom whos whose why will with within without wont work works would
    wouldnt yes yet you your youre yours
"""
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())


class Word(NamedTuple):
    folded: str  # without accents, case and apostrophes
    stem: str
    start: int  # where it stands in the text, in characters
    end: int


def words(text: str) -> list[Word]:
    """The words of a text in order, with their places.

    >>> [w.stem for w in words("The player’s Séances were used: +1 power, 3VP")]
    ['the', 'player', 'seanc', 'were', 'use', '+1', 'power', '3', 'vp']
    """
    found = []
    for match in _WORD.finditer(text):
        folded = fold_word(match[0])
        if folded:
            found.append(Word(folded, stem(folded), match.start(), match.end()))
    return found


def stems(text: str) -> list[str]:
    """The stems of a text's words in order."""
    return [found for word in _WORD.findall(text) if (found := _stem_of(word))]


@functools.lru_cache(maxsize=20_000)
def _stem_of(word: str) -> str:
    """Stem of a word as written; "" where nothing is left of it."""
    return stem(fold_word(word))


@functools.lru_cache(maxsize=20_000)
def fold_word(word: str) -> str:
    """One word folded, apostrophes closed up: `Cthulhu’s` is `cthulhus`."""
    if word.isascii():
        return word.casefold().replace("'", "").replace("`", "")
    return fold(word.translate(_SIGNS)).replace("'", "")


@functools.lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Stem of a folded word; words without a subject stay as they are.

    >>> [stem(w) for w in ("minions", "buried", "abilities", "shuffling", "killed", "princess")]
    ['minion', 'buri', 'abiliti', 'shufl', 'kil', 'princes']
    """
    if len(word) < 3 or word in FUNCTION_WORDS or not word.isalpha():
        return word
    word = _without_ending(singular(word))
    if len(word) > 3 and word[-1] == "e":
        word = word[:-1]
    if len(word) > 2 and word[-1] == "y" and word[-2] not in "aeiou":
        word = word[:-1] + "i"  # `ability` and `abilities`, `zombie` and `zombies`
    return _undoubled(word)


def _undoubled(word: str) -> str:
    """Without the second of two equal consonants at the end, or before a last l (`shuffl`)."""
    end = len(word) - 1 if word[-1] == "l" and word[-2] != "l" else len(word)
    if end > 2 and word[end - 1] == word[end - 2] not in "aeiouy":
        return word[: end - 1] + word[end:]
    return word


_VOWEL = re.compile("[aeiouy]")


def singular(word: str) -> str:
    """A folded word without its plural or possessive ending."""
    if len(word) < 3:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith("ss") and len(word) > 1:
        return word[:-1]
    return word


def _without_ending(word: str) -> str:
    if word.endswith("ied"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith("ed") and not word.endswith("eed"):
        rest = word[:-2]
    elif word.endswith("ing"):
        rest = word[:-3]
    else:
        return word
    if len(rest) == 2 and rest[0] in "aeiou" and rest[1] not in "aeiouy":
        return rest + "e"  # `used`, `using`
    return rest if len(rest) > 2 and _VOWEL.search(rest) else word
