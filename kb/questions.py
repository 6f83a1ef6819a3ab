"""A free question understood: its words and their weights, the names in it, what it asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kb.index import Index
from kb.recognition import Lexicon, Span, find_names
from kb.stems import FUNCTION_WORDS, Word, singular, words
from kb.synonyms import Phrase, Synonyms, readings

LONGEST = 1000  # characters of a question that are read
MOST_WORDS = 80

# How much a word counts that carries no subject, or that stands in a recognised name: the name has
# told its card already.
FUNCTION_WEIGHT = 0.12
NAMED_WEIGHT = 0.3


class Unit(NamedTuple):
    """One thing the question says: a word, or a phrase for which only its synonyms count."""

    words: Phrase  # as typed, stems; () where only the others count
    others: tuple[Phrase, ...]  # the game's words for it
    weight: float
    idf: float
    unknown: bool  # neither it nor any other word for it stands in any passage


class Question(NamedTuple):
    text: str
    words: tuple[Word, ...]
    units: tuple[Unit, ...]
    spans: tuple[Span, ...]
    asks_history: bool
    asks_which: bool  # for a card by its effect
    meaning: frozenset[str]  # stems of words whose meaning it may ask
    type: str  # of the card it looks for, "" where that is not said
    power: int | None  # of a card that it describes
    idf: float  # of all units, weighted: what a passage could score at most


# Asks what changed, or compares an older card with the current one.
_HISTORY = re.compile(
    r"\b(?:errata\w*|used to|no longer|any ?more|nerf\w*|buffed\?|re(?:word|work|vis)\w+|edit(?:s|ed)?"
    r"|(?:did|have|has) (?:they|anyone|anybody|somebody|someone) (?:ever )?\w+"
    r"|(?:was|were|been|got|get|has|is|always) (?:\w+ )?(?:changed|fixed|corrected|updated|edited"
    r"|removed|patched|capped|always)|still (?:true|a thing|valid|the case|current|the same)"
    r"|(?:old|older|earlier|former|previous|first|original|new|newer|latest|printed) (?:version"
    r"|wording|text|card|copy|print\w*|rule|ruling|set|edition)|my (?:old|printed|copy)|misprint\w*"
    r"|original(?:ly)?|previous(?:ly)?|former(?:ly)?|worded|wording|history|differ\w* from"
    r"|(?:when|what) (?:did|has|have) (?:they|it)|since when|is that new|as printed)\b",
    re.IGNORECASE,
)
_CARD = r"(?:card|minion|action|base|titan|monster|treasure|guy|dude|one)s?"
# Looks for a card by what it does.
_WHICH = re.compile(
    rf"\b(?:which|what) (?:\w+ ){{0,3}}{_CARD}\b|\bwhich \w+ (?:\w+s|can|lets?)\b"
    rf"|\b(?:looking for|find|search(?:ing)? for|is there|are there|name|list|any) (?:\w+ ){{0,3}}{_CARD}\b"
    rf"|^\W*(?:(?:a|an|the|that) )?(?:\w+ ){{0,2}}{_CARD} (?:that|which|who)\b",
    re.IGNORECASE,
)
# Words beside which a word stands that a question asks the meaning of.
_MEANING = frozenset(
    """mean means meant meaning define defined definition term phrase word wording say says said tell
    tells written read reads difference count counts counted considered called refer refers""".split()
)
MEANING_REACH = 3  # words between such a word and the one that is asked about
_POWER = re.compile(r"\b(\d{1,2})[ -]?(?:power|strength)|\b(?:power|strength)[ -](\d{1,2})\b", re.I)
_TYPES = {"minion": "minion", "guy": "minion", "dude": "minion", "monster": "minion",
          "action": "action", "base": "base", "titan": "titan"}  # fmt: skip


def understand(text: str, lexicon: Lexicon, index: Index, synonyms: Synonyms) -> Question:
    """Read a question against the names and the index of a knowledge base."""
    text = text[:LONGEST]
    found = words(text)[:MOST_WORDS]
    rarest = index.idf("text", "")
    commonest = index.idf_of(index.count)

    def rarity(stem: str) -> float:
        return (index.idf("text", stem) - commonest) / (rarest - commonest)

    spans = find_names(found, lexicon, rarity)
    units = _units(found, spans, index, synonyms)
    asks_which = bool(_WHICH.search(text))
    return Question(
        text=text,
        words=tuple(found),
        units=tuple(units),
        spans=tuple(spans),
        asks_history=bool(_HISTORY.search(text)),
        asks_which=asks_which,
        meaning=frozenset(_beside_meaning(found)),
        type=_type(found) if asks_which else "",
        power=_power(text),
        idf=sum(unit.weight * unit.idf for unit in units) or 1.0,
    )


def _beside_meaning(found: list[Word]) -> Iterator[str]:
    for place, word in enumerate(found):
        if word.folded in _MEANING:
            start = max(0, place - MEANING_REACH)
            yield from (other.stem for other in found[start : place + MEANING_REACH + 1])


def _type(found: list[Word]) -> str:
    """The type of card looked for: the first that is named, unless `card` stands before it."""
    for word in found:
        if singular(word.folded) in ("card", "faction"):
            return ""
        if singular(word.folded) in _TYPES:
            return _TYPES[singular(word.folded)]
    return ""


def _power(text: str) -> int | None:
    found = _POWER.search(text)
    return int(found[1] or found[2]) if found else None


def _units(
    found: list[Word], spans: list[Span], index: Index, synonyms: Synonyms
) -> list[Unit]:
    named = {
        place: span.strength
        for span in reversed(spans)
        if span.names[0].kind in ("card", "faction", "listed", "titan")
        for place in range(span.start, span.end)
    }
    said = readings([word.stem for word in found], synonyms)
    others = {start: phrases for start, end, phrases in said if end - start == 1}
    units: dict[Phrase, Unit] = {}
    for place, word in enumerate(found):
        weight = FUNCTION_WEIGHT if word.folded in FUNCTION_WORDS else 1.0
        weight *= 1 - (1 - NAMED_WEIGHT) * named.get(place, 0.0)
        unit = _unit((word.stem,), others.get(place, ()), weight, index)
        units.setdefault(unit.words, unit)
    for start, end, phrases in said:
        if end - start > 1:
            weight = 1 - (1 - NAMED_WEIGHT) * max(named.get(n, 0.0) for n in range(start, end))
            unit = _unit((), phrases, weight, index)
            units.setdefault(tuple(word.stem for word in found[start:end]), unit)
    return list(units.values())


def _unit(typed: Phrase, others: tuple[Phrase, ...], weight: float, index: Index) -> Unit:
    known = [index.idf("text", word) for word in typed if index.frequency("text", word)]
    known += [max(index.idf("text", word) for word in other) for other in others]
    unknown = not known and not any(index.frequency("heading", word) for word in typed)
    return Unit(typed, others, weight, max(known, default=index.idf("text", "")), unknown)
