"""A page's wikitext by its lines: what is markup, where headings stand, what a line shows.

The records of the knowledge base tell what a page says; a finding must also point at the line that
says it. What is read here is only what that takes: no grammar, no records. Everything is linear in
the length of the text.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from itertools import accumulate

# What a title leaves in small letters.
SMALL = frozenset(
    {"a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "is", "of", "on", "or", "the",
     "to", "via", "with"}
)  # fmt: skip
_ASIDE = re.compile(
    r"<!--|<(?P<tag>nowiki|pre|syntaxhighlight|source|math|templatedata|templatestyles)"
    r"(?=[\s/>])[^<>]*>",
    re.IGNORECASE,
)
_BRACES = re.compile(r"\{\{+|\}\}+")
_NOT_NEWLINE = re.compile(r"[^\n]")

_FILE_LINK = re.compile(
    r"\[\[\s*(?:file|image)\s*:[^\[\]\n]*+(?:\[\[[^\[\]\n]*+\]\][^\[\]\n]*+)*+\]\]", re.IGNORECASE
)
_LINK = re.compile(r"\[\[(?:[^\[\]|\n]*+\|)?([^\[\]|\n]*+)\]\]")
_EXTERNAL = re.compile(r"\[(?:https?:)?//[^\s\[\]]*+[ \t]*+([^\[\]\n]*+)\]")
_URL = re.compile(r"(?:https?:)?//[^\s\[\]<>|]++")
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]*+>")
_QUOTES = re.compile(r"''+")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading's line (from 1), level and plain text."""

    line: int
    level: int
    title: str


def split_lines(text: str) -> list[str]:
    """Lines of a wikitext exactly as they are written, whatever the line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def masked(text: str) -> str:
    """A text of equal shape with blanks for comments and for what `<nowiki>` and the like hold."""
    pieces: list[str] = []
    unclosed: set[str] = set()
    lowered = text.lower() if "<" in text else ""
    if len(lowered) != len(text):  # a letter whose lower case is two
        lowered = text
    at = 0
    for match in _ASIDE.finditer(text):
        name = (match["tag"] or "").lower()
        if match.start() < at or match.group().endswith("/>") or name in unclosed:
            continue
        end = lowered.find(f"</{name}" if name else "-->", match.end())
        if end < 0 and name:
            unclosed.add(name)
            continue
        # An unclosed comment hides the rest, as in MediaWiki.
        end = len(text) if end < 0 else text.find(">", end) + 1 or len(text)
        pieces += [text[at : match.start()], _NOT_NEWLINE.sub(" ", text[match.start() : end])]
        at = end
    return "".join([*pieces, text[at:]])


def inside_templates(shown: list[str]) -> list[bool]:
    """For each masked line, whether it begins inside double braces that are closed."""
    change = [0] * (len(shown) + 1)
    opened: list[int] = []
    for number, line in enumerate(shown):
        for match in _BRACES.finditer(line) if "{{" in line or "}}" in line else ():
            for _ in range(len(match.group()) // 2):
                if match.group()[0] == "{":
                    opened.append(number)
                elif opened:
                    start = opened.pop()
                    change[start + 1] += 1
                    change[number + 1] -= 1
    return [depth > 0 for depth in accumulate(change[:-1])]


def headings(lines: list[str], shown: list[str]) -> list[Heading]:
    """The headings of a page, given its lines as written and masked, by MediaWiki's rule."""
    found: list[Heading] = []
    inside = inside_templates(shown)
    for number, line in enumerate(shown, 1):
        if lines[number - 1].startswith("<!--"):
            line = line.lstrip(" ")
        if not line.startswith("=") or inside[number - 1]:
            continue
        line = line.rstrip(" \t")
        level = min(6, len(line) - len(line.lstrip("=")), len(line) - len(line.rstrip("=")))
        if level and 2 * level < len(line):
            found.append(Heading(number, level, plain(line[level:-level]).strip()))
    return found


def plain(wikitext: str) -> str:
    """What one line of wikitext shows: labels of links, no images, quotes, tags or entities."""
    text = wikitext
    if "[" in text:
        text = _FILE_LINK.sub("", text)
        text = _LINK.sub(r"\1", text)
        text = _EXTERNAL.sub(r"\1", text)
    if "<" in text:
        text = _TAG.sub("", text)
    text = _QUOTES.sub("", text)
    return html.unescape(text) if "&" in text else text


def prose(wikitext: str) -> str:
    """As `plain`, without the addresses that stand in the text."""
    text = plain(wikitext)
    return _URL.sub(" ", text) if "//" in text else text
