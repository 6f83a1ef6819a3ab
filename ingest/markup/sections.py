"""Wikitext to its ordered sections, by MediaWiki's own heading rule, line by line.

A heading is a line that begins and ends with equals signs once comments are gone; what stands in a
closed extension tag or a balanced template is none. HTML headings (`<h2>…</h2>`) are sections too,
as in MediaWiki's table of contents. Nothing else matters: no unclosed quote, tag, table or bracket
can swallow a heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ingest.markup import wikitext
from ingest.markup.preprocess import GONE, masked, normalise, spans
from ingest.records import Section

_HTML_HEADING = re.compile(rf"<(/?)h([1-6])(?=[\s/>{GONE}])[^<>]*>", re.IGNORECASE)
_HEADING_LINE = re.compile(rf"\n([={GONE}][^\n]*)")  # five times as fast as with `^`
_LINE_END = " \t\n\r\f\v"
# What MediaWiki's title parser takes for blanks, and the direction marks that it drops.
_ANCHOR_BLANKS = re.compile("[ _\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_ANCHOR_MARKS = re.compile("[\u200e\u200f\u202a-\u202e]+")
_ANCHOR_UNDERSCORES = str.maketrans("\t\n\f\r ", "_____")
_ASCII_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


class _Heading(NamedTuple):
    level: int
    wikitext: str
    start: int  # of what the heading takes away from its page …
    end: int  # … up to here, its line end included


def split(text: str) -> tuple[Section, ...]:
    """Sections of a page in their order, the text above the first heading first (level 0).

    Any text gives sections; line ends become `\\n`. Linear in the length of the text.
    Rule: MediaWiki 1.39, `Parser::handleHeadings` and `Parser::finalizeHeadings`.
    """
    text = normalise(text)
    headings = _headings(text)
    starts = [heading.start for heading in headings] + [len(text)]
    sections = [Section(0, "", "", "", 1, text[: starts[0]], ())]
    outline = _outline(tuple((heading.level, heading.wikitext) for heading in headings))
    line, counted = 1, 0
    for (level, source, start, end), until, (title, anchor, path) in zip(
        headings, starts[1:], outline, strict=True
    ):
        line, counted = line + text.count("\n", counted, start), start
        sections.append(Section(level, title, source, anchor, line, text[end:until], path))
    return tuple(sections)


@lru_cache(maxsize=256)  # most revisions of a page have the same headings
def _outline(headings: tuple[tuple[int, str], ...]) -> list[tuple[str, str, tuple[str, ...]]]:
    """Title, anchor and path of each section, from the levels and wikitexts of the headings."""
    found = []
    around: list[tuple[int, str]] = []
    anchors = _Anchors()
    for level, heading in headings:
        title, anchor_text = _texts(heading)
        while around and around[-1][0] >= level:
            around.pop()
        found.append((title, anchors.of(anchor_text), tuple(name for _, name in around)))
        around.append((level, title))
    return found


@lru_cache(maxsize=4096)  # headings recur in every revision of a page
def _texts(heading: str) -> tuple[str, str]:
    """What a heading says, and the text that its anchor is made from."""
    title = wikitext.plain(heading, exact=True).replace("\n", " ")
    return title, wikitext.heading_text(heading)


def _headings(text: str) -> list[_Heading]:
    if "=" not in text and "<" not in text:
        return []
    mask = masked(text, spans(text))
    lines = list(_line_headings(text, mask))
    html = _html_headings(text, mask, lines)
    return sorted([*lines, *html], key=lambda heading: heading.start) if html else lines


def _line_headings(text: str, mask: str) -> Iterator[_Heading]:
    """Headings of equals signs. Newlines inside comments and opaque spans are masked away."""
    for line in _HEADING_LINE.finditer(f"\n{mask}"):
        heading = _heading(text, line[1], line.start())
        if heading is not None:
            yield heading


def _heading(text: str, line: str, start: int) -> _Heading | None:
    """The heading that a masked line of `text`, beginning at `start`, is.

    Where a comment cuts a run of equals signs, the part at the line's edge tells the level, if it
    is a heading by itself.
    """
    end = min(start + len(line) + 1, len(text))
    if GONE not in line:
        level, width = _measure(line)
        heading = text[start + level : start + width - level]
        return _Heading(level, heading.strip(" \t"), start, end) if level else None
    seen = [i for i, char in enumerate(line) if char != GONE]
    level, width = _measure("".join(line[i] for i in seen))
    edges = _measure(line.strip(GONE).rstrip(_LINE_END + GONE))[0]
    level = min(level, edges or level)
    heading = "".join(text[start + i] for i in seen[level : width - level])
    return _Heading(level, heading.strip(" \t"), start + seen[0], end) if level else None


@lru_cache(maxsize=4096)
def _measure(line: str) -> tuple[int, int]:
    """(level, width without trailing blanks) of a line; level 0: it is no heading.

    Surplus equals signs belong to the title; of a line of nothing else the middle is the title.
    """
    line = line.rstrip(_LINE_END)
    opening = len(line) - len(line.lstrip("="))
    if opening == len(line):
        return max(0, min(6, (opening - 1) // 2)), len(line)
    return min(6, opening, len(line) - len(line.rstrip("="))), len(line)


def _html_headings(text: str, mask: str, lines: list[_Heading]) -> list[_Heading]:
    """`<h1>…</h1>` to `<h6>` that close before another heading begins."""
    if "<h" not in mask and "<H" not in mask:
        return []
    found: list[_Heading] = []
    opened: re.Match[str] | None = None
    following = 0
    for tag in _HTML_HEADING.finditer(mask):
        while following < len(lines) and lines[following].start < tag.start():
            following += 1
            opened = None
        if following and tag.start() < lines[following - 1].end:
            continue
        if not tag[1]:
            opened = tag
        elif opened is not None:
            inner = text[opened.end() : tag.start()].strip()
            end = tag.end() + mask.startswith("\n", tag.end())
            found.append(_Heading(int(opened[2]), inner, opened.start(), end))
            opened = None
    return found


@lru_cache(maxsize=4096)
def _anchor(text: str) -> tuple[str, str]:
    """The anchor that a heading's text makes, and what its repeats are known by."""
    name = _ANCHOR_BLANKS.sub(" ", _ANCHOR_MARKS.sub("", text)).rstrip(" ")
    name = name.translate(_ANCHOR_UNDERSCORES)
    return name, name.translate(_ASCII_LOWER)


class _Anchors:
    """Anchors of one page: repeats are numbered from 2, compared without ASCII case."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}

    def of(self, text: str) -> str:
        """Anchor of the next heading with this text (MediaWiki's `html5` ids)."""
        name, key = _anchor(text)
        if key not in self._taken:
            self._taken.add(key)
            return name
        number = self._next.get(key, 2)
        while f"{key}_{number}" in self._taken:
            number += 1
        self._next[key] = number + 1
        self._taken.add(f"{key}_{number}")
        return f"{name}_{number}"
