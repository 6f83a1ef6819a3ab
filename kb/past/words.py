"""What changed between two texts, word by word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

Op = Literal["=", "-", "+"]
Diff = list[tuple[Op, str]]
Pair = tuple[int, int]  # place in the old sequence, place in the new

# MediaWiki's words (WordLevelDiff): runs of letters, digits, underscores and all that is not ASCII;
# blanks; every other character alone, line ends among them.
_TOKEN = re.compile(r"[0-9A-Za-z_\u0080-\U0010ffff]+|[ \t\r\f\v]+|[\s\S]")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")

# Comparing every old word with every new one takes a bit of memory for each pair: 25 MB. Longer
# texts are compared by lines first, and what is too long even then counts as replaced as a whole.
MOST_PAIRS = 200_000_000


def word_diff(old: str, new: str) -> Diff:
    """The pieces of both texts in order: kept `=`, only in the old `-`, only in the new `+`.

    `=` and `-` pieces joined are the old text, `=` and `+` the new. No piece begins or ends within
    a word, as few words as possible are changed (in texts up to some 14,000 words), and the diff of
    new and old is the mirror image. Of what was replaced the old comes first.

    >>> word_diff("Draw two cards.", "Draw three cards.")
    [('=', 'Draw '), ('-', 'two'), ('+', 'three'), ('=', ' cards.')]
    """
    if (len(new), new) < (len(old), old):
        return list(_in_order(_mirrored(word_diff(new, old))))
    a, b = _TOKEN.findall(old), _TOKEN.findall(new)
    if _too_many(a, b):
        return list(_in_order(_by_lines(old, new)))
    return list(_in_order(_by_words(a, b)))


def _too_many(a: Sequence[str], b: Sequence[str]) -> bool:
    return sum(map(_is_word, a)) * sum(map(_is_word, b)) > MOST_PAIRS


def _mirrored(diff: Diff) -> Iterator[tuple[Op, str]]:
    other: dict[Op, Op] = {"=": "=", "-": "+", "+": "-"}
    return ((other[op], text) for op, text in diff)


def _in_order(pieces: Iterator[tuple[Op, str]]) -> Iterator[tuple[Op, str]]:
    """Pieces joined to runs, of each replacement the old text first; nothing empty."""
    gone = come = ""
    kept = ""
    for op, text in pieces:
        if op == "=":
            if gone or come:
                yield from _run(kept, gone, come)
                kept = gone = come = ""
            kept += text
        elif op == "-":
            gone += text
        else:
            come += text
    yield from _run(kept, gone, come)


def _run(kept: str, gone: str, come: str) -> Iterator[tuple[Op, str]]:
    run: tuple[tuple[Op, str], ...] = (("=", kept), ("-", gone), ("+", come))
    return ((op, text) for op, text in run if text)


def _by_lines(old: str, new: str) -> Iterator[tuple[Op, str]]:
    a, b = _LINE.findall(old), _LINE.findall(new)
    for op, gone, come in _around(a, b, _common(a, b)):
        if op == "=":
            yield "=", gone
            continue
        words, others = _TOKEN.findall(gone), _TOKEN.findall(come)
        if _too_many(words, others):
            yield from (("-", gone), ("+", come))
        else:
            yield from _by_words(words, others)


def _by_words(a: Sequence[str], b: Sequence[str]) -> Iterator[tuple[Op, str]]:
    """Words decide what stays; blanks and signs stay where they touch a word that does."""
    places_a = [place for place, token in enumerate(a) if _is_word(token)]
    places_b = [place for place, token in enumerate(b) if _is_word(token)]
    common = _common([a[place] for place in places_a], [b[place] for place in places_b])
    kept = [(places_a[old], places_b[new]) for old, new in common]
    for op, gone, come in _around(a, b, _with_neighbours(a, b, kept)):
        if op == "=":
            yield "=", gone
        else:
            yield from (("-", gone), ("+", come))


def _is_word(token: str) -> bool:
    return token[0].isalnum() or token[0] == "_" or token[0] > "\x7f"


def _with_neighbours(a: Sequence[str], b: Sequence[str], kept: Sequence[Pair]) -> list[Pair]:
    """Kept places and the equal tokens that touch them."""
    pairs: list[Pair] = []
    edges = [(-1, -1), *kept, (len(a), len(b))]
    for (old, new), (next_old, next_new) in pairwise(edges):
        if old >= 0:
            pairs.append((old, new))
        old, new = old + 1, new + 1
        while old < next_old and new < next_new and a[old] == b[new]:
            pairs.append((old, new))
            old, new = old + 1, new + 1
        ending: list[Pair] = []
        while next_old > old and next_new > new and a[next_old - 1] == b[next_new - 1]:
            next_old, next_new = next_old - 1, next_new - 1
            ending.append((next_old, next_new))
        pairs += reversed(ending)
    return pairs


def _around(
    a: Sequence[str], b: Sequence[str], kept: Sequence[Pair]
) -> Iterator[tuple[Literal["=", "~"], str, str]]:
    """Kept runs, and between them what was replaced (`~`) by what."""
    old = new = 0
    for next_old, next_new in [*kept, (len(a), len(b))]:
        if old < next_old or new < next_new:
            yield "~", "".join(a[old:next_old]), "".join(b[new:next_new])
        if next_old < len(a):
            yield "=", a[next_old], b[next_new]
        old, new = next_old + 1, next_new + 1


# ---------------------------------------------------------------- longest common subsequence


def _common(a: Sequence[str], b: Sequence[str]) -> list[Pair]:
    """Places of a longest common subsequence; none when there are too many pairs to look at."""
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    end = 0
    while end < min(len(a), len(b)) - start and a[-1 - end] == b[-1 - end]:
        end += 1
    middle: list[Pair] = []
    inner_a, inner_b = a[start : len(a) - end], b[start : len(b) - end]
    if len(inner_a) * len(inner_b) <= MOST_PAIRS:
        middle = [(old + start, new + start) for old, new in _longest_common(inner_a, inner_b)]
    ending = [(len(a) - place, len(b) - place) for place in range(end, 0, -1)]
    return [(place, place) for place in range(start)] + middle + ending


def _longest_common(a: Sequence[str], b: Sequence[str]) -> list[Pair]:
    """Hyyrö's bit-parallel algorithm: a row of the table is one integer, a bit for each of `a`.

    A bit of a row is 0 where the row's subsequence grows by one from the place before it.
    """
    where: dict[str, int] = {}
    for place, token in enumerate(a):
        where[token] = where.get(token, 0) | 1 << place
    full = (1 << len(a)) - 1
    row = full
    rows = []
    for token in b:
        found = row & where.get(token, 0)
        row = (row + found | row - found) & full
        rows.append(row)
    pairs: list[Pair] = []
    old, new = len(a) - 1, len(b) - 1
    while old >= 0 and new >= 0:
        if rows[new] >> old & 1:
            old -= 1
        elif new and not rows[new - 1] >> old & 1:
            new -= 1
        else:
            pairs.append((old, new))
            old, new = old - 1, new - 1
    return pairs[::-1]
