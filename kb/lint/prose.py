"""Texts that are not written yet, and slips in those that are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.folding import name_key
from kb.lint.page import Finding, Page, Rule, Wiki
from kb.lint.text import plain, prose

_TO_DO = (
    r"TB[ACD]|TODO|REPLACE|(?:to be|TO BE) (?:added|announced|determined|done|written)|coming soon"
)
_WAITING = re.compile(rf"[\s*#:;]*(?:[^:]{{1,40}}:\s*)?(?:{_TO_DO})[\s.!…]*")
_LATER = re.compile(r"\(\s*(?:add|fill|write|more|to be)\b[^()]{0,40}\b(?:later|soon)\s*\)", re.I)
_DUMMY = re.compile(r"\s*[*#]+\s*faction\s+(?:[A-Z]|\d+|etc|name)\b", re.IGNORECASE)
_HEAD = re.compile(
    r"^\s*(?:mechanics?|strateg(?:y|ies)|synerg(?:y|ies)|examples? of play)\W*$", re.I
)
_COMPLEXITY = re.compile(r"^\s*complexity\b", re.IGNORECASE)


class ToBeDone(Rule):
    id = "to-be-done"
    severity = "info"
    summary = "A placeholder: TBD, TBA, `(Add more later)`, a partner called Faction A."
    fix = "Write the text, or remove the line."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        if page.records.redirect:
            return
        for number, line in enumerate(page.shown, 1):
            shown = plain(line)
            is_errata = shown.lstrip().casefold().startswith("errat")
            if shown.startswith("=") or is_errata:
                continue
            is_dummy = page.is_faction and _DUMMY.match(shown)
            if is_dummy or _WAITING.fullmatch(shown) or _LATER.search(shown):
                yield page.finding(number, "this was to be written later")


class EmptySection(Rule):
    id = "empty-section"
    severity = "info"
    summary = "Mechanics, Strategy, Synergy or Examples of Play with nothing below the heading."
    fix = "Write the section, or remove its heading."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        if not page.is_faction:
            return
        for heading in page.headings:
            body = page.shown[heading.line : page.section_end(heading.line)]
            below = [one for one in page.headings if one.line > heading.line][:1]
            has_parts = below and below[0].level > heading.level
            if _HEAD.match(heading.title) and not any(map(str.strip, body)) and not has_parts:
                yield page.finding(heading.line, "nothing stands below this heading")


class UnknownComplexity(Rule):
    id = "complexity"
    severity = "warning"
    summary = "A complexity that is none of low, low-medium, medium, medium-high, high."
    fix = "Write `Complexity Level: ` and one of the five."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        faction = page.records.faction
        heading = page.find_heading(_COMPLEXITY)
        if page.is_faction and faction and heading and faction.complexity is None:
            written = faction.complexity_raw
            what = f"`{written}` is no complexity" if written else "no complexity is given"
            yield page.finding(heading.line, what)


_DOUBLED = re.compile(
    r"\b(the|an?|of|to|in|is|are|on|and|or|your|this|with|for|from|you|may|can)\s+\1\b(?![-'’])"
)


class DoubleWord(Rule):
    id = "double-word"
    severity = "info"
    summary = "A word written twice."
    fix = "Remove one of the two."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        for number, line in enumerate(page.shown, 1):
            match = _DOUBLED.search(prose(line))
            if match:
                yield page.finding(number, f"“{match[0]}”")


# Words of the game that are long enough for a slip in them to be no other word.
_WORDS = frozenset(
    {"abilities", "ability", "affected", "attached", "attachment", "breakpoint", "clarification",
     "clarifications", "complexity", "controlled", "controller", "counters", "destroyed",
     "destruction", "discarded", "discarding", "expansion", "factions", "functional",
     "immediately", "mechanics", "minions", "ongoing", "opponent", "opponents", "reversion",
     "shuffle", "shuffled", "synergy", "transferred", "treasure", "treasures", "uncovered"}
)  # fmt: skip


def _slips(word: str) -> Iterator[str]:
    """What comes of a word by one letter lost inside it, two changed in place, or one doubled."""
    for i in range(2, len(word) - 2):
        yield word[:i] + word[i + 1 :]
        yield word[:i] + word[i + 1] + word[i] + word[i + 2 :]
        yield word[:i] + word[i] + word[i:]


_MISSPELT = {slip: word for word in sorted(_WORDS) for slip in _slips(word)}
_TOKEN = re.compile(r"(?<![\w.'’-])[a-z]{6,16}(?![\w'’-])")


class MisspeltWord(Rule):
    id = "misspelt-word"
    severity = "info"
    summary = "A word of the game with a letter lost, doubled or out of place."
    fix = "Correct the word."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        for number, line in enumerate(page.shown, 1):
            for word in _TOKEN.findall(prose(line).lower()):
                if word in _MISSPELT and word not in _WORDS:
                    yield page.finding(number, f"“{word}” must be “{_MISSPELT[word]}”")


_PAGE = re.compile(r"\bsee pages? \d++(?! of\b)", re.IGNORECASE)


class PrintReference(Rule):
    id = "print-reference"
    severity = "info"
    summary = "A reference to a page number, which a wiki has not."
    fix = "Link to the section that is meant."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        for number, line in enumerate(page.shown, 1):
            match = _PAGE.search(prose(line))
            if match:
                yield page.finding(number, f"“{match[0]}”: this is no printed book")


_UNDERSCORED = re.compile(r"(?<![\w/.-])\+?\w+(?:_\w+)+(?![\w/.-])")


class Underscores(Rule):
    id = "underscores"
    severity = "info"
    summary = "A known heading or name shown with underscores."
    fix = "Write blanks, or make it a link."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        for number, line in enumerate(page.shown, 1):
            if "_" not in line or line.lstrip().startswith(("{", "|", "!")):
                continue
            for match in _UNDERSCORED.finditer(prose(line)):
                if name_key(match[0].replace("_", " ")) in wiki.once(_heading_keys):
                    yield page.finding(number, f"`{match[0]}` shows its underscores")


def _heading_keys(wiki: Wiki) -> frozenset[str]:
    keys = {name_key(heading.title) for page in wiki.pages for heading in page.headings}
    names = {name_key(placed.card.name) for page in wiki.pages for placed in page.cards}
    return frozenset((keys | names) - {""})
