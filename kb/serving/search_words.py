"""What a visitor types into a search box, as an expression of SQLite's full-text search."""

from __future__ import annotations

import re

WORD = re.compile(r'"([^"]*)"|([^\s"]+)')
MOST_WORDS = 50
NOTHING = '""'  # an expression that matches no row


def escape_fts(query: object) -> str:
    """Every word as a phrase of its own, all of them wanted; `word*` finds words that begin so.

    >>> escape_fts('ghost* "end of turn" "')
    '"ghost"* "end of turn"'
    """
    terms = []
    for phrase, word in WORD.findall(str(query or "").replace("\0", " "))[:MOST_WORDS]:
        text = phrase or word.rstrip("*")
        if any(character.isalnum() for character in text):
            terms.append(f'"{text}"' + "*" * word.endswith("*"))
    return " ".join(terms) or NOTHING
