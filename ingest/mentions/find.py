"""Which cards, factions, terms and rules a text names, and in what words.

Reads a text line by line, the longest name first, and decides for each whether it is meant: many
names are words of everyday (`Ghost`, `Spirit`, `Poison`), and only capitals, cues, neighbours and
the page tell. Linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ingest.folding import name_key
from ingest.mentions.cues import Cues, Scope, items, looks_like_name, scopes
from ingest.mentions.meant import Line, is_meant
from ingest.mentions.names import JOINS, Entry, Name, Names
from ingest.mentions.spellings import Match, at, close_to
from ingest.mentions.wordlists import (
    ARTICLES,
    FUNCTION_WORDS,
    GAME_WORDS,
    PREPOSITIONS,
    PRODUCTS,
)
from ingest.mentions.words import Word, is_title, words
from ingest.records import Link, Mention, NamedKind

Register = Literal["rules", "prose", "flavour"]

MOST_NEAR = 8  # factions that a line may name and still speak of their cards; more are a list
MOST_ALIKE = 3  # cards that one short name in the plural stands for: `the Officers`
MOST_MISSES = 50  # links whose label a text does not hold, before the rest is left
_LINE = re.compile(r"[^\n]+")
_CELL = re.compile(r"(?:(?! \| )[^\n])+")
_TITAN = re.compile(r"\btitan\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text stands. What it is about is not mentioned by it."""

    page: str = ""  # title
    kind: NamedKind | None = None  # of what the text is about
    name: str = ""
    deck: str = ""  # a card's deck; a section's faction
    # `rules`: the game's own careful words. `prose`: strategy and the like. `flavour`: jokes.
    register: Register = "rules"
    links: tuple[Link, ...] = ()


NOWHERE = Place()


def find(text: str, names: Names, place: Place = NOWHERE) -> tuple[Mention, ...]:
    """What a plain text names, in order. Never raises; takes time linear in the text.

    A name borne by several cards gives one Mention for each that may be meant: those of the text's
    own page, else of a faction named in the same line, else all.
    """
    links = list(_links(text, place))
    cues = Cues([scope for scope, _ in links], scopes(text))
    lines = list(_lines(text, place, cues))
    taken = bytearray(len(text))  # 1: the character belongs to a name
    found: list[Mention] = []
    for line in lines:
        for start, end, known in _named(line, names):
            link = cues.link_at(start)
            if link and name_key(text[start:end]) != name_key(text[link.start : link.end]):
                continue  # a part of a label; the link tells more
            taken[start:end] = b"\1" * (end - start)
            found += _mentions(text, start, end, known, cues.at(start) or "plain", place)
    for label, target in links:
        if not any(taken[label.start : label.end]) and (name := names.target(target)):
            found += _mentions(text, label.start, label.end, [name], "link", place)
        taken[label.start : label.end] = b"\1" * (label.end - label.start)
    for start, end, cue in _unknown(text, lines, cues, taken):
        found.append(Mention("card", text[start:end], None, None, text[start:end], cue, start, end))
    return tuple(sorted(found, key=lambda m: (m.start, m.end, m.page or "", m.name)))


def _mentions(
    text: str, start: int, end: int, named: Iterable[Name], cue: str, place: Place
) -> Iterator[Mention]:
    for name in named:
        if name.kind != "set" and not _is_self(name, place):
            written = text[start:end]
            yield Mention(name.kind, name.name, name.page, name.id, written, cue, start, end)


def _is_self(name: Name, place: Place) -> bool:
    if name.kind == place.kind and name_key(name.name) == name_key(place.name):
        return True
    if place.register != "rules" and name.kind == "faction":
        return name_key(name.name) == name_key(place.deck)
    return name.kind == "rule" and bool(name.deck) and name.deck == place.deck


# ---------------------------------------------------------------- lines


def _lines(text: str, place: Place, cues: Cues) -> Iterator[Line]:
    """The lines of a text; the cells of a table's row one by one."""
    for match in _LINE.finditer(text):
        flavour = place.register == "flavour" and not _TITAN.search(match[0])
        cells = list(_CELL.finditer(text, match.start(), match.end()))
        for cell in cells:
            found = words(cell[0])
            yield Line(
                words=found,
                base=cell.start(),
                title=is_title(found, cell[0]),
                cell=len(cells) > 1,
                flavour=flavour,
                prose=place.register != "rules",
                page=place.page,
                near=frozenset([place.page]),
                cues=cues,
            )


def _named(line: Line, names: Names) -> Iterator[tuple[int, int, list[Name]]]:
    """What a line names, from left to right, the longest name first."""
    named = _near(line, names)
    if len(named) <= MOST_NEAR:
        line = line._replace(near=line.near | named)
    place = 0
    known_before = False
    while place < len(line.words):
        word = line.words[place]
        match = None
        if word.capital or word.number in names.proper or word.folded in names.forms:
            match = _match_at(place, line, names, known_before)
        if match is None:
            known_before = False
            place += 1
            continue
        start = line.base + line.words[match.start].start
        yield start, line.base + _end(line.words, match), _meant(match, line)
        known_before = not match.game
        place = match.end


def _match_at(place: int, line: Line, names: Names, known_before: bool) -> Match | None:
    meant = (m for m in at(line.words, place, names) if is_meant(m, line, names, known_before))
    match = next(meant, None)
    if match is not None and (match.game or match.form == "exact"):
        return match
    if line.words[place].capital:
        for near in (close_to(line.words, place, names), _short(place, line, names)):
            longer = near is not None and (match is None or near.end > match.end)
            if near is not None and longer and is_meant(near, line, names, known_before):
                return near
    return match


