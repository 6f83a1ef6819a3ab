"""What should be equal and is not: one card on two pages, a quotation and what it quotes."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from ingest.folding import fold, name_key
from kb.lint.page import Finding, Page, PlacedCard, Rule, Wiki
from kb.lint.text import plain

_SHORT = 60  # characters of a text that two cards may share for the most part
_SAME_SHORT, _SAME_LONG = 90, 80  # percent of likeness from which two texts are of one card


@dataclass(frozen=True)
class _Printed:
    page: Page
    placed: PlacedCard


def _reprints(wiki: Wiki) -> dict[tuple[str, str], list[_Printed]]:
    """Cards of one name and type that stand on several pages or in several decks."""
    groups: dict[tuple[str, str], list[_Printed]] = {}
    for page in wiki.pages:
        for placed in page.cards:
            key = (placed.card.type, name_key(placed.card.name))
            groups.setdefault(key, []).append(_Printed(page, placed))
    return {key: cards for key, cards in groups.items() if len(cards) > 1 and key[1]}


class ReprintDiffers(Rule):
    id = "reprint-differs"
    severity = "warning"
    summary = "One card stands on two pages with different texts or numbers."
    fix = "Look at the printed card, and make both pages say what it says."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        groups = wiki.once(_reprints)
        for placed in page.cards:
            card = placed.card
            for other in groups.get((card.type, name_key(card.name)), ()):
                if other.page is page and other.placed.card.deck == card.deck:
                    continue
                difference = _difference(placed, other.placed)
                if difference:
                    line = placed.ability[0] if placed.ability else placed.line
                    there = f"{other.page.title}, line {other.placed.line}"
                    yield page.finding(line, f"differs from {there}: {difference}")
                    break


def _difference(placed: PlacedCard, other: PlacedCard) -> str | None:
    """How two prints of one card differ; None where they do not, or are two cards."""
    a, b = placed.card, other.card
    here, there = fold(a.text), fold(b.text)
    is_short = min(len(here), len(there)) < _SHORT
    if fuzz.ratio(here, there) < (_SAME_SHORT if is_short else _SAME_LONG):
        return None
    if here != there:
        return _differing_words(here, there)
    for name in ("power", "breakpoint", "vps"):
        if getattr(a, name) != getattr(b, name):
            return f"{name} {_number(getattr(a, name))} here, {_number(getattr(b, name))} there"
    return None


def _number(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _differing_words(here: str, there: str) -> str:
    """The first words in which two texts differ."""
    a, b = here.split(), there.split()
    matcher = difflib.SequenceMatcher(None, a, b, autojunk=False)
    op, i, j, k, m = next(code for code in matcher.get_opcodes() if code[0] != "equal")
    ours, theirs = " ".join(a[i:j][:8]), " ".join(b[k:m][:8])
    if op == "insert":
        return f"“{theirs}” is missing here"
    return f"“{ours}” here, “{theirs}” there" if theirs else f"“{ours}” is missing there"


_WORD = re.compile(r"[^\s.,;:!?()]+")
_QUOTATION = re.compile(r"“([^“”\n]{20,200})”|\"([^\"\n]{20,200})\"")


class Misquotation(Rule):
    id = "misquotation"
    severity = "info"
    summary = "A clarification quotes its card, but not in the card's words."
    fix = "Quote the text as the card has it now."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        for placed in page.cards:
            for line in placed.clarifications:
                for match in _QUOTATION.finditer(plain(page.shown[line - 1])):
                    quoted = fold(match[1] or match[2]).strip(" .,;:!?")
                    if self._is_misquoted(quoted, placed, wiki):
                        yield page.finding(line, "the quotation is not what the card says")

    def _is_misquoted(self, quoted: str, placed: PlacedCard, wiki: Wiki) -> bool:
        if len(quoted.split()) < 5 or "..." in quoted or "[" in quoted:
            return False
        text = fold(placed.card.text)
        if quoted in text or not _means(quoted, text):
            return False
        return not any(quoted in other for other in wiki.once(_texts))


def _means(quoted: str, text: str) -> bool:
    """Whether a quotation is a piece of a text but for one word, or for two of ten and more."""
    words, wanted = _WORD.findall(text), _WORD.findall(quoted)
    allowed = 1 if len(wanted) < 10 else 2
    return any(
        Levenshtein.distance(wanted, words[start : start + width], score_cutoff=allowed) <= allowed
        for start in range(len(words))
        for width in range(len(wanted) - 1, len(wanted) + 2)
        if start + width <= len(words)
    )


def _texts(wiki: Wiki) -> list[str]:
    """All that the wiki says which may be quoted, folded: cards, terms, rules."""
    texts: list[str] = []
    for page in wiki.pages:
        texts += (fold(card.text) for card in page.records.cards)
        texts += (fold(term.definition) for term in page.records.terms)
        texts += (fold(rule.text) for rule in page.records.rules)
    return texts
