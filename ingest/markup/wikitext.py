"""A piece of wikitext to plain text, links, images and template parameters.

Everything is read with MediaWiki's own rules and bounds: quotes balance within their line, links
within their paragraph, so that nothing unclosed swallows what follows. Any text gives an answer,
in time linear in its length. This module is the only user of `mwparserfromhell`, for template
parameters; that parser's time is quadratic on hostile input, so it sees bounded pieces only.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from html.entities import html5

from ingest.markup import quotes
from ingest.markup.preprocess import LITERAL_TAGS, Span, normalise, spans
from ingest.records import Link
from ingest.titles import normalise_title

BREAK = "\U000f0100"  # stands for `<br>` and the edges of block tags, until text is shown
IMAGE = "\U000f0101"  # stands where an image was, see ingest/markup/blocks.py

# Literal characters (of `<nowiki>`) are moved here until everything else is read.
_ASIDE = 0xF0000
_LITERALS = {ord(char): _ASIDE + ord(char) for char in "[]{}<>'*#:;=|!_-~/\n"}
_LITERALS_BACK = {aside: chr(char) for char, aside in _LITERALS.items()}
_LITERALS_BACK |= {ord(BREAK): "\n", ord(IMAGE): ""}
_MOVED = re.compile("[\U000f0000-\U000f0101]")

_BLOCK_TAGS = "div|center|blockquote|p|table|caption|tbody|thead|tfoot|h[1-6]|hr|section"
_LIST_TAGS = {"li": "\n* ", "dt": "\n; ", "dd": "\n: ", "tr": "\n", "ul": "\n", "ol": "\n"}
_LIST_TAGS |= {"dl": "\n", "td": " ", "th": " "}
_INLINE_TAGS = (
    "b|bdi|bdo|i|ins|u|font|big|small|sub|sup|cite|code|em|strong|tt|var|ruby|rb|rp|rt|rtc|span|"
    "abbr|dfn|kbd|samp|data|time|mark|q|wbr|noinclude|onlyinclude|includeonly|s|strike|del|"
    "nowiki|pre|poem|ref|references|gallery|syntaxhighlight|source|img|a|link|meta"
)
_TAG = re.compile(
    rf"<(?P<close>/?)(?:(?P<br>br)|(?P<block>{_BLOCK_TAGS})|(?P<list>{'|'.join(_LIST_TAGS)})"
    rf"|(?:{_INLINE_TAGS}))(?=[\s/>])[^<>]*>",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"<(/?)(s|strike|del)(?=[\s/>])[^<>]*>", re.IGNORECASE)
_SWITCH = re.compile(
    r"__(?:NO|FORCE)?(?:TOC|EDITSECTION|INDEX|GALLERY|CONTENTCONVERT|CC|TITLECONVERT|TC"
    r"|NEWSECTIONLINK|GLOBAL|START|END|HIDDENCAT|STATICREDIRECT|EXPECTUNUSEDCATEGORY)__"
)
_TEMPLATE_CHARACTERS = {"!": "|", "=": "=", "(": "{", ")": "}"}

_LINK = re.compile(
    r"\[\[(?P<target>[^\[\]{}<>\n|]+)(?:\|(?P<label>(?:[^\[\]]|\[(?!\[)|\](?!\]))*))?\]\]"
    r"(?P<trail>[a-z]*)"
)
_EXTERNAL = re.compile(
    r"\[((?:https?://|ftp://|mailto:|//)[^\s\[\]<>\"]*)[ \t\u00a0]*([^\[\]\n]*)\]", re.IGNORECASE
)
_NOT_SHOWN = re.compile(r"\s*(?:category|file|image)\s*:", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));")
_BLANKS = re.compile("[ \t\n\u00a0\u2007\u2009\u202f\u3000]+")
_INVISIBLE = re.compile("[\u200b\u200e\u200f\u2060\ufeff\u00ad]")
_MARKED = re.compile("''|[\\[{<&_\u00ad\u200b\u200e\u200f\u2060\ufeff\U000f0000-\U000f0101]")

MEMORY = 8192  # pieces whose reading is remembered: revisions of a page repeat nearly all of them

# What mwparserfromhell may see at once.
_LONGEST_TEMPLATE = 20_000
_MOST_BRACKETS = 300


@dataclass(frozen=True, slots=True)
class Template:
    """A template call: its name with blanks for underscores, and its parameters' wikitext."""

    name: str
    parameters: tuple[tuple[str, str], ...]

    def get(self, name: str) -> str:
        """Wikitext of a parameter, whatever its case; "" where it is not given."""
        return next((value for key, value in self.parameters if key.lower() == name.lower()), "")


