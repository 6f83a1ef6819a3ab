"""How a card's numbers are written, and what its text must not lack."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.lint.errata import has_erratum_within
from kb.lint.page import Finding, Page, PlacedCard, Rule, Wiki
from kb.lint.text import plain, prose

_PREFIX = re.compile(r"[\s'(]*Power\s*:?\s*\d")
_RIGHT = re.compile(r"\s*'''Power \d{1,2}'''(?:\s+[-–—]\s|\s*[-–—]?\s*$|\s*<br)")
_BOLD = re.compile(r"\s*'''")


class PowerNotation(Rule):
    id = "power-notation"
    severity = "warning"
    summary = "A printed power that is not written like the wiki's others."
    fix = "Write `'''Power 3''' - ` before the card's text."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        if not wiki.once(_bold_rules):
            return
        for placed in page.cards:
            line = _power_line(page, placed)
            written = page.shown[line - 1].replace("\N{NO-BREAK SPACE}", " ") if line else ""
            if line and not _RIGHT.match(written):
                yield page.finding(line, f"the power is written {_why(written)}")


def _power_line(page: Page, placed: PlacedCard) -> int:
    """The line that prints a card's power; 0 for none."""
    if placed.card.power is None or not placed.ability:
        return 0
    line = placed.ability[0]
    return line if _PREFIX.match(page.shown[line - 1]) else 0


def _bold_rules(wiki: Wiki) -> bool:
    """Whether most powers of the wiki are written in its usual way."""
    lines = [
        page.shown[line - 1]
        for page in wiki.pages
        for placed in page.cards
        if (line := _power_line(page, placed))
    ]
    right = [_RIGHT.match(line.replace("\N{NO-BREAK SPACE}", " ")) for line in lines]
    return 2 * sum(map(bool, right)) > len(lines)


def _why(line: str) -> str:
    if not _BOLD.match(line):
        return "without bold type"
    if re.match(r"\s*'''\(?Power\d", line):
        return "without a blank before the number"
    if re.match(r"\s*'''\(Power \d+'''\)", line):
        return "in parentheses of which only one is bold"
    if "(" in line[:8]:
        return "in parentheses"
    return "with its dash in bold type or without one"


_POWER_HERE = re.compile(r"\byou (?:have|gain|get) \+(\d{1,2}) power here\b", re.IGNORECASE)


class PowerInText(Rule):
    id = "power-in-text"
    severity = "warning"
    summary = "An action prints one power, and its text gives another."
    fix = "Correct the number before the text, or the one in it."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        for placed in page.cards:
            card = placed.card
            given = {int(number) for number in _POWER_HERE.findall(card.text)}
            is_own = card.type == "action" and card.power is not None and placed.ability
            if is_own and given and card.power not in given:
                numbers = ", ".join(f"+{number}" for number in sorted(given))
                yield page.finding(
                    placed.ability[0],
                    f"the printed power is {card.power}, the text gives {numbers}",
                )


class VpSpacing(Rule):
    id = "vp-spacing"
    severity = "info"
    summary = "VPs written without a blank after the number."
    fix = "Write `1 VP`."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        for number, line in enumerate(page.shown, 1):
            match = re.search(r"(?<![\w.+/-])\d{1,2}VPs?\b", prose(line)) if "VP" in line else None
            if match:
                yield page.finding(number, f"`{match[0]}` lacks its blank")


_SENTENCE = re.compile(r"\w+(?:\W+\w+){2}")
_OPEN_END = re.compile(r"[a-z]['’]?$")
_ASIDE = re.compile(r"\s*\([^()]*[^()!?]\)$")
_NO_SENTENCE = ("|", "{", "!", "<", "[[", "=", "**", "##")


class FullStop(Rule):
    id = "full-stop"
    severity = "info"
    summary = "A card's text or a clarification that ends without a full stop."
    fix = "Add the full stop."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        for placed in page.cards:
            for line in (*_last_of_text(page, placed), *placed.clarifications):
                if ends_open(page.shown[line - 1]):
                    yield page.finding(line, "the sentence has no full stop")


def _last_of_text(page: Page, placed: PlacedCard) -> tuple[int, ...]:
    """The line that ends a card's text, unless that is an item of a list."""
    if not placed.ability or not placed.card.text:
        return ()
    last = placed.ability[-1]
    line = page.shown[last - 1]
    is_item = line.lstrip().startswith(("*", "#", ":"))
    return () if is_item or has_erratum_within(plain(line)) else (last,)


def ends_open(line: str) -> bool:
    """Whether a line is a sentence that ends with a word, or with an aside after one."""
    shown = plain(line).strip()
    if line.lstrip().startswith(_NO_SENTENCE) or "//" in shown[-60:]:
        return False
    aside = _ASIDE.search(shown)
    is_open = _OPEN_END.search(shown[: aside.start()] if aside else shown)
    return bool(is_open) and bool(_SENTENCE.search(shown))
