"""Images in wikitext: the file, its caption, and the credit that a caption gives."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ingest.captions import caption, credit, is_credit, parts
from ingest.markup.preprocess import normalise, spans
from ingest.markup.wikitext import IMAGE, clean, shown
from ingest.titles import normalise_title

_FILE = re.compile(r"\[\[\s*(?:file|image)\s*:", re.IGNORECASE)
_BRACKETS = re.compile(r"\[\[|\]\]|\n[ \t]*\n")
_GALLERY_LINE = re.compile(r"\s*(?:file|image)\s*:([^|\n]+)(?:\|(.*))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Image:
    """An image as a page shows it; `closed` is False where its brackets are not."""

    file: str  # name as MediaWiki writes it, without its namespace
    caption: str = ""  # plain text
    closed: bool = True

    @property
    def is_credited(self) -> bool:
        """Whether the caption is a credit, be it an empty one."""
        return is_credit(self.caption)

    @property
    def illustrator(self) -> str | None:
        """Who the caption says has drawn it."""
        return credit(self.caption)


def take_images(cleaned: str) -> tuple[str, list[Image]]:
    """A cleaned text with an IMAGE character for each of its images, and these in order.

    An image that is not closed before its paragraph ends, or before another begins, ends with its
    line: an editor's slip must not take the card's text with it.
    """
    pieces: list[str] = []
    images: list[Image] = []
    at = 0
    while match := _FILE.search(cleaned, at):
        pieces += [cleaned[at : match.start()], IMAGE]
        content, at, closed = _content(cleaned, match.end())
        images.append(_image(content, closed))
    return "".join([*pieces, cleaned[at:]]), images


def _content(text: str, start: int) -> tuple[str, int, bool]:
    """(content, where it ends, whether closed) of the image whose name begins at `start`."""
    depth = 1
    for match in _BRACKETS.finditer(text, start):
        if match.group() == "]]":
            depth -= 1
            if depth == 0:
                return text[start : match.start()], match.end(), True
        elif match.group() != "[[" or _FILE.match(text, match.start()):
            break
        else:
            depth += 1
    following = _FILE.search(text, start)
    end = following.start() if following else len(text)
    line = text.find("\n", start, end)
    end = line if line >= 0 else end
    content = text[start:end].rstrip(" \t")
    return content if content.endswith("]]") else content.removesuffix("]"), end, False


def _image(content: str, closed: bool) -> Image:
    name, *options = parts(content)
    words = caption([shown(option) for option in options]).replace("\n", " ")
    return Image(file_name(name), words, closed)


def file_name(written: str) -> str:
    """Name of a file as MediaWiki writes it: blanks for underscores, the first letter capital.

    >>> file_name("sea_otter__3.png ")
    'Sea otter 3.png'
    """
    return normalise_title(f"File:{shown(written)}").removeprefix("File:")


def gallery_images(text: str) -> list[Image]:
    """Images of the galleries in a text, in order (`clean` takes galleries away)."""
    if "<gallery" not in text.lower():
        return []
    text = normalise(text)
    return [
        Image(file_name(match[1]), shown(clean(match[2] or "")).replace("\n", " "))
        for span in spans(text)
        if span.name == "gallery"
        for line in text[span.inner : span.inner_end].split("\n")
        if (match := _GALLERY_LINE.fullmatch(line))
    ]