def plain(piece: str, exact: bool = False) -> str:
    """What a reader sees of a piece of wikitext, one line for each part between `<br>`s.

    Links give their labels, tags their content; templates, images, comments, references and struck
    text give nothing. Entities are decoded once, runs of blanks (NBSP too) become one blank.
    """
    return shown(clean(piece), exact) if _MARKED.search(piece) or "\r" in piece else _single(piece)


@lru_cache(maxsize=MEMORY)
def shown(cleaned: str, exact: bool = False) -> str:
    """The same of a piece that `clean` has been through; `exact`: see `quotes.runs`."""
    if not _MARKED.search(cleaned):
        return _single(cleaned)
    text = _unlinked(cleaned)
    if "''" in text:
        lines = text.split("\n")
        text = "\n".join("".join(run for run, _ in quotes.runs(line, exact)) for line in lines)
    text = text.replace("\n", " ")
    if _MOVED.search(text):
        text = text.translate(_LITERALS_BACK)
    shown_lines = map(_single, _INVISIBLE.sub("", _ENTITY.sub(_character, text)).split("\n"))
    return "\n".join(line for line in shown_lines if line)


def heading_text(heading: str) -> str:
    """The text that MediaWiki makes a heading's anchor from: nothing struck or invisible is gone.

    Blanks that entities stand for are kept.
    """
    if not _MARKED.search(heading) and "\u00a0" not in heading:
        return _single(heading)
    text = _unlinked(clean(heading, keep_struck=True)).replace(BREAK, "")
    text = "".join(run for run, _ in quotes.runs(text.replace("\n", " "), exact=True))
    text = re.sub("[ _]+", " ", text).strip(" ")
    return _ENTITY.sub(_character, text.translate(_LITERALS_BACK))


def _single(text: str) -> str:
    return _BLANKS.sub(" ", text).strip(" ")


def clean(text: str, keep_struck: bool = False) -> str:
    """Wikitext with nothing left but lines, links, quotes and entities.

    Comments, templates, dropped tags and struck text are gone; other tags too, block tags leave a
    BREAK or, as list items, a line of their own; literal text is moved aside.
    """
    text = _MOVED.sub("\N{REPLACEMENT CHARACTER}", normalise(text))
    if "<" in text or "{{" in text:
        pieces: list[str] = []
        at = 0
        for span in spans(text):
            pieces += [text[at : span.start], _left_of(span, text)]
            at = span.end
        text = "".join([*pieces, text[at:]])
    if "<" in text:
        text = _TAG.sub(_tag_left, text if keep_struck else _without_struck(text))
    return _SWITCH.sub("", text) if "__" in text else text


def _left_of(span: Span, text: str) -> str:
    """What a span leaves behind for its readers."""
    inner = text[span.inner : span.inner_end]
    if span.kind == "template":
        return _TEMPLATE_CHARACTERS.get(inner.strip(), "")
    if span.name in LITERAL_TAGS:
        literal = inner.translate(_LITERALS)
        return literal if span.name == "nowiki" else f"{BREAK}{literal}{BREAK}"
    if span.name == "poem":
        return BREAK + clean(inner).strip("\n").replace("\n", BREAK) + BREAK
    return ""


def is_character(call: str) -> bool:
    """Whether a template call stands for a single character, as `{{!}}` does."""
    return call[2:-2].strip() in _TEMPLATE_CHARACTERS


def _tag_left(match: re.Match[str]) -> str:
    if match["br"] or match["block"]:
        return BREAK
    if match["list"]:
        return "\n" if match["close"] else _LIST_TAGS[match["list"].lower()]
    return ""


def _without_struck(text: str) -> str:
    """Text without what stands between `<s>`, `<strike>` or `<del>` and its closing tag."""
    opened: list[tuple[str, int]] = []
    gone: list[tuple[int, int]] = []
    for tag in _STRUCK.finditer(text):
        name = tag[2].lower()
        if not tag[1]:
            if not tag.group().endswith("/>"):
                opened.append((name, tag.start()))
        elif opened and opened[-1][0] == name:
            start = opened.pop()[1]
            while gone and gone[-1][0] >= start:
                gone.pop()
            gone.append((start, tag.end()))
    pieces: list[str] = []
    at = 0
    for start, end in gone:
        pieces.append(text[at:start])
        at = end
    return "".join([*pieces, text[at:]])


