"""Text into words for finding names: how each is written, and whether its capital means anything.

A capital at the beginning of a sentence, a list item or a quotation is forced; one inside a
sentence is a choice, and on this wiki nearly always tells a name.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import NamedTuple

from ingest.folding import fold, singular
from ingest.mentions.wordlists import FUNCTION_WORDS

# A number with its sign, digits, `&`, or letters with apostrophes inside (`R'lyeh`, `player’s`).
_WORD = re.compile(r"(?<![^\W_])[+\-−–]\d+|\d+|&|[^\W\d_]+(?:['’ʼ`][^\W\d_]+)*")
APOSTROPHES = ("'", "’", "ʼ", "`")
_SIGNS = str.maketrans("−–", "--")
_OPENING = '(“"‘'
_FORCING = re.compile(r"[.!?…:\n|*#(“\"‘]|\s[-–—]\s")
# A full stop after one of these, or after a single letter, ends no sentence.
_ABBREVIATED = {"cf", "eg", "ie", "vs", "etc", "mr", "mrs", "dr", "st", "no"}


class Word(NamedTuple):
    text: str  # as written
    folded: str  # without accents, case and apostrophes; `and` for `&`
    number: str  # the same for singular and plural
    start: int  # where it stands, in characters
    end: int
    capital: bool  # begins with a capital or a digit
    forced: bool  # it has a capital that tells nothing
    possessive: bool
    gap: str  # what stands between the word before it in the line and it


def words(text: str) -> list[Word]:
    """The words of a line in order."""
    found: list[Word] = []
    before = 0
    for match in _WORD.finditer(text):
        written = match[0]
        folded, number, possessive = fold_word(written)
        if not folded:
            continue
        start, end = match.span()
        gap = text[before:start]
        capital = written[0].isupper() or not written[0].isalpha()
        forced = capital and (not found or _forces(gap, found[-1].folded))
        found.append(Word(written, folded, number, start, end, capital, forced, possessive, gap))
        before = end
    return found


@functools.lru_cache(maxsize=50_000)
def fold_word(word: str) -> tuple[str, str, bool]:
    """A word folded, apostrophes closed up; the same for either number; whether it ends in `’s`."""
    folded = "and" if word == "&" else fold(word.translate(_SIGNS)).replace("'", "")
    possessive = folded[-1:] == "s" and word[-2:-1] in APOSTROPHES
    return folded, singular(folded[:-1] if possessive else folded), possessive


def _forces(gap: str, before: str) -> bool:
    """Whether what stands between two words makes the second begin with a capital anyway."""
    if gap in ("", " "):
        return False
    if gap[-1] in _OPENING:
        return True
    if gap[0] == "." and (len(before) == 1 or before in _ABBREVIATED):
        gap = gap[1:]
    return _FORCING.search(gap) is not None


def is_title(line: Sequence[Word], text: str) -> bool:
    """Whether a line writes all its words with capitals, so that none of them tells anything."""
    if text.rstrip().endswith((".", "!", "?", ";", ",")):
        return False
    return all(word.capital or word.folded in FUNCTION_WORDS for word in line)
