"""The Errata line and the clarifications below it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.folding import fold
from ingest.records import Card
from kb.lint.page import Finding, Page, PlacedCard, Rule, Wiki
from kb.lint.text import plain

_VALUE = r"(?:yes|no|none|functional|wording|reversion)\b"
_WITHIN = re.compile(rf"\S.*?[\s.!?)”\"]Errat(?:a|um)\s*[?:]\s*{_VALUE}", re.IGNORECASE)
_TEXT_LINE = re.compile(r"\s*(?![*#:;={|!\[<]|Clarification)\S", re.IGNORECASE)
_MARKED = re.compile(
    r"\s*(?:[*#:;={}|!<]|\[\[\s*(?:file|image|category)\s*:|__|----)", re.IGNORECASE
)
_NOTHING = re.compile(r"[\W_]*(?:none|no|n/a|nil|tb[adc]|todo)?[\W_]*", re.IGNORECASE)


class ErratumPlaceholder(Rule):
    id = "errata-placeholder"
    severity = "warning"
    summary = "The Errata line is the form's `Yes/No`, or empty."
    fix = "Write `Errata: No`, or `Errata: Yes, KIND (what changed)`."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        for placed in page.cards:
            if placed.card.erratum.status == "placeholder":
                line = placed.errata or placed.line
                yield page.finding(
                    line, f"whether {placed.card.name} has errata was never filled in"
                )


class ErratumMissing(Rule):
    id = "errata-missing"
    severity = "info"
    summary = "A card has no Errata line."
    fix = "Add `Errata: No`, or what the errata are."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        if not wiki.once(_uses_errata):
            return
        for placed in page.cards:
            if placed.card.erratum.status == "unstated":
                yield page.finding(
                    placed.line, f"{placed.card.name} does not say whether it has errata"
                )


def _uses_errata(wiki: Wiki) -> bool:
    return any(placed.errata for page in wiki.pages for placed in page.cards)


class ErratumForm(Rule):
    id = "errata-form"
    severity = "info"
    summary = "An Errata line with the form's question mark, or a yes that tells no kind."
    fix = "Write `Errata: No` or `Errata: Yes, KIND`: Functional, Wording or Reversion."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        for placed in page.cards:
            erratum = placed.card.erratum
            if placed.errata is None or erratum.status not in ("yes", "no"):
                continue
            line = plain(page.shown[placed.errata - 1])
            if re.match(r"\s*Errat(?:a|um)\s*\?", line, re.IGNORECASE) and wiki.once(_colons_rule):
                yield page.finding(
                    placed.errata, "`Errata?` is the form's question; an answer has a colon"
                )
            if erratum.status == "yes" and not erratum.kinds and wiki.once(_kinds_rule):
                yield page.finding(
                    placed.errata, "it says yes, but not of what kind the errata are"
                )


def _errata_lines(wiki: Wiki) -> list[tuple[str, Card]]:
    return [
        (plain(page.shown[placed.errata - 1]), placed.card)
        for page in wiki.pages
        for placed in page.cards
        if placed.errata is not None
    ]


def _colons_rule(wiki: Wiki) -> bool:
    """Whether most Errata lines of the wiki have a colon."""
    colons = [re.match(r"\s*Errat(?:a|um)\s*:", line, re.I) for line, _ in wiki.once(_errata_lines)]
    return 2 * sum(map(bool, colons)) > len(colons)


def _kinds_rule(wiki: Wiki) -> bool:
    """Whether most errata of the wiki tell their kind."""
    told = [bool(c.erratum.kinds) for _, c in wiki.once(_errata_lines) if c.erratum.status == "yes"]
    return 2 * sum(told) > len(told)


class ErratumNotApart(Rule):
    id = "errata-not-apart"
    severity = "warning"
    summary = "The Errata line runs on in the ability's paragraph."
    fix = "Put the Errata line on a line of its own, with an empty line before it."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        for placed in page.cards:
            for line in placed.ability:
                if has_erratum_within(plain(page.shown[line - 1])):
                    yield page.finding(line, "an erratum stands on the ability's line")
            if placed.errata and self._runs_on(page, placed):
                yield page.finding(placed.errata - 1, "the Errata line below shows in one with it")

    def _runs_on(self, page: Page, placed: PlacedCard) -> bool:
        assert placed.errata is not None
        before = placed.errata - 1
        return before in placed.ability and bool(_TEXT_LINE.match(page.shown[before - 1]))


def has_erratum_within(shown: str) -> bool:
    """Whether an erratum stands on the line of an ability, given in plain text."""
    return _WITHIN.match(shown) is not None


class ErratumContradicts(Rule):
    id = "errata-contradiction"
    severity = "warning"
    summary = "The note of an erratum tells of a wording that the card's text does not have."
    fix = "Bring the card's text, or the note, up to date."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        for placed in page.cards:
            card = placed.card
            if placed.errata and card.erratum.status == "yes" and card.erratum.note:
                for message in contradictions(card.erratum.note, card):
                    yield page.finding(placed.errata, message)


_QUOTED = r"[\"“]([^\"“”]{1,80})[\"”]"
_WAS = r"(?:is|was|were|has been|have been)"
_CHANGED = re.compile(
    rf"{_QUOTED}\s+(?:{_WAS}\s+)?(?:now|became|becomes|changed (?:in)?to|replaced (?:by|with))"
    rf"\s+{_QUOTED}",
    re.IGNORECASE,
)
_RELABELLED = re.compile(
    r"\b(Ongoing|Special|Talent)\s+(?:(?:is|was)\s+)?(?:changed to|became|is now)"
    r"\s+(Ongoing|Special|Talent)\b"
)
_NUMBER_CHANGED = re.compile(
    r"(?<!\w)([+-]\d{1,2})\s+(?:changed to|became|is now)\s+([+-]\d{1,2})\b"
)
_GONE = re.compile(
    rf"\b(?:no longer|does not|doesn['’]t) (?:has|have|say|says|include|includes|contain|contains)"
    rf"(?: the)? {_QUOTED}",
    re.IGNORECASE,
)
_ADDED = re.compile(rf"\badded {_QUOTED}", re.IGNORECASE)


def contradictions(note: str, card: Card) -> Iterator[str]:
    """What an erratum's note says about the text that the text itself disproves.

    Only what is quoted, a label or a number can be checked: a word that is said to be gone must be
    gone, and its successor there.
    """
    text = fold(card.text)
    for match in _GONE.finditer(note):
        if _is_distinct(match[1]) and _has(text, match[1]):
            yield f"the note says that “{match[1]}” is gone, the text still has it"
    for match in _ADDED.finditer(note):
        if not _has(text, match[1]):
            yield f"the note says that “{match[1]}” was added, the text does not have it"
    for match in (*_CHANGED.finditer(note), *_NUMBER_CHANGED.finditer(note)):
        if _has(text, match[1]) and not _has(text, match[2]):
            yield f"the note says that “{match[1]}” is now “{match[2]}”, the text has the former"
    labels = {ability.label for ability in card.abilities}
    for match in _RELABELLED.finditer(note):
        if match[1] in labels and match[2] not in labels:
            yield f"the note says that {match[1]} is now {match[2]}, the text has the former"


def _is_distinct(words: str) -> bool:
    """Whether words can hardly stand in a text by chance."""
    return " " in words.strip() or "-" in words or len(words) >= 10


def _has(folded: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(fold(words).strip(' .,'))}(?!\w)", folded) is not None


class ClarificationBullet(Rule):
    id = "clarification-bullet"
    severity = "warning"
    summary = "A clarification without a bullet."
    fix = "Begin the line with `*`."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        for placed in page.cards:
            for line in placed.clarifications:
                shown = page.shown[line - 1]
                is_text = re.sub(r"\[\[[^\[\]]*\]\]", "", shown).strip(" '·|-")
                if is_text and not _MARKED.match(shown) and not _NOTHING.fullmatch(plain(shown)):
                    yield page.finding(line, "this clarification has no bullet")


class ClarificationsMissing(Rule):
    id = "clarifications-missing"
    severity = "info"
    summary = "A card has no Clarifications, though the others of its page do."
    fix = "Add `Clarifications:` and `* None`."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        missing = [placed for placed in page.cards if placed.clarifications_marker is None]
        if 2 * len(missing) < len(page.cards):
            for placed in missing:
                yield page.finding(placed.line, f"{placed.card.name} has no Clarifications")
