"""Answers as text for people: 80 columns, plain in pipes, always naming the source."""

from __future__ import annotations

from kb.render.lookups import (
    cards_text,
    faction_list_text,
    factions_text,
    rule_list_text,
    rules_text,
    term_list_text,
    terms_text,
)

__all__ = [
    "cards_text",
    "faction_list_text",
    "factions_text",
    "rule_list_text",
    "rules_text",
    "term_list_text",
    "terms_text",
]
