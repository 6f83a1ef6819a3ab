"""A free question understood: its words and their weights, the names in it, what it asks for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from kb.finding.recognition import Lexicon, Span, find_names
from kb.finding.stems import FUNCTION_WORDS, Word, singular, words
from kb.finding.synonyms import Phrase, Synonyms, readings
from kb.index.reading import Index

LONGEST = 1000  # characters of a question that are read
MOST_WORDS = 80
MOST_UNITS = 40  # of these words and phrases, those that tell most

# How much a word counts that carries no subject, or that stands in a recognised name: the name has
# told its card already.
FUNCTION_WEIGHT = 0.35
NAMED_WEIGHT = 0.4


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
    units: tuple[Unit, ...]  # what tells most first
    spans: tuple[Span, ...]
    asks_history: bool
    asks_which: bool  # for a card by its effect
    meaning: frozenset[str]  # stems of words whose meaning it may ask
    type: str  # or special deck of the card it looks for, "" where that is not said
    power: int | None  # of a card that it describes
    idf: float  # of all units, weighted: what a passage could score at most


# Asks what changed, or compares an older card with the current one: any of these words or phrases.
_HISTORY = frozenset(
    [
        *("errata", "erratum", "nerfed", "nerf", "reworded", "reword", "reworked", "revised"),
        *("edited", "edit", "edits", "anymore", "misprint", "original", "originally", "worded"),
        *("previously", "formerly", "wording", "history", "patched", "updated", "corrected"),
        *("used to", "no longer", "any more", "since when", "is that new", "as printed"),
        *("did they", "have they", "has anyone", "has anybody", "has somebody", "did anyone"),
        *("was changed", "got changed", "been changed", "get changed", "was fixed", "got fixed"),
        *("been fixed", "was removed", "been removed", "been capped", "that capped", "was capped"),
        *("still true", "still a thing", "still valid", "still current"),
        *("still the case", "still the same", "when did", "what did they", "differs from"),
        *("my printed", "my copy", "printed card", "printed text", "printed version"),
        *(f"{age} {what}" for age in ("old", "older", "earlier", "former", "previous", "first")
          for what in ("version", "wording", "text", "card", "rule", "ruling", "set", "edition")),
        *(f"{age} {what}" for age in ("new", "newer", "latest", "current")
          for what in ("version", "wording", "text", "printing", "edition")),
        *("my old", "was worded"),
    ]
)  # fmt: skip
_PAST = frozenset(("was", "were", "did", "been"))  # with `always`: was it ever otherwise?
_TYPES = {"minion": "minion", "guy": "minion", "dude": "minion", "monster": "monster",
          "action": "action", "spell": "action", "base": "base", "location": "base",
          "titan": "titan", "treasure": "treasure"}  # fmt: skip
_ASKS = frozenset(("which", "what", "whats", "find", "any", "name", "list"))
_CARDS = frozenset(("card", *_TYPES))
_RELATIVE = frozenset(("that", "which", "who", "where"))
_NO_CARD = frozenset(("about", "if", "happen", "does", "do", "is"))  # after `what`
_DECKS = frozenset(("deck", "faction", "card", "team"))
WHICH_REACH = 4  # words between `which` and the kind of card
# Words beside which a word stands that a question asks the meaning of.
_MEANING_WORDS = """
    mean means meant meaning define defined definition term phrase word wording say says said
    tell tells written read reads difference count counts counted considered called refer refers
"""
_MEANING = frozenset(_MEANING_WORDS.split())
_QUOTES = ("'", '"', "‘", "’", "“", "”", "`")
MEANING_REACH = 3  # words between such a word and the one that is asked about


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
    asks_which = _asks_which(found)
    return Question(
        text=text,
        words=tuple(found),
        units=tuple(units),
        spans=tuple(spans),
        asks_history=_asks_history(found),
        asks_which=asks_which,
        meaning=frozenset(_asked_meaning(found, text)),
        type=_type(found) if asks_which else "",
        power=_power(found),
        idf=sum(unit.weight * unit.idf for unit in units) or 1.0,
    )


def _asked_meaning(found: list[Word], text: str) -> Iterator[str]:
    """Stems of words beside one that asks for a meaning, and of words in quotation marks."""
    for place, word in enumerate(found):
        if word.folded in _MEANING:
            start = max(0, place - MEANING_REACH)
            yield from (other.stem for other in found[start : place + MEANING_REACH + 1])
    for word in found:
        if (
            text[word.start - 1 : word.start] in _QUOTES
            and text[word.end : word.end + 1] in _QUOTES
        ):
            yield word.stem


def _type(found: list[Word]) -> str:
    """The type of card looked for: the first that is named, unless `card` stands before it."""
    for word in found:
        if singular(word.folded) in ("card", "faction"):
            return ""
        if singular(word.folded) in _TYPES:
            return _TYPES[singular(word.folded)]
    return ""


def _power(found: list[Word]) -> int | None:
    """The power of a card that is described: `a 3-power ninja`, `power 3`."""
    for one, other in pairwise(found):
        number = one if other.folded in ("power", "strength") else other
        if "power" in (one.folded, other.folded) and number.folded.isdecimal():
            return int(number.folded[:4])
    return None


def _asks_history(found: list[Word]) -> bool:
    folded = [word.folded for word in found]
    if "always" in folded and _PAST.intersection(folded):
        return True
    return any(
        " ".join(folded[start:end]) in _HISTORY
        for start in range(len(folded))
        for end in range(start + 1, start + 4)
    )


def _asks_which(found: list[Word]) -> bool:
    """Whether a card is looked for by what it does: `which minion …`, `minion that …`."""
    plain = [singular(word.folded) for word in found]
    for place, word in enumerate(plain):
        if word in _CARDS:
            before = plain[max(0, place - WHICH_REACH) : place]
            opens = place < 4 and _RELATIVE.intersection(plain[place + 1 : place + 2])
            asks = any(
                (one in _ASKS and not (one == "what" and other in _NO_CARD))
                or (one == "is" and other == "there")
                for one, other in pairwise([*before, word])
            )
            if opens or asks or ("looking" in before and "for" in before):
                return True
        if word in ("something", "anything", "called") and (
            _DECKS.intersection(plain[place + 1 : place + 6]) or "what" in " ".join(plain[:place])
        ):
            return True
    return plain[:1] == ["which"]


def _units(found: list[Word], spans: list[Span], index: Index, synonyms: Synonyms) -> list[Unit]:
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
    return sorted(units.values(), key=lambda unit: -unit.weight * unit.idf)[:MOST_UNITS]


def _unit(typed: Phrase, others: tuple[Phrase, ...], weight: float, index: Index) -> Unit:
    known = [index.idf("text", word) for word in typed if index.frequency("text", word)]
    known += [max(index.idf("text", word) for word in other) for other in others]
    unknown = not known and not any(index.frequency("heading", word) for word in typed)
    return Unit(typed, others, weight, max(known, default=index.idf("text", "")), unknown)
