"""Images as a page's wikitext shows them: file, caption, and the credit that it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.titles import normalise_title
from kb.lint.page import Page
from kb.lint.text import plain

_FILE = re.compile(r"\[\[\s*(?:file|image)\s*:", re.IGNORECASE)
_STEP = re.compile(r"\[\[|\]\]|\n[ \t]*\n")
_OPTION = re.compile(
    r"(?:thumb(?:nail)?|frame(?:d|less)?|border|none|left|right|center|centre|upright|baseline|sub"
    r"|super|sup|top|middle|bottom|text-top|text-bottom|\d*\s*x?\s*\d+\s*px|\d+\s*x\s*px"
    r"|(?:link|alt|page|class|lang|upright|thumb|thumbnail|manualthumb|frame)\s*=.*)",
    re.IGNORECASE | re.DOTALL,
)
_CREDIT = re.compile(
    r"(?:illustrat(?:ed|ions?|ors?)|illust?\.?|art(?:ist|work)?|drawn|painted)"
    r"(?:\s+by\b\s*:?|\s*:|\s*$)\s*(?P<name>.*)",
    re.IGNORECASE | re.DOTALL,
)
_RIGHT = re.compile(r"Illustrated by: *(?=\S)")
_NOBODY = re.compile(r"[\W_]*(?:(?:tb[ad]|unknown|n/a|none)[\W_]*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Shown:
    """An image: the line that it begins on, its file, its caption's plain text ("" for none)."""

    line: int
    file: str
    caption: str

    @property
    def is_credit(self) -> bool:
        return _CREDIT.fullmatch(self.caption) is not None

    @property
    def is_wellformed(self) -> bool:
        """Whether the credit is written `Illustrated by: NAME`."""
        return _RIGHT.match(self.caption) is not None

    @property
    def artist(self) -> str | None:
        """Who is credited; None for nobody."""
        match = _CREDIT.fullmatch(self.caption)
        name = match["name"].strip() if match else ""
        return name if name and not _NOBODY.fullmatch(name) else None


def images(page: Page) -> list[Shown]:
    """The images of a page in order. One that is not closed ends with its paragraph."""
    return list(_images("\n".join(page.shown)))


def _images(text: str) -> Iterator[Shown]:
    line, counted = 1, 0
    starts = list(_FILE.finditer(text))
    for number, match in enumerate(starts):
        limit = starts[number + 1].start() if number + 1 < len(starts) else len(text)
        line, counted = line + text.count("\n", counted, match.start()), match.start()
        name, *options = _parts(text[match.end() : _end(text, match.end(), limit)])
        captions = [option for option in options if not _OPTION.fullmatch(option.strip())]
        file = normalise_title(f"File:{name.strip()}").removeprefix("File:")
        yield Shown(line, file, plain(captions[-1]).strip() if captions else "")


def _end(text: str, start: int, limit: int) -> int:
    depth = 1
    for step in _STEP.finditer(text, start, limit):
        if step.group() == "]]":
            depth -= 1
            if not depth:
                return step.start()
        elif step.group() == "[[":
            depth += 1
        else:
            return step.start()
    end = text.find("\n", start, limit)
    return limit if end < 0 else end


def _parts(content: str) -> list[str]:
    """An image's content at its pipes, but for those of links in its caption."""
    parts, depth = [""], 0
    for piece in re.split(r"(\[\[|\]\]|\|)", content):
        if piece == "|" and not depth:
            parts.append("")
            continue
        depth += (piece == "[[") - (piece == "]]" and depth > 0)
        parts[-1] += piece
    return parts
