"""Images as a page's wikitext shows them: file, caption, and the credit that it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.captions import caption, credit, is_credit, parts
from ingest.titles import normalise_title
from kb.lint.page import Page
from kb.lint.text import plain

_FILE = re.compile(r"\[\[\s*(?:file|image)\s*:", re.IGNORECASE)
_STEP = re.compile(r"\[\[|\]\]|\n[ \t]*\n")
_RIGHT = re.compile(r"Illustrated by: *(?=\S)")


@dataclass(frozen=True, slots=True)
class Shown:
    """An image: the line that it begins on, its file, its caption's plain text ("" for none)."""

    line: int
    file: str
    caption: str

    @property
    def is_credit(self) -> bool:
        return is_credit(self.caption)

    @property
    def is_wellformed(self) -> bool:
        """Whether the credit is written `Illustrated by: NAME`."""
        return _RIGHT.match(self.caption) is not None

    @property
    def artist(self) -> str | None:
        """Who is credited; None for nobody."""
        return credit(self.caption)


def images(page: Page) -> list[Shown]:
    """The images of a page in order. One that is not closed ends with its paragraph."""
    return list(_images("\n".join(page.shown)))


def _images(text: str) -> Iterator[Shown]:
    line, counted = 1, 0
    starts = list(_FILE.finditer(text))
    for number, match in enumerate(starts):
        limit = starts[number + 1].start() if number + 1 < len(starts) else len(text)
        line, counted = line + text.count("\n", counted, match.start()), match.start()
        name, *options = parts(text[match.end() : _end(text, match.end(), limit)])
        words = caption([plain(option).strip() for option in options])
        file = normalise_title(f"File:{name.strip()}").removeprefix("File:")
        yield Shown(line, file, words)


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
