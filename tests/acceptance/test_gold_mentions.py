"""Mentions on the real wiki against the hand-checked ones: recall and precision, both as users see
them, in `card --mentions`.

The gold names every card that another card's text or clarifications name, on the pages that it
covers; a card of these pages without an entry names none.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ingest.folding import name_key
from tests.acceptance.asking import ask

LEAST = 0.95
Found = tuple[str, str, str, str]  # page, card, where, what it names


@pytest.fixture(scope="module")
def gold(shared: Path) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads((shared / "gold" / "mentions.json").read_text())
    return entries


@pytest.fixture(scope="module")
def wanted(gold: list[dict[str, Any]]) -> set[Found]:
    return {
        (entry["page"], entry["card"], entry["where"], plain(name))
        for entry in gold
        for name in entry["mentions"]
    }


@pytest.fixture(scope="module")
def covered(shared: Path) -> set[str]:
    """Pages whose cards are all hand-checked."""
    return {card["page"] for card in json.loads((shared / "gold" / "cards.json").read_text())}


def plain(name: str) -> str:
    """Without `the`: the gold calls a deck `Monster deck`, its heading `The Monster Deck`."""
    return name_key(name).removeprefix("the ")


def mentioned(db: Path, pages: set[str], decks: set[str]) -> Iterator[Found]:
    """Cards, and special decks, that the texts and clarifications of the pages' cards name."""
    with closing(sqlite3.connect(f"file:{db}?mode=ro", uri=True)) as conn:
        names = {row[0] for row in conn.execute("select name from cards")}
    for name in sorted(names):
        for card in ask(db, "card", name, "--mentions", "--json").json["cards"]:
            for one in card["mentions"]:
                counts = one["kind"] == "card" or plain(one["name"]) in decks
                if card["page"] in pages and one["where"] != "errata" and counts:
                    yield card["page"], card["name"], one["where"], plain(one["name"])


def test_recall_and_precision(seed_db: Path, wanted: set[Found], covered: set[str]):
    decks = {name for *_, name in wanted if name.endswith(" deck")}
    found = set(mentioned(seed_db, covered, decks))
    right = found & wanted
    assert len(right) >= LEAST * len(wanted), sorted(wanted - found)
    assert len(right) >= LEAST * len(found), sorted(found - wanted)


def test_written_forms_and_cues(seed_db: Path, gold: list[dict[str, Any]]):
    """How the gold says that each is written, announced and resolved is what the answer says."""
    checked = 0
    for entry in gold:
        cards = ask(seed_db, "card", entry["card"], "--mentions", "--json").json["cards"]
        (card,) = [card for card in cards if card["page"] == entry["page"]]
        told = {
            plain(one["name"]): one for one in card["mentions"] if one["where"] == entry["where"]
        }
        for detail in entry["details"]:
            one = told[plain(detail["name"])]
            assert one["written"] == detail["as_written"], entry
            assert one["cue"] == (detail["cue"] or "plain"), entry
            assert (one["page"] is not None) == detail["in_data"], entry
            assert not detail["pages"] or one["page"] in detail["pages"], entry
            checked += 1
    assert checked >= 25


def test_groups_and_the_card_itself_are_no_mentions(seed_db: Path, gold: list[dict[str, Any]]):
    for entry in gold:
        cards = ask(seed_db, "card", entry["card"], "--mentions", "--json").json["cards"]
        named = {one["name"] for card in cards for one in card["mentions"]}
        assert entry["card"] not in named
        assert not named & set(entry["groups"])
