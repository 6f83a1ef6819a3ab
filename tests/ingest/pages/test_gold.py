"""Records of the real wiki's pages against what was checked by hand.

How to compare: `gold/README.md`. White space is collapsed; `accept` lists further right values.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ingest.pages import parse_page
from ingest.records import Card, Faction, PageRecords, Term


@pytest.fixture(scope="module")
def pages(real_pages: dict[str, str]) -> dict[str, PageRecords]:
    return {title: parse_page(title, text) for title, text in real_pages.items()}


@pytest.fixture(scope="module")
def cards(pages) -> list[Card]:
    return [card for page in pages.values() for card in page.cards]


def gold(shared: Path, name: str) -> list[dict[str, Any]]:
    items = json.loads((shared / "gold" / f"{name}.json").read_text(encoding="utf-8"))
    assert items
    return list(items)


def collapsed(value: Any) -> Any:
    if isinstance(value, str):
        return " ".join(value.split())
    return [collapsed(item) for item in value] if isinstance(value, list | tuple) else value


def without_quotes(wikitext: str | None) -> str | None:
    return wikitext and re.sub("''+", "", wikitext)


def card_fields(card: Card) -> dict[str, Any]:
    fields = ("type", "copies", "power", "breakpoint", "vps", "treasures", "text", "image")
    return {
        **{name: getattr(card, name) for name in (*fields, "illustrator", "deck")},
        "faction": None if card.special else card.deck,
        "labels": [ability.label for ability in card.abilities if ability.label],
        "errata.status": card.erratum.status,
        "errata.kinds": card.erratum.kinds,
        "errata.note": card.erratum.note,
        "errata.raw": card.erratum.raw,
        "clarifications": [clarification.text for clarification in card.clarifications],
        "clarification_depths": [clarification.depth for clarification in card.clarifications],
    }


def test_every_field_of_every_card(shared, pages):
    for expected in gold(shared, "cards"):
        (card,) = [
            card
            for card in pages[expected["page"]].cards
            if (card.deck, card.name) == (expected["deck"], expected["name"])
        ]
        expected |= {f"errata.{name}": value for name, value in expected["errata"].items()}
        expected["errata.raw"] = without_quotes(expected["errata.raw"])
        for name, value in card_fields(card).items():
            accepted = [expected[name], *expected.get("accept", {}).get(name, [])]
            assert collapsed(value) in collapsed(accepted), (card.name, name)


def faction_fields(faction: Faction) -> dict[str, Any]:
    fields = ("set", "set_raw", "titan", "complexity", "complexity_raw", "mechanics")
    return {
        **{name: getattr(faction, name) for name in (*fields, "work_in_progress", "purchase_url")},
        "synergy": [(s.name, s.page is not None, s.note) for s in faction.synergies],
        "cover": (faction.cover, faction.cover_illustrator),
    }


def test_every_field_of_every_faction(shared, pages):
    for expected in gold(shared, "factions"):
        faction = pages[expected["page"]].faction
        assert faction is not None
        expected["synergy"] = [(s["name"], s["linked"], s["note"]) for s in expected["synergy"]]
        expected["cover"] = (expected["cover"]["image"], expected["cover"]["illustrator"])
        for name, value in faction_fields(faction).items():
            assert collapsed(value) == collapsed(expected[name]), (faction.name, name)


def term_fields(term: Term) -> dict[str, Any]:
    return {
        "definition": term.definition,
        "exception": term.exception,
        "image_before_heading": term.image,
        "image_illustrator": term.illustrator,
    }


def test_every_field_of_every_term(shared, pages):
    terms = {term.name: term for page in pages.values() for term in page.terms}
    for expected in gold(shared, "terms"):
        for name, value in term_fields(terms[expected["name"]]).items():
            assert collapsed(value) == collapsed(expected[name]), (expected["name"], name)


def test_nothing_is_lost_and_nothing_invented(pages, cards):
    """Counts of the whole seed, beyond the pages that were checked by hand."""
    types = Counter(card.type for card in cards)
    assert types == {"action": 206, "minion": 116, "base": 46, "titan": 12}
    decks = Counter(card.deck for card in cards if card.special)
    assert decks == {"Madness": 1, "Monster": 8, "Treasure": 22}
    assert sum(len(card.clarifications) for card in cards) == 116
    statuses = Counter(card.erratum.status for card in cards)
    assert statuses == {"no": 246, "yes": 79, "unstated": 43, "placeholder": 12}
    assert sum(len(page.terms) for page in pages.values()) == 44
    assert Counter(page.kind for page in pages.values()) == {
        "faction": 23,
        "decks": 1,
        "glossary": 1,
        "index": 1,
        "list": 1,
        "rules": 1,
    }
    assert [len(page.titans) for page in pages.values() if page.titans] == [32]
    assert [finding for page in pages.values() for finding in page.findings] == []


def test_decks_are_complete(pages, cards):
    """Each faction's minions and actions are 20, its bases two; special decks as announced."""
    sizes = Counter[str]()
    bases = Counter[str]()
    for card in cards:
        counted = {"minion": sizes, "action": sizes, "base": bases}.get(card.type, Counter())
        counted[card.deck] += card.copies or 0
    factions = [page.faction.name for page in pages.values() if page.faction]
    assert {sizes[name] for name in factions} == {20}
    assert {bases[name] for name in factions} == {2}
    assert (sizes["Madness"], sizes["Monster"], sizes["Treasure"]) == (30, 20, 22)


def test_the_titan_that_a_page_names_is_its_titan_card(pages):
    for page in pages.values():
        if page.faction:
            titans = [card.name for card in page.cards if card.type == "titan"]
            assert titans == [page.faction.titan] * bool(page.faction.titan)
