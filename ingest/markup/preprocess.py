"""What stands aside in wikitext before its lines are read: comments, extension tags, templates.

MediaWiki's preprocessor takes these out of a page first; headings, lists and links are read in
what remains. The rules here are its own (`Preprocessor_Hash`, MediaWiki 1.39), with one exception
that keeps a slip from swallowing the rest of a page: an extension tag that meets another opening
tag of its name, a heading between the two, counts as unclosed. One pass, linear in the length.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

# Stand-ins in a masked text: a character that is gone, a character inside something opaque.
GONE = "\x00"
OPAQUE = "\x01"

# Tags whose content is taken away before lines are read: by MediaWiki itself or an extension that
# nearly every wiki has, and by rarer extensions. Headings inside the latter stay headings.
_COMMON_TAGS = frozenset(
    {
        *("nowiki", "pre", "gallery", "indicator", "langconvert", "includeonly"),
        *("ref", "references", "poem", "inputbox", "categorytree"),
    }
)
_RARE_TAGS = frozenset(
    {
        *("syntaxhighlight", "source", "math", "score", "timeline", "hiero", "imagemap"),
        *("templatedata", "templatestyles", "section"),
    }
)
LITERAL_TAGS = frozenset({"nowiki", "pre", "syntaxhighlight", "source"})
EXTENSION_TAGS = _COMMON_TAGS | _RARE_TAGS

_TOKEN = re.compile(
    r"<!--|<(?P<tag>" + "|".join(sorted(EXTENSION_TAGS)) + r")(?=[\s/>])[^<>]*>"
    r"|(?P<ignored></?(?:noinclude|onlyinclude)(?=[\s/>])[^<>]*>)"
    r"|\{\{+|\}\}+|\[\[+|\]\]+",
    re.IGNORECASE,
)
_BLANKS = " \t"
_LONGEST_NAME = 300  # of a template: MediaWiki's titles have 255 bytes
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_NESTED = re.compile(r"\{\{[^{}]*\}\}")
_NOT_IN_TITLES = re.compile(r"[\[\]{}<>]")
# Characters that MediaWiki never stores; the stand-ins above must not come from a page.
_FORBIDDEN = [chr(n) for n in range(0x20) if chr(n) not in "\t\n\f\r"]
_REPLACED = str.maketrans(dict.fromkeys(_FORBIDDEN, "\N{REPLACEMENT CHARACTER}"))


@dataclass(frozen=True, slots=True)
class Span:
    """Something that stands aside: `text[start:end]`, its content `text[inner:inner_end]`.

    `name` is the tag's, in lower case; "" for comments and templates.
    """

    kind: Literal["comment", "tag", "template"]
    start: int
    end: int
    inner: int
    inner_end: int
    name: str = ""


def normalise(text: str) -> str:
    """Text with `\\n` line ends and without the characters that MediaWiki never stores."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if any(char in text for char in _FORBIDDEN):  # five times as fast as a pattern
        text = text.translate(_REPLACED)
    return text


def spans(text: str) -> list[Span]:
    """Outermost comments, closed extension tags and balanced templates of a text, in order.

    A comment alone on its lines takes these lines with it, as in MediaWiki. What is unclosed is
    no span, except a comment, which runs to the end. Tags that matter only where a page is
    included (`<noinclude>`) count as comments. `text` is what `normalise` returns.
    """
    found: list[Span] = []
    if "<" not in text and "{{" not in text:
        return found
    opened: list[_Opened] = []
    closings = _Closings(text)
    at = 0
    while match := _TOKEN.search(text, at):
        token, at = match.group(), match.end()
        if token == "<!--":
            found += _comments(text, match.start())
            at = found[-1].end
        elif match["tag"]:
            tag = _tag(match, closings)
            if tag is not None:
                found.append(tag)
                at = tag.end
        elif match["ignored"]:
            found.append(Span("comment", match.start(), at, at, at))
        elif token[0] in "[{":
            opened.append(_Opened(token[0], match.start(), len(token), len(found)))
        else:
            _close(match, opened, found)
    return found


@dataclass(slots=True)
class _Opened:
    """A run of opening brackets that may still be closed; `spans` were found before it."""

    bracket: str
    start: int
    count: int
    spans: int


