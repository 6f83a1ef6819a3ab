"""The second pass: mentions and joined lists in the database, kept right through later builds."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.big_wiki import export
from tests.building import ROOT, build_database
from tests.kb.small_wikis import Edit, Wiki, build_wiki, card, faction, glossary

OTTERS = faction(
    "Otter Queen", card("Raft", "Draw a card.", clarifications=["Not with Brew (c.f. Kettle)."])
)
TEAPOTS = faction("Brew", card("Whistle", "Move a minion.", clarifications=["It moves a Raft."]))
LATER = "2026-02-01T00:00:00Z"


@pytest.fixture
def make(tmp_path: Path):
    made: list[Wiki] = []

    def build(*edits: Edit) -> Wiki:
        made.append(build_wiki(tmp_path, *edits, name=f"{len(made)}.txt"))
        return made[-1]

    yield build
    for wiki in made:
        wiki.conn.close()


def mentions(conn: sqlite3.Connection) -> set[tuple[object, ...]]:
    return set(
        map(
            tuple,
            conn.execute(
                'select page, subject_name, "where", position, start, length, written, cue, kind,'
                " name, named_page, held from mentions"
            ),
        )
    )


def named(conn: sqlite3.Connection) -> set[tuple[str, str, str | None]]:
    rows = conn.execute("select subject_name, name, named_page from mentions where kind = 'card'")
    return set(map(tuple, rows))


def test_mentions_stand_in_the_database(make: Callable[..., Wiki]):
    conn = make(Edit("Otters", OTTERS), Edit("Teapots", TEAPOTS)).conn
    assert named(conn) == {
        ("Raft", "Brew", "Teapots"),
        ("Raft", "Kettle", None),
        ("Whistle", "Raft", "Otters"),
    }
    row = conn.execute("select * from mentions where name = 'Kettle'").fetchone()
    assert (row["where"], row["cue"], row["held"], row["position"]) == (
        "clarification",
        "c.f.",
        0,
        0,
    )
    text = conn.execute("select text from clarifications where card = 'Raft'").fetchone()[0]
    assert text[row["start"] : row["start"] + row["length"]] == row["written"] == "Kettle"
    assert conn.execute("pragma foreign_key_check").fetchall() == []


def test_a_new_name_is_found_in_pages_that_did_not_change(make: Callable[..., Wiki]):
    make(Edit("Otters", OTTERS), Edit("Teapots", TEAPOTS))
    conn = make(Edit("Kettles", faction("Kettle"), LATER)).conn
    assert ("Raft", "Kettle", "Kettles") in named(conn)


def test_a_name_that_goes_is_not_held_any_more(make: Callable[..., Wiki]):
    make(Edit("Otters", OTTERS), Edit("Teapots", TEAPOTS))
    conn = make(Edit("Teapots", faction("Whistle"), LATER)).conn
    assert ("Raft", "Brew", None) not in named(conn)
    assert {name for _, name, _ in named(conn)} == {"Kettle"}
    assert conn.execute("pragma foreign_key_check").fetchall() == []


def test_a_renamed_card_is_named_by_its_former_name(make: Callable[..., Wiki]):
    make(Edit("Otters", OTTERS), Edit("Teapots", TEAPOTS))
    later = TEAPOTS.replace("1x Brew", "1x Strong Brew")
    conn = make(Edit("Teapots", later, LATER)).conn
    assert ("Raft", "Strong Brew", "Teapots") in named(conn)


def test_only_changed_pages_are_read_while_the_names_stay(make: Callable[..., Wiki]):
    rows = (
        "select m.id, m.name from mention m join page on page.id = m.page_id where page.title = ?"
    )
    first = make(Edit("Otters", OTTERS), Edit("Teapots", TEAPOTS)).conn
    otters, teapots = (first.execute(rows, [t]).fetchall() for t in ("Otters", "Teapots"))
    later = TEAPOTS.replace("a Raft", "an Otter Queen")
    conn = make(Edit("Teapots", later, LATER)).conn
    assert conn.execute(rows, ["Otters"]).fetchall() == otters  # ids and all
    assert [row["name"] for row in teapots] == ["Raft"]
    assert [row["name"] for row in conn.execute(rows, ["Teapots"])] == ["Otter Queen"]


def test_building_step_by_step_gives_the_same(tmp_path: Path, make: Callable[..., Wiki]):
    terms = Edit("Terms and Phrases", glossary(Move="To go.", Play="To put."), LATER)
    edits = [Edit("Otters", OTTERS), Edit("Teapots", TEAPOTS), terms]
    for edit in edits:
        stepwise = make(edit)
    (tmp_path / "once").mkdir()
    once = build_wiki(tmp_path / "once", *edits)
    assert mentions(once.conn) == mentions(stepwise.conn)
    assert ("Whistle", "Move") in {
        tuple(row) for row in once.conn.execute("select subject_name, name from mentions")
    }
    once.conn.close()


def test_wikis_are_apart(tmp_path: Path):
    other = tmp_path / "other.xml"
    other.write_text(export(pages=3, revisions=2), encoding="utf-8")
    path = build_database(tmp_path, ROOT / "revisions", other)
    conn = sqlite3.connect(path)
    across = conn.execute(
        "select count(*) from mention m join page here on here.id = m.page_id"
        " left join card on card.id = m.named_card_id"
        " left join faction on faction.id = m.named_faction_id"
        " left join term on term.id = m.named_term_id"
        " left join rule on rule.id = m.named_rule_id"
        " join page there on there.id ="
        " coalesce(card.page_id, faction.page_id, term.page_id, rule.page_id)"
        " where here.wiki_id <> there.wiki_id"
    ).fetchone()
    assert across[0] == 0
    assert conn.execute("select count(*) from mention").fetchone()[0] > 100
    conn.close()


# ---------------------------------------------------------------- lists


@pytest.fixture
def sample(sample_db: Path):
    conn = sqlite3.connect(f"file:{sample_db}?mode=ro", uri=True)
    yield conn
    conn.close()


def test_partners_are_the_factions_held(sample: sqlite3.Connection):
    rows = sample.execute(
        "select partner, partner_held, listed from synergies where faction = 'Tax Auditors'"
    ).fetchall()
    assert rows == [
        ("Haunted Furniture", "Haunted Furniture", 1),  # through a redirect
        ("Understudies", "Understudies", 1),
        ("Lighthousekeepers", None, 0),
        ("The Village Choir", None, 0),
    ]


def test_listed_factions_and_titans_point_at_what_is_held(sample: sqlite3.Connection):
    listed = sample.execute(
        "select label, faction.name from listed_faction l"
        " left join faction on faction.id = l.faction_id"
    ).fetchall()
    assert ("Tax Auditors", "Tax Auditors") in listed
    assert ("Rogue Beekeepers", None) in listed
    titans = sample.execute(
        "select titan, faction.name, card.name from listed_titan l"
        " left join faction on faction.id = l.faction_id left join card on card.id = l.card_id"
    ).fetchall()
    assert ("Grand Wardrobe", "Haunted Furniture", "Grand Wardrobe") in titans
    assert ("Queen Mum", None, None) in titans


def of_set(name: str, number: int) -> Edit:
    lead = f"Page {number} are from the '''{name} set''' and '''do not''' have a Titan card.\n"
    return Edit(f"Page {number}", lead + faction(f"Card {number}"))


def test_spellings_of_a_set_are_one_set(make: Callable[..., Wiki]):
    spelt = ("Tea '90s", "Tea 90's", "Tea '90s", "Coast (big box)", "Coast (Big Box)")
    conn = make(*(of_set(name, number) for number, name in enumerate(spelt))).conn
    sets = conn.execute('select "set", set_as_written from factions order by name').fetchall()
    assert [tuple(row) for row in sets] == [
        ("Tea '90s", "Tea '90s"),
        ("Tea '90s", "Tea 90's"),
        ("Tea '90s", "Tea '90s"),
        ("Coast", "Coast (big box)"),
        ("Coast", "Coast (Big Box)"),
    ]
    assert {row[0] for row in conn.execute('select "set" from cards')} == {"Tea '90s", "Coast"}


def test_actions_know_where_they_are_played(sample: sqlite3.Connection):
    rows = sample.execute("select type, played_on, standard, text from cards").fetchall()
    for type_, played_on, standard, text in rows:
        assert (standard is None) == (type_ != "action")
        if played_on:
            assert standard == 0
            assert f"on {played_on}" in text
    assert sum(standard == 1 for _, _, standard, _ in rows) > 5
    assert sum(standard == 0 for _, _, standard, _ in rows) > 2
