"""Spellings that mean one thing: the names of sets, and the artists in credits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ingest.folding import less_one, letters_apart, name_key, singular

_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")
_BETWEEN = re.compile(r"\s*(?:&|\+|/|;|,|\band\b)\s*")
_FEW = 2  # credits of a name that is likely a slip …
_MANY = 5  # … of one that has so many
_LETTERS = 10  # of two names that differ in one letter, and are long enough to be one


def sets_by_spelling(uses: Mapping[str, int]) -> dict[str, str]:
    """Each spelling of a set's name → the one that stands for all: the most used, without an aside.

    Spellings that differ only in case, punctuation and number are one set. `uses` counts them.
    >>> sets_by_spelling({"Core (base game)": 1, "Core (Base Game)": 3, "Teas": 1, "tea": 2})
    {'Core (base game)': 'Core', 'Core (Base Game)': 'Core', 'Teas': 'tea', 'tea': 'tea'}
    """
    best: dict[str, tuple[int, str]] = {}
    for spelling, count in uses.items():
        told = (-count, without_aside(spelling))
        best[_set_key(spelling)] = min(best.get(_set_key(spelling), told), told)
    return {spelling: best[_set_key(spelling)][1] for spelling in uses}


def without_aside(name: str) -> str:
    """A name without the parenthesis at its end, unless nothing else is there."""
    return _ASIDE.sub("", name) or name


def _set_key(name: str) -> str:
    return " ".join(singular(word) for word in name_key(without_aside(name)).split())


def artists_of(credit: str) -> list[str]:
    """The names in a credit, as written.

    >>> artists_of("Ada Brook & Oak Studios")
    ['Ada Brook', 'Oak Studios']
    """
    return [name for part in _BETWEEN.split(credit) if (name := part.strip(" ."))]


def artists_by_spelling(
    uses: Mapping[str, int], images: Mapping[str, Iterable[str]]
) -> dict[str, str]:
    """Each spelling of an artist's name → the one that stands for all: the most used.

    One artist: the same words in another order; or one letter apart, when both are credited for one
    picture, or a long name has few credits and its double many. `images` are each name's files.
    """
    by_words: dict[tuple[str, ...], list[str]] = {}
    for spelling in uses:
        by_words.setdefault(tuple(sorted(name_key(spelling).split())), []).append(spelling)
    groups = [sorted(group, key=lambda s: (-uses[s], s)) for group in by_words.values()]
    groups.sort(key=lambda group: (-uses[group[0]], group[0]))
    chosen: list[list[str]] = []
    near: dict[str, list[list[str]]] = {}  # a name, less one letter -> groups
    for group in groups:
        keys = list(less_one(name_key(group[0])))
        known = [other for key in keys for other in near.get(key, ())]
        double = next((other for other in known if _is_double(other, group, uses, images)), None)
        if double is not None:
            double += group
            continue
        chosen.append(group)
        for key in keys:
            near.setdefault(key, []).append(group)
    return {spelling: group[0] for group in chosen for spelling in group}


def _is_double(
    known: list[str],
    rare: list[str],
    uses: Mapping[str, int],
    images: Mapping[str, Iterable[str]],
) -> bool:
    if letters_apart(name_key(known[0]), name_key(rare[0]), 1) != 1:
        return False
    files = {file for spelling in known for file in images.get(spelling, ())}
    few = sum(uses[s] for s in rare) <= _FEW and sum(uses[s] for s in known) >= _MANY
    shared = any(file in files for spelling in rare for file in images.get(spelling, ()))
    return shared or (few and len(known[0]) >= _LETTERS)
