"""Pairs of places in two sequences: equal things, alike things, and which of them changed places.

Every function gives the mirror image when the sequences are exchanged: that is what makes a diff
read backwards the diff the other way round.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import pairwise

Pair = tuple[int, int]  # place in the old sequence, place in the new

# More pairs than this are not weighed one by one: a page of a thousand bullets stays cheap.
MOST_PAIRS = 2500


def pair_equal(olds: Sequence[Hashable], news: Sequence[Hashable]) -> list[Pair]:
    """Pairs of places that hold equal values; several equal ones in their order."""
    places: dict[Hashable, list[int]] = defaultdict(list)
    for place in reversed(range(len(olds))):
        places[olds[place]].append(place)
    return [(places[value].pop(), place) for place, value in enumerate(news) if places.get(value)]


def pair_alike(
    left_old: Sequence[int], left_new: Sequence[int], score: Callable[[int, int], float | None]
) -> list[Pair]:
    """Pairs of places by `score(old, new)`, the highest first; None: not to be paired."""
    if len(left_old) * len(left_new) > MOST_PAIRS:
        return []
    weighed = []
    for i, old in enumerate(left_old):
        for j, new in enumerate(left_new):
            points = score(old, new)
            if points is not None:
                # Ties go by nearness, in a way that is the same from both sides.
                weighed.append((-points, abs(i - j), i + j, old, new))
    pairs: list[Pair] = []
    taken_old: set[int] = set()
    taken_new: set[int] = set()
    for *_, old, new in sorted(weighed):
        if old not in taken_old and new not in taken_new:
            taken_old.add(old)
            taken_new.add(new)
            pairs.append((old, new))
    return pairs


def left_over(pairs: Sequence[Pair], olds: int, news: int) -> tuple[list[int], list[int]]:
    """Places that no pair takes, of so many in the old and the new sequence."""
    taken_old = {old for old, _ in pairs}
    taken_new = {new for _, new in pairs}
    return (
        [place for place in range(olds) if place not in taken_old],
        [place for place in range(news) if place not in taken_new],
    )


def in_new_order(
    pairs: Sequence[Pair], olds: int, news: int
) -> Iterator[tuple[int | None, int | None]]:
    """(old place, new place) of everything in the new order; what is gone, where it stood."""
    partner = {new: old for old, new in pairs}
    gone, _ = left_over(pairs, olds, news)
    told = 0
    for place in range(news):
        before = partner.get(place)
        while before is not None and told < len(gone) and gone[told] < before:
            yield gone[told], None
            told += 1
        yield before, place
    yield from ((place, None) for place in gone[told:])


def moved(pairs: Sequence[Pair], olds: Sequence[str], news: Sequence[str]) -> set[Pair]:
    """The fewest pairs that must have changed places to make the new order of the old one.

    `olds` and `news` name the things at the places: of two neighbours that changed places either
    may be named, but it must be the same one whichever sequence is called the old.
    """
    pairs = sorted(pairs, key=lambda pair: pair[1])
    if all(a[0] < b[0] for a, b in pairwise(pairs)):
        return set()
    backwards = list(news) < list(olds)
    if backwards:
        pairs = [(new, old) for old, new in sorted(pairs)]
    stay = set(_longest_rising([old for old, _ in pairs]))
    gone = {pair for place, pair in enumerate(pairs) if place not in stay}
    return {(old, new) for new, old in gone} if backwards else gone


def _longest_rising(numbers: Sequence[int]) -> Iterator[int]:
    """Places of a longest rising subsequence, the last first (patience sorting)."""
    tops: list[int] = []  # the lowest number that ends a rising subsequence of each length
    places: list[int] = []  # where it stands
    before: list[int | None] = []
    for place, number in enumerate(numbers):
        length = bisect_left(tops, number)
        before.append(places[length - 1] if length else None)
        if length == len(tops):
            tops.append(number)
            places.append(place)
        else:
            tops[length], places[length] = number, place
    last: int | None = places[-1] if places else None
    while last is not None:
        yield last
        last = before[last]
