"""Names of cards and factions that are written a little otherwise than their page has them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from rapidfuzz.distance import OSA

from ingest.folding import name_key, singular
from kb.lint.page import Finding, Page, Rule, Wiki
from kb.lint.text import SMALL, prose

_TOKEN = re.compile(r"[^\W_](?:[\w'’\-]*[^\W_])?")
_LONGEST = 8  # words of a name
_BREAKS = re.compile(r"[,.:;!?()|/“”\"–—]")  # what seldom stands in a name
_CUE = re.compile(r"\b(?:c\.\s?f\.|cf\.|e\.\s?g\.)[,:]?\s+([^()\n]{3,200})")
_ITEM = re.compile(r"\s*(?:,|;|\bor\b|\band\b)\s*")

Words = tuple[str, ...]


@dataclass
class _Known:
    """The names that the wiki knows, by what a slip leaves of them."""

    # All names, singular, with the punctuation that stands in them.
    keys: dict[Words, set[str]] = field(default_factory=dict)
    spelt: dict[Words, set[str]] = field(default_factory=dict)  # cards' names as headings have them
    by_words: dict[Words, set[str]] = field(default_factory=dict)  # whatever their order
    by_content: dict[Words, set[str]] = field(default_factory=dict)  # without small words
    by_gap: dict[tuple[int, Words], set[tuple[str, str]]] = field(default_factory=dict)
    single: dict[str, str] = field(default_factory=dict)  # names of one word
    factions: set[str] = field(default_factory=set)


def _words(name: str) -> Words:
    return tuple(singular(word) for word in name_key(name).split())


def _content(words: Words) -> Words:
    return tuple(word for word in words if word not in SMALL)


def _known(wiki: Wiki) -> _Known:
    known = _Known()
    cards = {placed.card.name for page in wiki.pages for placed in page.cards}
    factions = {page.title for page in wiki.pages if page.is_faction} | wiki.listed
    others = {titan for page in wiki.pages for _, titan in page.records.titans}
    for page in wiki.pages:
        others |= {heading.title for heading in page.headings}
        others |= {term.name for term in page.records.terms}
    for name in cards | factions | others | set(wiki.titles):
        words = _words(name)
        known.keys.setdefault(words, set()).update(_BREAKS.findall(name))
        if len(words) > 1 and words[0] == "the":
            known.keys.setdefault(words[1:], set()).update(_BREAKS.findall(name))
    known.factions = {words[0] for name in factions if len(words := _words(name)) == 1}
    for name in cards:
        _add(known, name, _words(name))
    return known


def _add(known: _Known, name: str, words: Words) -> None:
    content = _content(words)
    if len(words) == 1:
        known.single[words[0]] = name
        return
    known.spelt.setdefault(words, set()).add(name)
    if len(content) > 1:
        known.by_content.setdefault(content, set()).add(name)
        if len(set(content)) == len(content) and len(words) == len(content):
            known.by_words.setdefault(tuple(sorted(content)), set()).add(name)
    for place, word in enumerate(words):
        if len(word) > 5:
            rest = words[:place] + words[place + 1 :]
            known.by_gap.setdefault((place, rest), set()).add((word, name))


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    text: str
    words: Words

    @property
    def is_capital(self) -> bool:
        return self.text[0].isupper() or self.text[0].isdigit()

    @property
    def is_small(self) -> bool:
        return self.text in SMALL


class NameVariant(Rule):
    id = "name-variant"
    severity = "warning"
    summary = "A card's name that is written a little otherwise than its heading has it."
    fix = "Write the name as the card's heading has it, or correct the heading."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        known = wiki.once(_known)
        if page.records.redirect:
            return
        for number, line in enumerate(page.shown, 1):
            if line.startswith("="):
                continue
            shown = prose(line)
            for written, name in dict.fromkeys(variants(shown, known)):
                yield page.finding(number, f"“{written}” is “{name}” where the card stands")


def variants(shown: str, known: _Known) -> Iterator[tuple[str, str]]:
    """(as written, the card's name) of the near names in a line's plain text."""
    tokens = [
        _Token(match.start(), match.end(), match[0], _words(match[0]))
        for match in _TOKEN.finditer(shown)
    ]
    at = 0
    free: list[_Token] = []
    while at < len(tokens):
        length = _covered(shown, tokens, at, known)
        if length:
            yield from _run(shown, free, known)
            free = []
            yield from _recased(shown, tokens[at : at + length], known)
            at += length
        else:
            free.append(tokens[at])
            at += 1
    yield from _run(shown, free, known)
    yield from _cued(shown, known)


def _covered(shown: str, tokens: list[_Token], at: int, known: _Known) -> int:
    """Number of tokens of the longest known name that begins at a token; 0 for none."""
    if not tokens[at].is_capital:
        return 0
    words: Words = ()
    longest = 0
    for end in range(at, min(at + _LONGEST, len(tokens))):
        words += tokens[end].words
        breaks = known.keys.get(words) if len(words) > 1 else None
        between = _BREAKS.findall(shown[tokens[at].end : tokens[end].start])
        if breaks is not None and set(between) <= breaks:
            longest = end - at + 1
    return longest


def _run(shown: str, tokens: list[_Token], known: _Known) -> Iterator[tuple[str, str]]:
    """Near names among tokens of which none belongs to a known name."""
    at = 0
    while at < len(tokens):
        found = None
        for end in range(min(at + 6, len(tokens)), at + 1, -1):
            window = tokens[at:end]
            if _is_name(shown, window) and (name := _near(window, known)):
                found = (shown[window[0].start : window[-1].end], name, end)
                break
        if found and not _is_part(shown, tokens, at, found[2]):
            yield found[0], found[1]
            at = found[2]
        else:
            at += 1


def _is_name(shown: str, window: list[_Token]) -> bool:
    if not (window[0].is_capital and window[-1].is_capital):
        return False
    if not all(token.is_capital or token.is_small for token in window):
        return False
    return all(shown[one.end : two.start] == " " for one, two in pairwise(window))


def _is_part(shown: str, tokens: list[_Token], start: int, end: int) -> bool:
    """Whether a window is a piece of a longer run of capitals, so perhaps of another name."""
    if end < len(tokens) and tokens[end].is_capital:
        between = shown[tokens[end - 1].end : tokens[end].start]
        if between == " ":
            return True
    if start and tokens[start - 1].is_capital:
        before = tokens[start - 1]
        begins = not before.start or shown[: before.start].rstrip(' “"(*')[-1:] in (*".!?:", "")
        return shown[before.end : tokens[start].start] == " " and not begins
    return False


def _near(window: list[_Token], known: _Known) -> str | None:
    """The one card's name that a run of words must mean; None where that is a guess."""
    words = tuple(word for token in window for word in token.words)
    content = _content(words)
    names: set[str] = set()
    if len(content) > 1 and not set(content) <= known.factions:
        if len(content) == len(words):
            names |= known.by_words.get(tuple(sorted(content)), set())
        names |= known.by_content.get(content, set())
    for place, word in enumerate(words):
        for other, name in known.by_gap.get((place, words[:place] + words[place + 1 :]), ()):
            if _is_slip(word, other):
                names.add(name)
    return names.pop() if len(names) == 1 else None


def _is_slip(word: str, other: str) -> bool:
    """Whether a long word is one letter off another, or two between an equal begin and end."""
    if min(len(word), len(other)) < 6 or word[0] != other[0]:
        return False
    distance = OSA.distance(word, other, score_cutoff=2)
    return distance == 1 or (distance == 2 and word[:3] + word[-2:] == other[:3] + other[-2:])


def _recased(shown: str, window: list[_Token], known: _Known) -> Iterator[tuple[str, str]]:
    """A card's name with capitals where its heading has none."""
    words = tuple(word for token in window for word in token.words)
    names = known.spelt.get(words, set())
    written = shown[window[0].start : window[-1].end]
    if len(names) != 1 or not all(token.is_capital or token.is_small for token in window):
        return
    name = next(iter(names))
    headed = _TOKEN.findall(name)
    if len(headed) != len(window) or written.isupper():
        return
    for token, other in zip(window, headed, strict=True):
        if token.text[0].isupper() and other[0].islower() and other not in SMALL:
            yield written, name
            return


def _cued(shown: str, known: _Known) -> Iterator[tuple[str, str]]:
    """Names of one word after `c.f.` and `e.g.` that are one letter off a card's."""
    for match in _CUE.finditer(shown):
        for item in _ITEM.split(match[1]):
            words = _words(item)
            if len(words) != 1 or len(words[0]) < 6 or not item[:1].isupper():
                continue
            if words in known.keys or words[0] in known.factions:
                continue
            near = [
                name
                for key, name in known.single.items()
                if key[0] == words[0][0] and len(key) > 5 and OSA.distance(key, words[0]) == 1
            ]
            if len(near) == 1:
                yield item, near[0]
