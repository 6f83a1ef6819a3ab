"""Words that announce names: `c.f.`, `e.g.`, `such as`, `cards like`; and what they announce."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ingest.mentions.wordlists import FUNCTION_WORDS

_CUES: tuple[tuple[str, str], ...] = (
    ("c.f.", r"\bc\.?\s?f\.(?=[\s,:])|\bcf(?=[\s,:])"),
    ("e.g.", r"\be\.\s?g\.?(?=[\s,:“\"])|\beg(?=[\s,:])"),
    ("cards like", r"\b(?:cards|actions|minions|bases|titans|factions|abilities|tools) like\b"),
    ("such as", r"\bsuch as\b"),
    ("like", r"(?<=\()like\b|(?<=, )like\b"),
)
_CUE = re.compile("|".join(f"({pattern})" for _, pattern in _CUES), re.IGNORECASE)
_ENDING = re.compile(r"[;\n]|[.!?](?=\s+[^\W\d_a-z]|\s*$)")
_SEPARATOR = re.compile(r"\s*(?:,\s*(?:and|or|and/or)\b|,|/|\bor\b|\betc\b\.?)\s*")
_NAME_LIKE = re.compile(r"[^\W\d_a-z][\w'’.!?-]*(?:\s+[\w'’.!?+-]+){0,7}")
LONGEST_LIST = 400  # characters after a cue


class Scope(NamedTuple):
    """What a cue announces."""

    start: int
    end: int
    cue: str


def scopes(text: str) -> list[Scope]:
    """The cues of a text in order, each up to its closing parenthesis or its sentence's end."""
    found: list[Scope] = []
    for match in _CUE.finditer(text):
        cue = _CUES[(match.lastindex or 1) - 1][0]
        start = match.end()
        if text[start : start + 1] in (",", ":"):
            start += 1
        if found and match.start() < found[-1].end:
            found[-1] = found[-1]._replace(end=match.start())
        found.append(Scope(start, _end(text, start), cue))
    return found


def _end(text: str, start: int) -> int:
    depth = 0
    limit = min(len(text), start + LONGEST_LIST)
    for place in range(start, limit):
        character = text[place]
        if character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
            if depth < 0:
                return place
        elif character in ".!?;\n" and depth == 0 and _ENDING.match(text, place):
            return place
    return limit


class Cues:
    """What announces names in a text: links, and cues in words."""

    def __init__(self, links: Sequence[Scope], said: Sequence[Scope]) -> None:
        self.links = links
        self.said = said
        self._link_starts = [scope.start for scope in links]
        self._said_starts = [scope.start for scope in said]

    def at(self, place: int) -> str | None:
        """The cue that announces what stands at a character; None for none."""
        scope = self.link_at(place) or _around(place, self.said, self._said_starts)
        return scope.cue if scope else None

    def link_at(self, place: int) -> Scope | None:
        return _around(place, self.links, self._link_starts)


def _around(place: int, found: Sequence[Scope], starts: Sequence[int]) -> Scope | None:
    number = bisect_right(starts, place) - 1
    return found[number] if number >= 0 and place < found[number].end else None


def items(text: str, scope: Scope) -> Iterator[tuple[int, int]]:
    """Where the items of a scope's list stand, without blanks, quotes and stops around them."""
    begun = scope.start
    for match in [*_SEPARATOR.finditer(text, scope.start, scope.end), None]:
        end = match.start() if match else scope.end
        piece = text[begun:end]
        stripped = piece.strip(" \t“”\"'‘’.:")
        if stripped:
            start = begun + piece.index(stripped)
            yield start, start + len(stripped)
        begun = match.end() if match else end


def looks_like_name(piece: str) -> bool:
    """Whether an item is written as a name: capitals throughout, small words only inside.

    >>> [looks_like_name(p) for p in ("Foggy Bottom", "Heart of Ice", "the otters", "Draw it")]
    [True, True, False, False]
    """
    if not _NAME_LIKE.fullmatch(piece):
        return False
    parts = piece.split()
    return parts[-1][0].isupper() and all(
        part[0].isupper() or part[0].isdigit() or part.casefold() in FUNCTION_WORDS
        for part in parts
    )
