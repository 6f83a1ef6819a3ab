"""What held at a moment: by the newest text from then, parsed again; and what is not held."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ingest.pages import parse_page
from ingest.records import Card, PageRecords
from kb.cards import card
from kb.db import connect
from kb.named import query
from kb.past.coverage import coverage
from kb.rulings import ruling
from kb.search import search
from kb.sources import Object
from tests.acceptance.asking import ask
from tests.building import build_database
from tests.small_wiki import Save, built, faction, xml
from tests.small_wiki import card as card_text

MOMENTS = 25
NEWEST_TEXT = """
    select text.wikitext, page.title, page.namespace, r.model from revision r
    join page on page.id = r.page_id join text on text.id = r.text_id
    where r.page_id = ? and r.timestamp <= ? and r.text_state = 'present'
    order by r.sequence desc limit 1"""


@pytest.fixture(scope="module")
def events_db(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    dump = shared / "fixtures" / "events" / "full-history-with-files.xml.gz"
    return build_database(tmp_path_factory.mktemp("events"), dump)


@pytest.fixture(scope="module", params=["sample_db", "seed_db", "events_db"])
def db(request: pytest.FixtureRequest) -> Path:
    path = request.getfixturevalue(request.param)
    assert isinstance(path, Path)
    return path


@pytest.fixture(scope="module")
def conn(db: Path) -> Iterator[sqlite3.Connection]:
    with closing(connect(str(db))) as conn:
        yield conn


def moments(conn: sqlite3.Connection) -> list[str]:
    """Instants at and between the saves."""
    times = [row[0] for row in conn.execute("select distinct timestamp from revision")]
    rng = random.Random(len(times))
    at = rng.sample(times, min(MOMENTS, len(times)))
    return [*at, *(moment[:17] + "59Z" for moment in at), "2026-01-01T00:00:00Z"]


def parsed(conn: sqlite3.Connection, page: int, moment: str) -> PageRecords:
    row = conn.execute(NEWEST_TEXT, [page, moment]).fetchone()
    if row is None:
        return PageRecords("other")
    return parse_page(row["title"], row["wikitext"], row["namespace"], row["model"])


def pages(conn: sqlite3.Connection) -> list[int]:
    return [row[0] for row in conn.execute("select id from page")]


def test_cards_are_those_of_the_text_that_held_then(conn):
    checked = 0
    for moment in moments(conn):
        for page in pages(conn):
            rows = query(conn, "page-cards", page_id=page, as_of=moment)
            cards = parsed(conn, page, moment).cards
            assert [row["name"] for row in rows] == [one.name for one in cards], moment
            for row, right in list(zip(rows, cards, strict=True))[checked % 5 :: 5]:
                found = card(conn, row["id"], moment)
                assert found is not None
                assert_same(found[0], right)
                assert found[0]["source"]["timestamp"] <= moment
                checked += 1
    assert checked > 100


def assert_same(shown: Object, right: Card) -> None:
    for field in ("name", "deck", "type", "copies", "power", "breakpoint", "treasures", "image"):
        assert shown[field] == getattr(right, field)
    assert shown["vps"] == (None if right.vps is None else list(right.vps))
    assert shown["text"].split() == right.text.split()
    assert shown["errata"]["status"] == right.erratum.status
    assert [c["text"].split() for c in shown["clarifications"]] == [
        c.text.split() for c in right.clarifications
    ]


def test_terms_and_rules_are_those_of_the_text_that_held_then(conn):
    for moment in moments(conn)[::4]:
        rules = {(row["name"], row["page"]) for row in query(conn, "rule-list", as_of=moment)}
        terms = {row["name"] for row in query(conn, "term-list", as_of=moment)}
        records = {page: parsed(conn, page, moment) for page in pages(conn)}
        assert terms == {term.name for found in records.values() for term in found.terms}
        titles = dict(conn.execute("select id, title from page").fetchall())
        assert rules <= {
            (rule.name, titles[page]) for page, found in records.items() for rule in found.rules
        }


QUESTIONS = ("can I play a minion here after the base scores?", "draw a card", "destroy an action")


def test_passages_are_those_of_the_texts_that_held_then(db, conn):
    asked = 0
    for moment in moments(conn)[::6]:
        texts = [
            " ".join(text.split())
            for page in pages(conn)
            for row in conn.execute(NEWEST_TEXT, [page, moment])
            for text in [plain(parse_page(row[1], row[0], row[2], row[3]))]
        ]
        for question in QUESTIONS:
            for passage in ruling(conn, str(db), question, moment, 5)["passages"]:
                assert passage["source"]["timestamp"] <= moment
                assert passage["since"]["timestamp"] <= moment
                if passage["kind"] != "history":
                    assert any(" ".join(passage["text"].split()) in text for text in texts)
                    asked += 1
            for result in search(conn, str(db), question, moment)["results"]:
                assert result["source"]["timestamp"] <= moment
    assert asked


def plain(records: PageRecords) -> str:
    """All words of a page's records, as passages quote them."""
    parts: list[str] = []
    for one in records.cards:
        parts += [one.text, one.erratum.raw or "", *(said.text for said in one.clarifications)]
    for term in records.terms:
        exception = f"\nException: {term.exception}" if term.exception else ""
        parts.append(term.definition + exception)
    return "\n".join([*parts, *(rule.text for rule in records.rules)])


# ---------------------------------------------------------------- an honest word on coverage


def test_before_the_first_held_revision_nothing_is_known(sample_db: Path):
    word = "Nothing is held from before 2025-02-03T18:20:05Z."
    before = ("--as-of", "2025-02-01")
    for command in (("ruling", "what is a base?"), ("search", "base"), ("changes",), ("errata",)):
        assert word in ask(sample_db, *command, *before, "--json").json["notices"], command
    for command in (("card", "Settee"), ("history", "Settee")):
        answer = ask(sample_db, *command, *before, "--json")
        assert (answer.status, word in answer.json["notices"]) == (1, True)
    answer = ask(sample_db, "card", "Settee", *before)
    assert answer.stderr == f"No card is called 'Settee'. {word}\n"
    assert f"Note: {word}\n" in ask(sample_db, "search", "base", *before).stderr


def test_pages_that_may_have_said_something_then_are_counted(tmp_path: Path):
    """Not the page that was made later, as its first revision proves."""
    saves = [
        Save(1, "2026-01-01T10:00:00Z", faction(card_text("Eel")), "Otters", 5, 0),
        Save(2, "2026-02-01T10:00:00Z", faction(card_text("Mole")), "Badgers", 6, 0),
        Save(9, "2026-03-01T10:00:00Z", faction(card_text("Wing")), "Bats", 7, 8),
        Save(10, "2026-03-02T10:00:00Z", "", "Blank", 8, 8),
    ]
    with closing(connect(str(built(tmp_path, xml(saves))))) as conn:
        word = (
            "1 of the 3 pages held have nothing from {} or before; "
            "what they said then is not known."
        )
        for moment in ("2026-01-01T10:00:00Z", "2026-02-15T00:00:00Z", "2026-03-01T09:59:59Z"):
            assert coverage(conn, moment) == [word.format(moment)]
        assert coverage(conn, "2026-03-01T10:00:00Z") == []
        assert coverage(conn, "2025-12-31T23:59:59Z") == [
            "Nothing is held from before 2026-01-01T10:00:00Z."
        ]


def test_a_card_that_was_found_needs_no_such_word(seed_db: Path):
    answer = ask(seed_db, "card", "Aramis", "--as-of", "2025-11-01", "--json")
    assert (answer.status, answer.json["notices"]) == (0, [])
