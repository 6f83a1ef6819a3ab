"""The same wiki from every format is the same knowledge base, but for what a format can't tell."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.building import build_database

FORMATS = {
    "atom": "feedcontributions.atom",
    "rss": "feedcontributions.rss",
    "xml": "full-history.xml",
    "gz": "full-history.xml.gz",
    "bz2": "full-history.xml.bz2",
}

# What every format tells: the versions of everything with their words, and the changes between.
TOLD = {
    "cards": """
        select page.title, deck.name, v.position, v.name, v.type, v.copies, v.power, v.breakpoint,
               v.vps, v.treasures, v.text, v.image, v.illustrator, v.section, v.anchor, v.line,
               e.status, e.note, e.raw, f.timestamp, u.timestamp, card.id, card.slug
        from card_version v
        join card on card.id = v.card_id
        join page on page.id = card.page_id
        join deck on deck.id = v.deck_id
        join revision f on f.id = v.from_revision
        left join revision u on u.id = v.until_revision
        left join erratum e on e.card_version_id = v.id""",
    "clarifications": """
        select page.title, v.name, c.position, c.depth, c.text, c.outdated, f.timestamp
        from clarification c
        join card_version v on v.id = c.card_version_id
        join card on card.id = v.card_id
        join page on page.id = card.page_id
        join revision f on f.id = v.from_revision""",
    "terms": """
        select v.name, v.definition, v.exception, v.image, f.timestamp, u.timestamp, term.id
        from term_version v
        join term on term.id = v.term_id
        join revision f on f.id = v.from_revision
        left join revision u on u.id = v.until_revision""",
    "rules": """
        select page.title, rule.subject, v.name, v.path, v.text, f.timestamp, u.timestamp, rule.id
        from rule_version v
        join rule on rule.id = v.rule_id
        join page on page.id = rule.page_id
        join revision f on f.id = v.from_revision
        left join revision u on u.id = v.until_revision""",
    "factions": """
        select v.name, v.set_name, v.titan, v.complexity, v.description, v.purchase_url, v.cover,
               f.timestamp, u.timestamp, faction.id
        from faction_version v
        join faction on faction.id = v.faction_id
        join revision f on f.id = v.from_revision
        left join revision u on u.id = v.until_revision""",
    # A blank page is proved by an export, a feed shows nothing: those changes are left out.
    "changes": """
        select page.title, r.timestamp, change.subject, change.name, change.field, change.op,
               change.old, change.new, change.cosmetic, change.subject_id, change.id
        from change
        join page on page.id = change.page_id
        join revision r on r.id = change.revision_id
        where change.op not in ('blanked', 'restored')""",
}


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as conn:
        return {
            what: sorted(conn.execute(query).fetchall(), key=repr) for what, query in TOLD.items()
        }


@pytest.fixture(scope="session")
def from_seed(seed_db: Path) -> dict[str, list[tuple[object, ...]]]:
    return contents(seed_db)


@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_gives_the_same_cards_versions_and_changes(kind, shared, from_seed, tmp_path):
    path = build_database(tmp_path, shared / "fixtures" / "pristine" / FORMATS[kind])
    told = contents(path)
    for what in TOLD:
        assert told[what] == from_seed[what], what
    assert len(told["cards"]) >= 380


def test_two_formats_of_one_history_are_one_history(shared, seed, from_seed, tmp_path):
    pristine = shared / "fixtures" / "pristine"
    for source in (pristine / "feedcontributions.rss", seed, pristine / "full-history.xml.gz"):
        path = build_database(tmp_path, source)
    assert contents(path) == from_seed
    with closing(sqlite3.connect(path)) as conn:
        assert conn.execute("select count(*) from revision").fetchone() == (50,)
        assert conn.execute("select count(*) from page").fetchone() == (39,)
        assert conn.execute("select new from source order by id").fetchall() == [(50,), (0,), (0,)]
        assert conn.execute(
            "select count(*) from revision where wiki_revision_id is null"
        ).fetchone() == (0,)
        assert conn.execute("pragma integrity_check").fetchall() == [("ok",)]
        assert conn.execute("pragma foreign_key_check").fetchall() == []


def test_repeating_a_build_adds_nothing(shared, seed, from_seed, tmp_path):
    build_database(tmp_path, seed)
    path = build_database(tmp_path, seed)
    assert contents(path) == from_seed
    with closing(sqlite3.connect(path)) as conn:
        assert conn.execute("select value from meta where key = 'generation'").fetchone() == ("1",)
