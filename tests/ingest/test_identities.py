"""Numbers that stay, and addresses that are alone, through builds and for several of one name."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.small_wiki import Save, built, card, faction, xml

LONG = "Draw two cards and then play a minion of power three or less here."


@pytest.fixture
def build(tmp_path: Path) -> Iterator[Callable[..., sqlite3.Connection]]:
    """Build sources one after the other into a fresh database; gives it, opened."""
    opened: list[sqlite3.Connection] = []

    def one_by_one(*sources: str) -> sqlite3.Connection:
        folder = tmp_path / str(len(opened))
        for source in sources:
            db = built(folder, source)
        opened.append(sqlite3.connect(db))
        return opened[-1]

    yield one_by_one
    for conn in opened:
        conn.close()


def history(*texts: str, page: str = "Otters", page_id: int = 5) -> list[Save]:
    """A revision a day."""
    return [
        Save(n, f"2026-01-{n:02d}T00:00:00Z", text, page, page_id, parent=n - 1)
        for n, text in enumerate(texts, 1)
    ]


def action(name: str, text: str = "Destroy the world.") -> str:
    return f"\n\n===Cards - Actions===\n======1x {name}======\n{text}\n\nErrata: No\n"


# ---------------------------------------------------------------- numbers


SETUPS = "==Bases==\n===Setup===\nPut them down.\n==Decks==\n===Setup===\nShuffle them well.\n"


def test_rules_of_one_name_keep_their_numbers(build):
    saves = history(SETUPS, SETUPS + "Twice.", SETUPS + "Thrice.", page="How to Play")
    query = "select path, id from rules order by path"
    told = [
        build(*(xml([save]) for save in saves[:n])).execute(query).fetchall() for n in (1, 2, 3)
    ]
    assert told[0] == told[1] == told[2]


def test_cards_of_one_name_keep_their_numbers(build):
    pages = [faction(card("Reef")) + action("Reef", f"Draw {n} cards.") for n in "234"]
    query = "select type, id from cards order by type"
    saves = history(*pages)
    told = [
        build(*(xml([save]) for save in saves[:n])).execute(query).fetchall() for n in (1, 2, 3)
    ]
    assert told[0] == told[1] == told[2]


def test_a_card_keeps_its_number_when_older_revisions_come(build):
    saves = history(
        *(faction(card(name, LONG, 7)) for name in ("Old Gull", "New Gull", "New Gull"))
    )
    query = "select name, id from cards"
    (newest,) = build(xml(saves[2:])).execute(query)
    assert newest[0] == "New Gull"
    assert build(xml(saves[2:]), xml(saves[:1]), xml(saves)).execute(query).fetchall() == [newest]


def test_a_page_s_subjects_keep_their_numbers_when_it_is_moved(build):
    text = faction(card("Reef"), card("Gull", LONG)) + action("Reef") + "\n==Strategy==\nSwim.\n"
    saves = history(text, text)
    before, after = xml(saves[:1]), xml([*history(text, text, page="Sea Otters")])
    query = """
        select 'card', type, name, id from cards
        union all select 'faction', '', '', id from factions
        union all select subject, path, '', id from rules order by 1, 2, 3"""
    told = build(before).execute(query).fetchall()
    assert len(told) == 6
    assert build(before, after).execute(query).fetchall() == told


# ---------------------------------------------------------------- addresses


def test_a_card_of_today_has_the_plain_address(build):
    pages = [
        faction(card("Reef", "Draw a card that is wet and cold and full of weeds.", 7)),
        faction(card("Gull", "Move any two minions onto other places quite far.", 2)),
        "Wet." + action("Reef"),
    ]
    conn = build(xml(history(*pages)))
    assert conn.execute("select name, slug from cards").fetchall() == [("Reef", "reef")]
    assert conn.execute("select count(distinct slug) from card").fetchone() == (3,)


def test_factions_that_fold_to_one_address_are_numbered(build):
    titles = ("Otters", "Otters?", "Otters (2nd)")
    saves = [
        Save(n, "2026-01-01T00:00:00Z", faction(card()), title, n)
        for n, title in enumerate(titles, 1)
    ]
    conn = build(
        xml(saves), xml([Save(9, "2026-01-02T00:00:00Z", faction(card(power=4)), "Otters", 1)])
    )
    told = conn.execute("select name, slug from factions order by name").fetchall()
    assert told == [("Otters", "otters"), ("Otters (2nd)", "otters-2nd"), ("Otters?", "otters-2")]
    assert conn.execute("select faction, deck_slug from cards order by 1").fetchall() == told


def test_two_wikis_have_addresses_of_their_own(build):
    otter = xml(history(faction(card())))
    badger = otter.replace("Otter Rules", "Badger Rules").replace("otter.example", "badger.example")
    conn = build(otter, badger)
    assert conn.execute("select slug from factions order by 1").fetchall() == [
        ("otters",),
        ("otters-2",),
    ]
    assert conn.execute("select count(distinct id), count(*) from cards").fetchone() == (2, 2)
