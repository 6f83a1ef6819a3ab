"""Small wikis for tests of look-up and finding, as a contributions text that `build` reads."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from kb.db import connect
from tests.building import build_database

FIRST = "2026-01-01T00:00:00Z"


class Edit(NamedTuple):
    title: str
    text: str
    timestamp: str = FIRST
    summary: str = ""


class Wiki(NamedTuple):
    path: Path
    conn: sqlite3.Connection

    @property
    def database(self) -> str:
        return str(self.path)


def card(name: str, text: str, copies: int = 1, clarifications: Sequence[str] = ()) -> str:
    said = "\n".join(f"* {one}" for one in clarifications) or "* None"
    return f"====== {copies}x {name} ======\n{text}\n\nErrata: No\n\nClarifications:\n{said}\n"


def faction(*cards: str) -> str:
    """Wikitext of a faction's page with these minions; each is a name, or the card's wikitext."""
    made = [c if c.startswith("=") else card(c, "'''Power 2''' - Draw a card.") for c in cards]
    return "=== Cards - Minions ===\n" + "\n".join(made)


def glossary(**terms: str) -> str:
    """Wikitext of the glossary; a blank in a term is written `_`."""
    entries = [f"====== {name.replace('_', ' ')} ======\n{text}\n" for name, text in terms.items()]
    return "===== Terms and Phrases with Examples: =====\n" + "\n".join(entries)


def dump(edits: Iterable[Edit]) -> str:
    entries = [
        f"{e.title}\n\n{e.timestamp}\n\nNell: {e.summary}".rstrip(" ") + f"\n\n{e.text}"
        for e in sorted(edits, key=lambda e: e.timestamp, reverse=True)
    ]
    return "small-wiki - User contributions [en]\n\n" + "\n\n".join(entries) + "\n"


def build_wiki(folder: Path, *edits: Edit, name: str = "small.txt") -> Wiki:
    """Build a wiki from its edits into `folder`; building there again adds to it."""
    source = folder / name
    source.write_text(dump(edits), encoding="utf-8")
    path = build_database(folder, source)
    return Wiki(path, connect(str(path)))
