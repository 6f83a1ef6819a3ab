"""A glossary's sections to its terms."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest.markup.blocks import Block
from ingest.markup.images import Image
from ingest.markup.wikitext import BREAK, shown
from ingest.pages.prose import prose_text, source
from ingest.records import Section, Term

_EXCEPTION = re.compile(r"\W*Exceptions?\s*:\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Body:
    """A section's text and its images: its own, and the one that ends it, of the next term."""

    definition: str
    exception: str | None
    own: Image | None
    trailing: Image | None


def read_terms(sections: Iterable[tuple[Section, Sequence[Block], bool]]) -> list[Term]:
    """Terms of a page's sections, each given with its blocks and whether it defines a term.

    A term's image stands before its heading, at the end of the section above, whatever that is.
    """
    terms: list[Term] = []
    before: Image | None = None
    for section, blocks, is_term in sections:
        body = _read(blocks)
        if is_term:
            image = body.own or before
            terms.append(
                Term(
                    section.title.strip("= "),
                    body.definition,
                    body.exception,
                    image.file if image else None,
                    image.illustrator if image else None,
                    section.title,
                    section.anchor,
                    section.line,
                    source(section),
                )
            )
        before = body.trailing
    return terms


def _read(blocks: Sequence[Block]) -> _Body:
    last = max((i for i, block in enumerate(blocks) if block.kind != "images"), default=-1)
    own = [image for block in blocks[: last + 1] for image in block.images]
    trailing = [image for block in blocks[last + 1 :] for image in block.images]
    definition: list[Block] = []
    exceptions: list[str] = []
    in_exception = False
    for block in blocks[: last + 1]:
        if block.kind == "item" and in_exception:
            exceptions.append(block.text)
            continue
        before, found = _split(block)
        if before is not None:
            definition.append(before)
        in_exception = bool(found)
        exceptions += filter(None, found)
    return _Body(
        prose_text(dataclasses.replace(block, images=()) for block in definition),
        "\n".join(exceptions) or None,
        own[0] if own else None,
        trailing[-1] if trailing else None,
    )


def _split(block: Block) -> tuple[Block | None, list[str]]:
    """(what stands before the first `Exception:` line, the exceptions) of a block."""
    if block.kind not in ("text", "item"):
        return block, []
    lines = re.split(f"[\n{BREAK}]", block.source)
    starts = [i for i, line in enumerate(lines) if _EXCEPTION.match(shown(line))]
    if not starts:
        return block, []
    before = "\n".join(lines[: starts[0]])
    texts = [shown("\n".join(lines[i:end])) for i, end in pairwise([*starts, len(lines)])]
    exceptions = [_EXCEPTION.sub("", text, count=1) for text in texts]
    return (dataclasses.replace(block, source=before) if before.strip() else None), exceptions
