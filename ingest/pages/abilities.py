"""A card's printed text: the numbers before it, and its abilities by their labels."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ingest.records import Ability

_DASH = r"[-–—−‑:.;|/]"
_LABELS = "Ongoing|Special|Talent|Fusion"
# What ends a number: the parenthesis that it stands in, a dash, the end of its line, a label.
_AFTER = (
    rf"(?:\s*\)\s*(?:{_DASH}\s*)?|\s*{_DASH}(?=\D|$)\s*|\s*(?:\n|$)\s*"
    rf"|\s+(?=(?:{_LABELS})\s*:))"
)
_POWER = re.compile(rf"\(?\s*Power\s*:?\s*([-−]?\d{{1,4}}){_AFTER}", re.IGNORECASE)
_BREAKPOINT = re.compile(
    rf"\(?\s*Break\s?point\s*:?\s*(\d{{1,4}})(?:{_AFTER}|[\s,]+(?=VPs?\b))", re.IGNORECASE
)
_VPS = re.compile(
    r"\(?\s*(?:VPs?|Victory Points?)\s*:?\s*"
    rf"(\d{{1,3}}(?:(?:\s*[,/]\s*|\s+|[-–])\d{{1,3}}\b)*)(?:{_AFTER}|\s+(?=[^\W\d]|[“\"]))",
    re.IGNORECASE,
)
_TREASURES = re.compile(r"(\d{1,3})\s+Treasures?\b", re.IGNORECASE)
_ODD_NUMBER = re.compile(
    r"\(?\s*(?:Power|Break\s?point)\s*:?\s*(?:[*?]|X\b|\d{1,9}\s*[^\w\s,])", re.IGNORECASE
)

_LABEL = re.compile(rf"\b({_LABELS})(?:\s*:|(?<=Fusion)\s+[-–—](?=\s))\s*")
_QUOTED = re.compile(r"[“\"„«][^“”\"„«»]*[”\"“»]|‘[^‘\n]*?’(?!\w)")
_OPENING_QUOTES = "“\"„«‘'"


@dataclass(frozen=True, slots=True)
class Printed:
    """What stands before an ability's text, and the text."""

    text: str
    power: int | None = None
    breakpoint: int | None = None
    vps: tuple[int, ...] | None = None

    @property
    def treasures(self) -> int | None:
        """The number of treasures that a monster's text begins with."""
        match = _TREASURES.match(self.text)
        return int(match[1]) if match else None

    @property
    def is_odd(self) -> bool:
        """Whether a number is still there that no notation explains."""
        return _ODD_NUMBER.match(self.text) is not None


def read_printed(text: str) -> Printed:
    """Split a card's plain text into the numbers printed before it and the rest.

    Notations: `Power 3 - …`, `Power3 – …`, `(Power 3) …`, `Power 3` alone, `Breakpoint 20 - VPs: 4
    2 1 - …`, each on its own line or not. `Power 3 or less …` is no prefix.
    """
    power = breakpoint = vps = None
    at = 0
    while at < len(text):
        if power is None and (match := _POWER.match(text, at)):
            power = int(match[1].replace("−", "-"))
        elif breakpoint is None and (match := _BREAKPOINT.match(text, at)):
            breakpoint = int(match[1])
        elif vps is None and (match := _VPS.match(text, at)):
            vps = tuple(int(number) for number in re.findall(r"\d+", match[1]))
        else:
            break
        at = match.end()
    return Printed(text[at:].strip(), power, breakpoint, vps)


def read_abilities(text: str) -> tuple[Ability, ...]:
    """Abilities of a card's text in order: each label with what follows it, up to the next.

    What stands before the first label has the label None: it happens when the card is played. A
    label is a capitalised word with a colon (Fusion also with a dash), outside quotation marks.
    """
    quoted = _QUOTED.finditer(text)
    span = next(quoted, None)
    abilities: list[Ability] = []
    label, at = None, 0
    for match in _LABEL.finditer(text):
        while span is not None and span.end() <= match.start():
            span = next(quoted, None)
        if span is not None and span.start() < match.start():
            continue
        if text[match.start() - 1 : match.start()] in tuple(_OPENING_QUOTES):
            continue
        _add(abilities, label, text[at : match.start()])
        label, at = match[1], match.end()
    _add(abilities, label, text[at:])
    return tuple(abilities)


def _add(abilities: list[Ability], label: str | None, text: str) -> None:
    if label is not None or text.strip():
        abilities.append(Ability(label, text.strip()))
