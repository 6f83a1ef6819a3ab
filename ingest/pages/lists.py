"""Index and list pages: the factions that a page links to, the table of titans."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ingest.markup.blocks import Block
from ingest.records import Link

_FACTIONS = re.compile(r"\bfactions?\b", re.IGNORECASE)


def listed_factions(heading: str, section: Iterable[Block]) -> tuple[Link, ...]:
    """Links of a list of factions: of the items that are one link and nothing else, below a
    heading that speaks of factions.
    """
    if not _FACTIONS.search(heading):
        return ()
    return tuple(
        block.links[0]
        for block in section
        if block.kind == "item" and len(block.links) == 1 and block.links[0].label == block.text
    )


def titan_rows(section: Iterable[Block]) -> tuple[tuple[str, str], ...]:
    """(faction, titan) rows of the tables that have columns of these names."""
    rows: list[tuple[str, str]] = []
    for block in section:
        columns: dict[str, int] = {}
        for row in block.rows:
            texts = [cell.text for cell in row]
            lowered = [text.lower().rstrip("s:") for text in texts]
            if "faction" in lowered and "titan" in lowered:
                columns = {name: lowered.index(name) for name in ("faction", "titan")}
            elif columns and len(texts) > max(columns.values()):
                pair = (texts[columns["faction"]], texts[columns["titan"]])
                rows += [pair] if all(pair) else []
    return tuple(rows)
