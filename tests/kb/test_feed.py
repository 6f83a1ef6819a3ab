"""The feed of changes: valid by a schema and for a feed parser, with ids that stay."""

from __future__ import annotations

from pathlib import Path

import feedparser
import pytest
import xmlschema

from kb.render.feed import atom
from tests.acceptance.asking import ask
from tests.building import build_database
from tests.small_wiki import Save, built, card, faction, xml

SCHEMA = Path(__file__).with_name("atom.xsd")
EVIL = 'a ]]> & <b>"Nell"</b>'


@pytest.fixture(scope="module")
def schema() -> xmlschema.XMLSchema11:
    return xmlschema.XMLSchema11(str(SCHEMA))


def valid(schema: xmlschema.XMLSchema11, feed: str) -> feedparser.FeedParserDict:
    """The feed as a parser reads it, after schema and parser found nothing wrong."""
    schema.validate(feed)
    parsed = feedparser.parse(feed.encode())
    assert (parsed.bozo, parsed.version) == (False, "atom10"), parsed.get("bozo_exception")
    ids = [entry.id for entry in parsed.entries]
    assert len(set(ids)) == len(ids)
    return parsed


@pytest.mark.parametrize(
    "wrong",
    [
        "<id>x</id><title>t</title>",  # no time
        "<title>t</title><updated>2026-01-01T00:00:00Z</updated>",  # no id
        "<id>x</id><id>x</id><title>t</title><updated>2026-01-01T00:00:00Z</updated>",
        "<id>x</id><title>t</title><updated>yesterday</updated>",
        "<id>x</id><title>t</title><updated>2026-01-01T00:00:00Z</updated><entry/>",
        "<id>x</id><title>t</title><updated>2026-01-01T00:00:00Z</updated><zork/>",
        "<id>x</id><title>t</title><updated>2026-01-01T00:00:00Z</updated><link/>",
        "<id>x</id><title type='rtf'>t</title><updated>2026-01-01T00:00:00Z</updated>",
    ],
)
def test_the_schema_sees_what_is_wrong(schema, wrong: str):
    assert not schema.is_valid(f'<feed xmlns="http://www.w3.org/2005/Atom">{wrong}</feed>')


@pytest.mark.parametrize("options", [(), ("--cosmetic",), ("--errata",), ("--limit", "1")])
def test_the_samples_changes_are_a_valid_feed(schema, sample_db: Path, options):
    feed = ask(sample_db, "changes", "--format", "atom", *options)
    changes = ask(sample_db, "changes", *options, "--json").json["changes"]
    parsed = valid(schema, feed.stdout)
    assert len(parsed.entries) == len(changes) > 0
    assert parsed.feed.updated == changes[0]["source"]["timestamp"]
    first = parsed.entries[0]
    assert changes[0]["name"] in first.title
    assert (first.author, first.updated) == (
        changes[0]["source"]["contributor"],
        changes[0]["source"]["timestamp"],
    )
    assert first.link == changes[0]["source"]["url"]


def test_an_empty_feed_is_valid(schema, sample_db: Path):
    feed = ask(sample_db, "changes", "--since", "2030-01-01", "--format", "atom")
    assert valid(schema, feed.stdout).entries == []


def test_a_feed_that_is_served_names_its_address(schema):
    feed = atom({"changes": []}, 'https://kb.example/changes.atom?faction="x"&limit=1')
    assert valid(schema, feed).feed.links[0].rel == "self"


def test_whatever_the_wiki_says_stays_text(schema, tmp_path: Path):
    texts = [faction(card(text="Mild.")), faction(card("Reef ]]>", f"{EVIL} <i>Stormy"))]
    saves = [
        Save(n, f"2026-01-0{n}T10:00:00Z", text, "a ]]> & b", user=EVIL, comment=EVIL)
        for n, text in enumerate(texts, 1)
    ]
    db = built(tmp_path, xml(saves))
    parsed = valid(schema, ask(db, "changes", "--format", "atom").stdout)
    assert parsed.entries
    change = ask(db, "changes", "--json").json["changes"][0]
    change |= {"name": "\x00\x1b[31m\ud800", "new": "\x0b\uffff", "old": None}
    assert "��" in valid(schema, atom({"changes": [change]})).entries[0].title


def test_ids_stay_after_a_rebuild_from_another_format(schema, shared: Path, seed_db, tmp_path):
    """The seed tells no revision ids and no parents, the export does."""
    export = build_database(tmp_path, shared / "fixtures" / "pristine" / "full-history.xml")

    def ids(db: Path) -> dict[str, str]:
        parsed = valid(schema, ask(db, "changes", "--cosmetic", "--format", "atom").stdout)
        return {entry.id: entry.title for entry in parsed.entries if "page " not in entry.title}

    from_seed = ids(seed_db)
    assert from_seed == ids(export)
    assert len(from_seed) > 50
