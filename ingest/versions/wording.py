"""How alike two texts are: the same words, or how much of them."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise

from ingest.folding import fold

_QUOTES = str.maketrans(
    {
        "‘": "'", "’": "'", "‚": "'", "“": '"', "”": '"', "„": '"',
        "\u00a0": " ", "\u202f": " ", "\u200b": "", "\ufeff": "",
    }
)  # fmt: skip


@lru_cache(maxsize=8192)
def wording(text: str) -> str:
    """A text's words without the look of them: single blanks, straight quotes.

    >>> wording("one  “minion’s”\\npower")
    'one "minion\\'s" power'
    """
    return " ".join(text.translate(_QUOTES).split())


def same_wording(old: str | None, new: str | None) -> bool:
    """Whether two texts differ in blanks and quotes at most; None is not the empty text."""
    if old is None or new is None:
        return old is new
    return old == new or wording(old) == wording(new)


def likeness(old: str, new: str) -> float:
    """Share of words and word pairs that two texts have in common, from 0 to 1.

    Pairs count like words: texts of one game share most of their words, but not their order.
    """
    a, b = _grams(old), _grams(new)
    total = a.total() + b.total()
    return 2 * (a & b).total() / total if total else 1.0


def name_likeness(old: str, new: str) -> float:
    """Share of letter pairs that two names have in common, from 0 to 1."""
    a, b = _letter_pairs(old), _letter_pairs(new)
    total = a.total() + b.total()
    return 2 * (a & b).total() / total if total else 1.0


@lru_cache(maxsize=4096)
def _grams(text: str) -> Counter[str]:
    words = fold(text).split()
    return Counter(words) + Counter(map(" ".join, pairwise(words)))


@lru_cache(maxsize=4096)
def _letter_pairs(name: str) -> Counter[str]:
    letters = fold(name)
    return Counter(map("".join, pairwise(letters)))


def word_count(text: str) -> int:
    return len(text.split())