def _close(closing: re.Match[str], opened: list[_Opened], found: list[Span]) -> None:
    """Match a run of closing brackets with the latest openings, as the preprocessor does.

    Only the latest opening can be closed: an unclosed `[[` inside braces keeps them open.
    """
    text, at = closing.string, closing.start()
    count = closing.end() - at
    bracket, most = ("{", 3) if text[at] == "}" else ("[", 2)
    while count >= 2 and opened and opened[-1].bracket == bracket:
        last = opened[-1]
        matched = min(count, last.count, most)
        count, at = count - matched, at + matched
        last.count -= matched
        opening = last.start + last.count
        if bracket == "{" and matched == 2 and _is_call(text, opening + 2, at - 2):
            del found[last.spans :]
            found.append(Span("template", opening, at, opening + 2, at - 2))
        if last.count < 2:
            opened.pop()


def _is_call(text: str, start: int, end: int) -> bool:
    """Whether what stands in double braces can be a template's call; else they are mere text."""
    name, pipe, _ = text[start : min(end, start + _LONGEST_NAME)].partition("|")
    name = _COMMENT.sub("", name).strip()
    if name.startswith("#"):
        return True
    if not name or (not pipe and end - start > _LONGEST_NAME) or "\n" in name:
        return False
    name = _NESTED.sub("", name)
    return ":" in name or not _NOT_IN_TITLES.search(name)


def _comments(text: str, start: int) -> list[Span]:
    """The comment that begins at `start` and those after it with only blanks between.

    Where they stand alone on their lines, these go with them, as one span.
    """
    found: list[Span] = []
    end = start
    while text.startswith("<!--", end):
        close = text.find("-->", end + 4)
        close = len(text) if close < 0 else close
        found.append(Span("comment", end, min(close + 3, len(text)), end + 4, close))
        end = _skip_blanks(text, close + 3)
    line = start
    while line and text[line - 1] in _BLANKS:
        line -= 1
    if (line == 0 or text[line - 1] == "\n") and text.startswith("\n", end):
        return [Span("comment", line, end + 1, start + 4, found[-1].inner_end)]
    return found


def _skip_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at] in _BLANKS:
        at += 1
    return at


class _Closings:
    """Where the closing tag of each opening extension tag stands; one pass over a text a name."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._known: dict[str, dict[int, tuple[int, int]]] = {}

    def of(self, name: str, inner: int) -> tuple[int, int] | None:
        """(start, end) of the tag that closes the one whose content begins at `inner`."""
        if name not in self._known:
            self._known[name] = self._all(name)
        return self._known[name].get(inner)

    def _all(self, name: str) -> dict[int, tuple[int, int]]:
        pattern = re.compile(rf"</{name}\s*>|<{name}(?=[\s/>])[^<>]*(?<!/)>", re.IGNORECASE)
        known: dict[int, tuple[int, int]] = {}
        closing: tuple[int, int] | None = None
        over_heading = False  # whether a heading stands between here and the closing tag
        following, is_opening = len(self._text), False
        for tag in reversed(list(pattern.finditer(self._text))):
            if tag.group().startswith("</"):
                closing, over_heading = tag.span(), False
            else:
                heading = self._text.find("\n=", tag.end(), following) >= 0
                over_heading |= heading
                if heading and is_opening:
                    closing = None
                if closing is not None and not (over_heading and name in _RARE_TAGS):
                    known[tag.end()] = closing
            following, is_opening = tag.start(), not tag.group().startswith("</")
        return known


def _tag(match: re.Match[str], closings: _Closings) -> Span | None:
    name, start, inner = match["tag"].lower(), match.start(), match.end()
    if match.group().endswith("/>"):
        return Span("tag", start, inner, inner, inner, name)
    close = closings.of(name, inner)
    if close is None:
        return None
    return Span("tag", start, close[1], inner, close[0], name)


def masked(text: str, aside: list[Span]) -> str:
    """A text of the same length in which comments are GONE and other spans are OPAQUE."""
    pieces: list[str] = []
    at = 0
    for span in aside:
        pieces.append(text[at : span.start])
        pieces.append((GONE if span.kind == "comment" else OPAQUE) * (span.end - span.start))
        at = span.end
    return "".join([*pieces, text[at:]])
