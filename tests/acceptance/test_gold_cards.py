"""Every hand-checked field of the real wiki's cards, factions and terms, as the commands answer.

What is right is said in gold/README.md; `accept` lists further right values of a field.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.asking import Object, ask, squeezed

Field = Callable[[Object], Any]  # an answer's object → the value to compare


def labels(card: Object) -> list[str]:
    return [ability["label"] for ability in card["abilities"] if ability["label"]]


CARD: dict[str, Field] = {
    **{
        key: itemgetter(key)
        for key in (
            *("page", "faction", "deck", "name", "copies", "type", "power", "breakpoint", "vps"),
            *("treasures", "text", "image", "illustrator"),
        )
    },
    "labels": labels,
    "errata.status": lambda card: card["errata"]["status"],
    "errata.kinds": lambda card: card["errata"]["kinds"],
    "errata.note": lambda card: card["errata"]["note"],
    "clarifications": lambda card: [said["text"] for said in card["clarifications"]],
    "clarification_depths": lambda card: [said["depth"] for said in card["clarifications"]],
}
CARD_NOT_COMPARED = {
    "accept": "further right values, used above",
    "heading_level": "of the markup, no field of a card",
    "source_line": "in the seed file",
    "notes": "explanations",
    "no_ability": "said of the text, which is compared",
    "keywords": "words of the text, which is compared",
    "sublabels": "words of the text, which is compared",
    "text_blocks": "the text, which is compared, in parts",
    "text_without_treasures": "the contract keeps the treasures in a monster's text",
    "clarifications_section_present": "of the markup, no field of a card",
    "errata.marker": "of the markup; the placeholder shows in the status",
    "errata.raw": "the line that the errata fields are taken from",
}

FACTION: dict[str, Field] = {
    **{
        key: itemgetter(key)
        for key in ("set", "titan", "complexity", "complexity_raw", "mechanics", "purchase_url")
    },
    "page": lambda faction: faction["source"]["page"],
    "work_in_progress": lambda faction: faction["work_in_progress"],
    "cover": lambda faction: faction["cover"],
    "synergy": lambda faction: [
        [partner["name"], partner["page"] is not None, partner["note"]]
        for partner in faction["synergies"]
    ],
    "latest_nonempty_timestamp": lambda faction: faction["source"]["timestamp"],
    "newest_revision_empty": lambda faction: bool(faction["notices"]),
    "revision_timestamps": lambda faction: faction["revisions"],
    "empty_revision_timestamps": lambda faction: faction["revisions_without_text"],
}
FACTION_NOT_COMPARED = {
    "set_raw": "the set is compared without `the` and `set`",
    "set_norm": "one spelling for a set over all pages: not in the contract",
    "titan_raw": "the titan is compared by its name",
    "mechanics_placeholder": "mechanics are then empty, which is compared",
    "purchase_text": "the link's label, no field of a faction",
    "section_headings": "of the markup",
    "strategy_section": "of the markup",
    "synergy_section": "of the markup",
    "synergy_placeholders": "are left out of the synergies, which are compared",
}

TERM: dict[str, Field] = {
    "name": lambda term: term["name"],
    "definition": lambda term: term["definition"],
    "exception": lambda term: term["exception"],
    "image_before_heading": lambda term: term["image"],
    "image_illustrator": lambda term: term["illustrator"],
}
TERM_NOT_COMPARED = {
    "image_caption_raw": "the illustrator is compared",
    "image_is_placeholder": "said of the image, which is compared",
    "heading_raw": "of the markup",
    "source_line": "in the seed file",
}

SOURCES = {"cards": CARD, "factions": FACTION, "terms": TERM}
NOT_COMPARED = {
    "cards": CARD_NOT_COMPARED,
    "factions": FACTION_NOT_COMPARED,
    "terms": TERM_NOT_COMPARED,
}


@pytest.fixture(scope="module")
def gold(shared: Path) -> dict[str, list[Object]]:
    return {
        what: json.loads((shared / "gold" / f"{what}.json").read_text("utf-8")) for what in SOURCES
    }


@pytest.fixture(scope="module")
def answered(gold: dict[str, list[Object]], seed_db: Path) -> dict[str, list[Object | None]]:
    """For each gold entry what the command answers for its name; None where it finds nothing."""
    return {
        "cards": [find_card(seed_db, card) for card in gold["cards"]],
        "factions": [find_faction(seed_db, faction["page"]) for faction in gold["factions"]],
        "terms": [find_term(seed_db, term["name"]) for term in gold["terms"]],
    }


def find_card(db: Path, gold: Object) -> Object | None:
    found = ask(db, "card", gold["name"], "--faction", gold["deck"], "--json")
    return only(found.json["cards"]) if found.json["match"] == "exact" else None


def find_faction(db: Path, page: str) -> Object | None:
    found = ask(db, "faction", page, "--json").json
    faction = only(found["factions"]) if found["match"] == "exact" else None
    if faction is None:
        return None
    with closing(sqlite3.connect(db)) as conn:
        held = conn.execute(
            "select timestamp, text_state from revisions where page = ? order by timestamp desc",
            [page],
        ).fetchall()
    return {
        **faction,
        "notices": found["notices"],
        "revisions": [timestamp for timestamp, _ in held],
        "revisions_without_text": [when for when, state in held if state != "present"],
    }


def find_term(db: Path, name: str) -> Object | None:
    found = ask(db, "term", name, "--json").json
    term = only(found["terms"]) if found["match"] == "exact" else None
    if term is None:
        return None
    with closing(sqlite3.connect(db)) as conn:  # not in the contract's JSON, but in its view
        row = conn.execute("select illustrator from terms where name = ?", [name]).fetchone()
    return {**term, "illustrator": row[0]}


def only(found: list[Object]) -> Object | None:
    return found[0] if len(found) == 1 else None


def expected(entry: Mapping[str, Any], field: str) -> list[Any]:
    """All right values of a field of a gold entry."""
    value: Any = entry
    for key in field.split("."):
        value = value[key]
    if field == "synergy":
        value = [[p["name"], p["linked"], p["note"]] for p in value]
    return [value, *entry.get("accept", {}).get(field, [])]


@pytest.mark.parametrize(
    ("what", "field"), [(what, field) for what, fields in SOURCES.items() for field in fields]
)
def test_field(what: str, field: str, gold, answered) -> None:
    wrong = []
    for entry, answer in zip(gold[what], answered[what], strict=True):
        if answer is None:
            wrong.append((entry.get("page"), entry.get("name"), "not found"))
            continue
        right = [squeezed(value) for value in expected(entry, field)]
        told = squeezed(SOURCES[what][field](answer))
        if told not in right:
            wrong.append((entry.get("page"), entry.get("name"), f"{told!r}, not {right[0]!r}"))
    assert wrong == []


@pytest.mark.parametrize("what", SOURCES)
def test_every_field_of_the_gold_is_compared_or_has_a_reason_not_to_be(what: str, gold) -> None:
    compared = {field.split(".")[0] for field in SOURCES[what]} | NOT_COMPARED[what].keys()
    assert {key for entry in gold[what] for key in entry} - compared == set()
    for entry in gold[what]:
        if "errata" in entry:
            parts = {f"errata.{key}" for key in entry["errata"]}
            assert parts - SOURCES[what].keys() - NOT_COMPARED[what].keys() == set()
        assert entry.get("accept", {}).keys() <= SOURCES[what].keys()


def test_names_of_several_decks_give_all_of_them(gold, seed_db: Path) -> None:
    """The cards that bear one name all stand in the answer, each with its own deck."""
    decks: dict[str, set[str]] = {}
    for card in gold["cards"]:
        decks.setdefault(card["name"], set()).add(card["deck"])
    several = {name: found for name, found in decks.items() if len(found) > 1}
    assert several
    for name, found in several.items():
        answer = ask(seed_db, "card", name, "--json")
        assert (answer.status, answer.json["match"]) == (0, "exact")
        assert found <= {card["deck"] for card in answer.json["cards"]}


def test_a_faction_of_the_gold_has_these_cards_in_order_and_no_more(gold, seed_db: Path) -> None:
    for faction in gold["factions"]:
        page = faction["page"]
        right = [card["name"] for card in gold["cards"] if card["page"] == page]
        told = ask(seed_db, "faction", page, "--json").json["factions"][0]["cards"]
        assert [card["name"] for card in told] == right
