"""A section's wikitext to its blocks: paragraphs, list items, tables, with the images in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ingest.markup.images import Image, take_images
from ingest.markup.wikitext import BREAK, IMAGE, clean, links, shown
from ingest.records import Link

_MARKER = re.compile(r"[*#:;]+")
_RULE = re.compile(r"-{4,}")
_EDGES = f" \t\f\u00a0{BREAK}"
_TABLE_START = re.compile(r"[:\s]*\{\|")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table. `header`: it was written with an exclamation mark."""

    text: str
    links: tuple[Link, ...] = ()
    header: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph, list item, table, or line of images.

    `source` is cleaned wikitext (see `ingest.markup.wikitext.clean`), one line for each line of a
    paragraph; `marker` the bullets of a list item.
    """

    kind: Literal["text", "item", "table", "images"]
    source: str = ""
    marker: str = ""
    rows: tuple[tuple[Cell, ...], ...] = ()
    images: tuple[Image, ...] = ()

    @property
    def text(self) -> str:
        """Plain text; a paragraph's lines joined with blanks, `<br>` as a line end."""
        return shown(self.source)

    @property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """Plain text of each line of the source, in its parts between `<br>`s."""
        shown_lines = (shown(line) for line in self.source.split("\n"))
        return tuple(tuple(line.split("\n")) for line in shown_lines if line)

    @property
    def links(self) -> tuple[Link, ...]:
        """Links to pages, in order."""
        if self.kind == "table":
            return tuple(link for row in self.rows for cell in row for link in cell.links)
        return links(self.source)


def blocks(text: str) -> tuple[Block, ...]:
    """Blocks of a section's wikitext, in order, as MediaWiki's line rules make them.

    Lines of one paragraph stay together until an empty line, a list, a table or a line that holds
    only images. A table that is not closed takes only the lines that are written as its own.
    """
    text, images = take_images(clean(text))
    return tuple(_group(text.split("\n"), iter(images)))


def _group(lines: list[str], images: Iterator[Image]) -> Iterator[Block]:
    paragraph: list[str] = []
    tables = _table_ends(lines)
    at = 0

    def finished() -> Iterator[Block]:
        if paragraph:
            yield _block("text", "\n".join(paragraph), images)
            paragraph.clear()

    while at < len(lines):
        line = lines[at].strip(_EDGES)
        marker = _MARKER.match(line)
        if not line or _RULE.fullmatch(line):
            yield from finished()
        elif at in tables:
            yield from finished()
            table = _table(lines[at : tables[at] + 1], images)
            if table.rows or table.images:
                yield table
            at = tables[at] + 1
            continue
        elif marker:
            yield from finished()
            yield _block("item", line[marker.end() :], images, marker.group())
        elif IMAGE in line and not line.replace(IMAGE, "").strip(_EDGES):
            yield from finished()
            yield _block("images", line, images)
        else:
            paragraph.append(line)
        at += 1
    yield from finished()


def _block(
    kind: Literal["text", "item", "images"], source: str, images: Iterator[Image], marker: str = ""
) -> Block:
    shown_images = tuple(next(images) for _ in range(source.count(IMAGE)))
    return Block(kind, source.strip(_EDGES), marker, images=shown_images)


# ---------------------------------------------------------------- tables


def _table_ends(lines: list[str]) -> dict[int, int]:
    """For each outermost table's first line, the number of its last one.

    A table that is never closed ends before the first line that is not written as a table's.
    """
    ends: dict[int, int] = {}
    opened: list[int] = []
    for number, line in enumerate(lines):
        if _TABLE_START.match(line):
            opened.append(number)
        elif opened and line.lstrip().startswith("|}"):
            ends[opened.pop()] = number
    for start in opened:
        end = start
        while end + 1 < len(lines) and lines[end + 1].lstrip().startswith(("|", "!")):
            end += 1
        ends[start] = end
    return ends


def _table(lines: list[str], images: Iterator[Image]) -> Block:
    """Rows of cells; a caption and what follows the closing bracket are rows of their own."""
    rows: list[list[tuple[str, bool]]] = [[]]
    for line in lines[1:]:
        line = line.strip(_EDGES)
        row = rows[-1]
        if line.startswith(("|+", "|}")):
            rows += [[(line[2:], line[1] == "+")], []]
        elif line.startswith("|-") or _TABLE_START.match(line):
            rows.append([])
        elif line.startswith("!"):
            row += [(_content(cell), True) for cell in re.split(r"\|\||!!", line[1:])]
        elif line.startswith("|"):
            row += [(_content(cell), False) for cell in line[1:].split("||")]
        elif row:
            row[-1] = (f"{row[-1][0]}\n{line}", row[-1][1])
        else:
            row.append((line, False))
    shown_images = tuple(next(images) for line in lines for _ in range(line.count(IMAGE)))
    cells = (tuple(_cell(*cell) for cell in row) for row in rows)
    written = tuple(row for row in cells if any(cell.text for cell in row))
    return Block("table", rows=written, images=shown_images)


def _content(cell: str) -> str:
    """A cell without its attributes, which end at a pipe that is not a link's."""
    attributes, pipe, content = cell.partition("|")
    return content if pipe and "[[" not in attributes else cell


def _cell(source: str, header: bool) -> Cell:
    return Cell(shown(source), links(source), header)