def _unlinked(text: str) -> str:
    if "[" not in text:
        return text
    for _ in range(2):  # the second time for images whose captions hold links
        if "[[" in text:
            text = _LINK.sub(lambda link: _label(link) + link["trail"], text)
    return _EXTERNAL.sub(lambda link: link[2], text)


def _label(link: re.Match[str]) -> str:
    if _NOT_SHOWN.match(link["target"]):
        return ""
    return link["label"] or link["target"].strip().removeprefix(":")


def _character(entity: re.Match[str]) -> str:
    decimal, hexadecimal, name = entity.groups()
    if name:
        return html5.get(f"{name};", entity.group())
    code = int(decimal) if decimal else int(hexadecimal, 16)
    if code in (9, 10, 13):
        return " "
    if not 0x20 <= code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF or 0x7F <= code < 0xA0:
        return entity.group()
    return chr(code)


@lru_cache(maxsize=MEMORY)
def bold_runs(cleaned: str) -> tuple[str, ...]:
    """Plain text of the bold runs of a cleaned piece, touching ones joined."""
    runs: list[str] = []
    for line in _unlinked(cleaned).split("\n"):
        was_bold = False
        for text, bold in quotes.runs(line):
            if bold and was_bold:
                runs[-1] += text
            elif bold:
                runs.append(text)
            was_bold = bold
    return tuple(text for text in map(shown, runs) if text)


@lru_cache(maxsize=MEMORY)
def links(cleaned: str) -> tuple[Link, ...]:
    """Links to pages in a cleaned piece, in order, without categories and images."""
    return tuple(
        Link(shown(_label(link) + link["trail"]), target)
        for link in _LINK.finditer(cleaned)
        if not _NOT_SHOWN.match(link["target"]) and (target := _target(link["target"]))
    )


def _target(written: str) -> str:
    """Page title with its fragment, as MediaWiki stores it."""
    page, hash_mark, fragment = shown(written).replace("_", " ").partition("#")
    return normalise_title(page) + hash_mark + _single(fragment) if page or fragment else ""


@lru_cache(maxsize=MEMORY)
def external_links(cleaned: str) -> tuple[Link, ...]:
    """Links to other sites in a cleaned piece, in order; the target is the address."""
    return tuple(Link(shown(link[2]), link[1]) for link in _EXTERNAL.finditer(cleaned))


def templates(text: str) -> tuple[Template, ...]:
    """Outermost template calls of a text, in order."""
    found: list[Template] = []

    def note(template: Template) -> None:
        found.append(template)

    replace_templates(text, note)
    return tuple(found)


def replace_templates(text: str, replacement: Callable[[Template], str | None]) -> str:
    """The text with its outermost template calls replaced; None leaves a call as it stands."""
    if "{{" not in text:
        return text
    text = normalise(text)
    pieces: list[str] = []
    at = 0
    for span in spans(text):
        if span.kind == "template":
            new = replacement(_template(text[span.start : span.end]))
            if new is not None:
                pieces += [text[at : span.start], new]
                at = span.end
    return "".join([*pieces, text[at:]])


def _template(call: str) -> Template:
    inner = call[2:-2]
    if "[[" not in inner and "{{" not in inner and "<" not in inner:
        name, *written = inner.split("|")
        parameters = [_parameter(number, part) for number, part in enumerate(written, 1)]
        return Template(_template_name(name), tuple(parameters))
    brackets = inner.count("{{") + inner.count("[[") + inner.count("<")
    if len(call) <= _LONGEST_TEMPLATE and brackets <= _MOST_BRACKETS:
        import mwparserfromhell

        found = mwparserfromhell.parse(call, skip_style_tags=True).filter_templates(recursive=False)
        if found:
            given = tuple((str(p.name).strip(), str(p.value).strip()) for p in found[0].params)
            return Template(_template_name(str(found[0].name)), given)
    return Template(_template_name(re.split(r"[|{\[<]", inner, maxsplit=1)[0]), ())


def _parameter(number: int, written: str) -> tuple[str, str]:
    name, equals, value = written.partition("=")
    return (name.strip(), value.strip()) if equals else (str(number), written.strip())


def _template_name(written: str) -> str:
    return _single(plain(written).replace("_", " ").replace("\n", " "))
