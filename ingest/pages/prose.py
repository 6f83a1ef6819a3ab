"""Sections of prose to rule records: plain text, lists, tables and the texts of boxes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ingest.markup.blocks import Block, blocks
from ingest.markup.wikitext import Template, replace_templates
from ingest.records import Link, Rule, Section

_UNFINISHED = re.compile(
    r"in[\s-]progress|under[\s-]construction|incomplete|unfinished|\bmissing\b|\bstub\b|\bwip\b",
    re.IGNORECASE,
)
_NAVIGATION = re.compile(r"\b(?:previous|next)\s*:", re.IGNORECASE)


def is_unfinished_notice(template: Template) -> bool:
    """Whether a template is a box that tells that the page is a work in progress."""
    texts = [template.get("header")]
    if template.get("boxtype").strip().lower() in ("important", "warning"):
        texts.append(template.get("text"))
    return any(_UNFINISHED.search(text) for text in texts)


def read_blocks(text: str) -> tuple[Block, ...]:
    """Blocks of a section of prose: texts of boxes opened out, navigation tables left out."""
    opened = replace_templates(text, _box_text)
    return tuple(block for block in blocks(opened) if not is_navigation(block))


def _box_text(template: Template) -> str | None:
    if not template.get("text") or is_unfinished_notice(template):
        return None
    return f"\n\n{template.get('header')}\n\n{template.get('text')}\n\n"


def is_navigation(block: Block) -> bool:
    """Whether a block is a table with links to the previous and next page."""
    return block.kind == "table" and any(
        cell.links and _NAVIGATION.search(cell.text) for row in block.rows for cell in row
    )


def prose_text(page_blocks: Iterable[Block]) -> str:
    """Plain text of blocks, one line each: bullets as `* `, numbered items as `1. `, rows of
    tables with ` | ` between cells, captions of images that are no credits.
    """
    lines: list[str] = []
    number = 0
    for block in page_blocks:
        is_numbered = block.kind == "item" and block.marker == "#"
        if is_numbered:
            number += 1
        elif block.kind != "item" or len(block.marker) == 1:
            number = 0
        lines += _lines(block, number)
        lines += [image.caption for image in block.images if not image.is_credited]
    return "\n".join(line for line in lines if line)


def _lines(block: Block, number: int) -> list[str]:
    if block.kind == "table":
        return [" | ".join(cell.text for cell in row) for row in block.rows]
    if block.kind != "item" or not block.text:
        return [block.text]
    if block.marker == "#":
        return [f"{number}. {block.text}"]
    if block.marker[-1] in ":;":
        return [block.text]
    return [f"{'*' * len(block.marker)} {block.text}"]


def rule(name: str, section: Section, text: str, links: tuple[Link, ...], wikitext: str) -> Rule:
    """A rule record of a section's prose. Above the first heading its path is ()."""
    path = (*section.path, section.title) if section.level else ()
    return Rule(name, path, text, links, section.anchor, section.line, wikitext)


def source(section: Section) -> str:
    """Wikitext of a section with its heading line, in one spelling of the heading."""
    if not section.level:
        return section.text
    equals = "=" * section.level
    return f"{equals} {section.heading} {equals}\n{section.text}"