def _near(line: Line, names: Names) -> set[str]:
    """Pages of the factions that a line names."""
    pages = set()
    for place in range(len(line.words)):
        word = line.words[place]
        if not (word.capital and word.number in names.factions):
            continue
        for match in at(line.words, place, names):
            pages |= {
                e.name.page for e in match.entries if e.name.kind == "faction" and e.name.page
            }
    return pages


def _short(place: int, line: Line, names: Names) -> Match | None:
    """A card called by the words that say what it is, on its own page: `the Servitor`."""
    for page in sorted(line.near):
        own = names.faction_words.get(page, ())
        called = names.heads.get(page)
        if not called:
            continue
        first = line.words[place]
        if first.folded in FUNCTION_WORDS:
            return None
        start = place + (first.number in own)  # `Disco King`
        end = start
        key = ""
        found = None
        for end, word in enumerate(line.words[start : start + 3], start + 1):
            if not word.capital or (end - 1 > place and word.gap.strip(JOINS)):
                break
            key = f"{key} {word.number}".lstrip()
            cards = called.get(key, [])
            plural = word.folded.endswith("s") and not word.possessive
            if len(cards) == 1 or (cards and plural and len(cards) <= MOST_ALIKE):
                folded = tuple(w.folded for w in line.words[start:end])
                entries = tuple(
                    Entry(card, folded, tuple(range(len(folded))), (), "", False) for card in cards
                )
                found = Match(place, end, entries, "part")
        if found:
            return found
    return None


def _meant(match: Match, line: Line) -> list[Name]:
    """Which of the bearers of a name are meant: the own page's, the named factions', or all."""
    bearers = list(dict.fromkeys(entry.name for entry in match.entries))
    if match.game:
        return bearers[:1]
    kinds = ("faction", "card", "set") if line.prose else ("card", "faction", "set")
    kind = next(kind for kind in kinds if any(name.kind == kind for name in bearers))
    bearers = [name for name in bearers if name.kind == kind]
    for pages in ({line.page}, line.near):
        there = [name for name in bearers if name.page in pages]
        if there:
            return there
    held = [name for name in bearers if name.id is not None]
    return held or bearers[:1]


def _end(line: Sequence[Word], match: Match) -> int:
    last = line[match.end - 1]
    own = any(e.folded[-1] == last.folded for e in match.entries)
    return last.end if own else _without_possessive(last)


# ---------------------------------------------------------------- links and unknown names


def _links(text: str, place: Place) -> Iterator[tuple[Scope, Link]]:
    """The links of a text in order, and where their labels stand."""
    reached = misses = 0
    for link in place.links:
        start = text.find(link.label, reached) if link.label.strip() else -1
        if start >= 0:
            reached = start + len(link.label)
            yield Scope(start, reached, "link"), link
        elif (misses := misses + 1) > MOST_MISSES:
            return


def _unknown(
    text: str, lines: Sequence[Line], cues: Cues, taken: bytearray
) -> Iterator[tuple[int, int, str]]:
    """What is written as a name and fits none: what a cue announces, and capitals in a sentence."""
    for scope in cues.said:
        for start, end in items(text, scope):
            piece = text[start:end]
            if not any(taken[start:end]) and looks_like_name(piece) and not _ordinary(words(piece)):
                taken[start:end] = b"\1" * (end - start)
                yield start, end, scope.cue
    for line in lines:
        if not (line.title or line.flavour):
            for start, end in _capitals(line, taken):
                if not any(taken[start:end]):
                    yield start, end, cues.at(start) or "plain"


def _capitals(line: Line, taken: bytearray) -> Iterator[tuple[int, int]]:
    """Runs of capitalised words inside a sentence, of two words at least that are no game's."""

    def free(word: Word) -> bool:
        return not taken[line.base + word.start]

    def chosen(word: Word) -> bool:
        alone = word.text.isupper() and len(word.text) > 1  # `VP`
        return word.text[0].isupper() and not alone

    place = 0
    while place < len(line.words):
        start = place
        place += 1
        first = line.words[start]
        if first.forced or not (chosen(first) and free(first)):
            continue
        while place < len(line.words) and not line.words[place].gap.strip(JOINS):
            word = line.words[place]
            if not free(word) or not (chosen(word) or word.folded in PREPOSITIONS):
                break
            place += 1
        end = place
        while not line.words[end - 1].capital:
            end -= 1
        run = line.words[start:end]
        content = [w for w in run if w.folded not in FUNCTION_WORDS and len(w.number) > 1]
        begins = run[0].folded in ARTICLES or run[0].folded not in FUNCTION_WORDS
        if (
            len(content) > 1
            and begins
            and not _ordinary(run)
            and not _product(line.words, start, run)
        ):
            yield line.base + run[0].start, line.base + _without_possessive(run[-1])


def _ordinary(run: Sequence[Word]) -> bool:
    """Whether all words are such as everybody at the table uses."""
    return all(word.number in GAME_WORDS or word.folded in FUNCTION_WORDS for word in run)


def _product(line: Sequence[Word], start: int, run: Sequence[Word]) -> bool:
    """Whether capitals name a set, a box or a phase of the turn, and no card."""
    around = [*run, *line[start + len(run) : start + len(run) + 1]]
    return line[start - 1].folded == "in" or any(word.number in PRODUCTS for word in around)


def _without_possessive(word: Word) -> int:
    return word.end - 2 if word.possessive else word.end
