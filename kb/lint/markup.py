"""Markup that is opened and not closed, and headings that are none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from kb.lint.page import Finding, Page, Rule, Wiki
from kb.lint.text import inside_templates, plain, prose

_APOSTROPHES = re.compile(r"''+")
_BRACKETS = re.compile(r"\[\[|\]\]|\[(?=(?:https?:)?//)|\]")
_BRACES = re.compile(r"\{\{+|\}\}+")
_TAGS = "b|i|u|s|del|ins|big|small|sub|sup|span|div|center|ref|blockquote|code|nowiki|gallery"
_TAG = re.compile(rf"<(/?)({_TAGS})(?=[\s/>])[^<>]*?(/?)>", re.IGNORECASE)
_FACE = re.compile(r"(?<!\w)[:;]-?[()](?!\w)|<[-/]|[-/]>")
_NUMBERED = re.compile(r"(?:^|[\s,;.])(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})$")
_INCH = re.compile(r"\d\"")


class UnbalancedMarkup(Rule):
    id = "unbalanced-markup"
    severity = "warning"
    summary = "Bold, italics, brackets, quotation marks or a tag opened and not closed."
    fix = "Close what is open, or remove what closes nothing."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        for number, line in enumerate(page.shown, 1):
            if "''" in line and (styles := _open_styles(line)):
                yield page.finding(number, f"{' and '.join(styles)} not closed on this line")
        for lines in _paragraphs(page):
            yield from _of_paragraph(page, lines)
        yield from _brackets(page)
        yield from _spans(page)


def _paragraphs(page: Page) -> Iterator[list[int]]:
    """Line numbers of the paragraphs and items of lists; none of tables, headings, templates."""
    inside = inside_templates(page.shown)
    paragraph: list[int] = []
    for number, line in enumerate(page.shown, 1):
        start = line.lstrip()[:1]
        is_aside = inside[number - 1] or start in ("{", "|", "!", "}", "=", "")
        if is_aside or start in ("*", "#", ":", ";"):
            yield paragraph
            paragraph = []
        if not is_aside:
            paragraph.append(number)
    yield paragraph


def _of_paragraph(page: Page, lines: list[int]) -> Iterator[Finding]:
    """What a paragraph leaves open of parentheses and quotation marks, at the line that does."""
    shown = prose(" ".join(page.shown[number - 1] for number in lines))
    for fault_in in (_parentheses, _quotation):
        fault = fault_in(shown)
        if fault:
            faulty = (number for number in lines if fault_in(prose(page.shown[number - 1])))
            yield page.finding(next(faulty, lines[0]), fault)


def _open_styles(line: str) -> list[str]:
    """Which of bold and italics are open at the end of a line, as MediaWiki's doQuotes counts."""
    widths = [len(match.group()) for match in _APOSTROPHES.finditer(line)]
    bold = sum(width in (3, 4) or width >= 5 for width in widths) % 2
    italics = sum(width == 2 or width >= 5 for width in widths) % 2
    return [name for name, is_open in (("bold", bold), ("italics", italics)) if is_open]


def _parentheses(shown: str) -> str | None:
    """A fault in a line's parentheses. `1)` and `b)` before an item of a list close nothing."""
    if "(" not in shown and ")" not in shown:
        return None
    text = _FACE.sub("", shown)
    depth = 0
    for match in re.finditer(r"[()]", text):
        if match[0] == "(":
            depth += 1
        elif depth:
            depth -= 1
        elif not _NUMBERED.search(text[max(0, match.start() - 5) : match.start()]):
            return "a parenthesis is closed that was not opened"
    return "a parenthesis is not closed" if depth else None


def _quotation(shown: str) -> str | None:
    """A fault in the quotation marks of a line. One that runs on over paragraphs is none, nor is
    one inside another, nor the habit of languages that open and close with the same mark.
    """
    if "„" in shown or "«" in shown:
        return None
    curly = [character for character in shown if character in "“”"]
    if shown.count('"') % 2:
        has_other = curly or _INCH.search(shown)
        return None if has_other else "a quotation mark too many or too few"
    if curly.count("“") != curly.count("”") and "“" in curly:
        for one, two in pairwise(curly):
            if one == two:
                return "two opening quotation marks" if one == "“" else "two closing ones"
    return None


def _brackets(page: Page) -> Iterator[Finding]:
    """Brackets of links that their paragraph does not close, or close nothing."""
    opened: list[tuple[str, int]] = []
    for number, line in enumerate([*page.shown, ""], 1):
        if not line.strip() or line.startswith("="):
            for bracket, at in opened:
                yield page.finding(at, f"`{bracket}` is not closed")
            opened = []
        for match in _BRACKETS.finditer(line) if "[" in line or "]" in line else ():
            token = match.group()
            if token[0] == "[":
                opened.append((token, number))
            elif opened and len(opened[-1][0]) == len(token):
                opened.pop()
            elif token == "]]":
                if opened and opened[-1][0] == "[":
                    opened.pop()  # `[[…|[http://… x]]]`: the last bracket is the link's
                elif not opened:
                    yield page.finding(number, "`]]` closes nothing")


def _spans(page: Page) -> Iterator[Finding]:
    """Double braces and HTML tags that the page does not close."""
    opened: dict[str, list[int]] = {}
    for number, line in enumerate(page.shown, 1):
        for match in _BRACES.finditer(line) if "{{" in line or "}}" in line else ():
            width = len(match.group()) // 2
            for _ in range(width):
                yield from _span(page, opened, "{{", match.group()[0] == "{", number)
        for match in _TAG.finditer(line) if "<" in line else ():
            if not match[3]:
                yield from _span(page, opened, f"<{match[2].lower()}>", not match[1], number)
    for name, lines in opened.items():
        for at in lines:
            yield page.finding(at, f"`{name}` is not closed")


def _span(
    page: Page, opened: dict[str, list[int]], name: str, opens: bool, number: int
) -> Iterator[Finding]:
    lines = opened.setdefault(name, [])
    if opens:
        lines.append(number)
    elif lines:
        lines.pop()
    else:
        what = "`}}`" if name == "{{" else f"`</{name[1:]}`"
        yield page.finding(number, f"{what} closes nothing")


_BROKEN = re.compile(r"\s*(={2,6})[^=\n]+\1(?!=)\s*\S")


class BrokenHeading(Rule):
    id = "broken-heading"
    severity = "error"
    summary = "A heading with unequal sides, or with text after it, which makes it none."
    fix = "Put as many equals signs before as behind, and the text on the next line."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        for heading in page.headings:
            if heading.title.startswith("=") or heading.title.endswith("="):
                yield page.finding(heading.line, "the heading has unequal sides, one shows")
        lines = {heading.line for heading in page.headings}
        for number, line in enumerate(page.shown, 1):
            if line.startswith("==") and number not in lines and _BROKEN.match(line):
                yield page.finding(number, "text after a heading makes it no heading")


class HeadingLevel(Rule):
    id = "heading-level"
    severity = "info"
    summary = "A card's heading that stands not below the heading of its deck."
    fix = "Give the card's heading more equals signs than its deck's heading has."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        decks = {
            plain(heading.title).casefold(): heading
            for heading in page.headings
            if heading.title.casefold().endswith(" deck")
        }
        levels = {heading.line: heading.level for heading in page.headings}
        for placed in page.cards:
            deck = decks.get(f"the {placed.card.deck} deck".casefold())
            if placed.card.special and deck and levels[placed.line] <= deck.level:
                message = f"level {levels[placed.line]}, its deck's heading has {deck.level}"
                yield page.finding(placed.line, message)
