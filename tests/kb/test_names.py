"""Look-up by name: exact, other spellings, typing errors, and nothing for what is far off."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb import cards, factions, terms
from kb.db import FOREVER
from kb.names import Named, resolve, variants
from tests.kb.small_wikis import Edit, Wiki, faction, glossary

ROOT = Path(__file__).resolve().parents[2]
MICROBOTS = [f"Microbot {name}" for name in ("Alpha", "Guard", "Fixer", "Reclaimer", "Archive")]


@pytest.fixture
def animals(make_wiki: Callable[..., Wiki]) -> Wiki:
    return make_wiki(
        Edit("Old Egyptians", faction("Mummy", "Ram", "Rampage", "Aramis", "Pyramid Engineer")),
        Edit("Planet Champs", faction("Mummy", "Cthulhu’s Chosen", "You're Screwed", "Séance")),
        Edit("Bots & Co", faction("Reef Guard", "Warbot", *MICROBOTS, "Überserum", "The Kraken")),
        Edit("Terms and Phrases", glossary(May="Allowed.", You="The controller.", OR="Either.")),
    )


def names(wiki: Wiki, ids: tuple[int, ...]) -> list[str]:
    marks = ", ".join("?" * len(ids))
    rows = wiki.conn.execute(f"select name from card where id in ({marks}) order by name", ids)
    return [row[0] for row in rows]


@pytest.mark.parametrize(
    ("typed", "match", "found"),
    [
        ("ram", "exact", "Ram"),
        ("RAM", "exact", "Ram"),
        ("cthulhu's chosen", "exact", "Cthulhu’s Chosen"),
        ("cthulhus chosen", "exact", "Cthulhu’s Chosen"),
        ("youre screwed", "exact", "You're Screwed"),
        ("seance", "exact", "Séance"),
        ("Se\u0301ance", "exact", "Séance"),
        ("SEANCE", "exact", "Séance"),
        ("uberserum", "exact", "Überserum"),
        ("rams", "alias", "Ram"),
        ("The Ram", "alias", "Ram"),
        ("kraken", "alias", "The Kraken"),
        ("reefguard", "alias", "Reef Guard"),
        ("pyramid engineers", "alias", "Pyramid Engineer"),
        ("war bot", "alias", "Warbot"),
        ("pyramid enginere", "fuzzy", "Pyramid Engineer"),
        ("cthullus choosen", "fuzzy", "Cthulhu’s Chosen"),
        ("rampgae", "fuzzy", "Rampage"),
    ],
)
def test_card(animals: Wiki, typed: str, match: str, found: str):
    result = resolve(animals.conn, "card", typed, FOREVER)
    assert (result.match, names(animals, result.ids)) == (match, [found])


@pytest.mark.parametrize("typed", ["kings guard", "xyzzy", "warrior", "", "?!", "a", "DROP TABLE"])
def test_nothing_near(animals: Wiki, typed: str):
    result = resolve(animals.conn, "card", typed, FOREVER)
    assert (result.match, result.ids) == ("none", ())


def test_several_equally_near_choose_none(animals: Wiki):
    result = resolve(animals.conn, "card", "microbot", FOREVER)
    assert (result.match, result.ids) == ("none", ())
    assert sorted(result.suggestions) == sorted(MICROBOTS)


def test_one_name_in_two_factions(animals: Wiki):
    both = resolve(animals.conn, "card", "Mummy", FOREVER)
    assert (both.match, len(both.ids)) == ("exact", 2)
    for typed in ("Planet Champs", "planet champ", "champs"):
        one = resolve(animals.conn, "card", "Mummy", FOREVER, typed)
        assert one.match == "exact"
        assert len(one.ids) == 1
    assert resolve(animals.conn, "card", "Mummy", FOREVER, "Bots & Co").match == "none"


@pytest.mark.parametrize("typed", ["Bots & Co", "bots and co", "the bots & co"])
def test_faction_with_ampersand(animals: Wiki, typed: str):
    assert resolve(animals.conn, "faction", typed, FOREVER).match in ("exact", "alias")


@pytest.mark.parametrize("typed", ["may", "You", "or"])
def test_terms_that_are_common_words(animals: Wiki, typed: str):
    assert resolve(animals.conn, "term", typed, FOREVER).match == "exact"


def test_former_name_and_redirect(make_wiki: Callable[..., Wiki]):
    wiki = make_wiki(
        Edit("Otters", faction("Clam Cracker", "Raft")),
        Edit("Otters", faction("Clam Crusher", "Raft"), "2026-02-01T00:00:00Z"),
        Edit("Sea Otters", "#REDIRECT [[Otters]]"),
    )
    renamed = resolve(wiki.conn, "card", "clam cracker", FOREVER)
    assert (renamed.match, names(wiki, renamed.ids)) == ("alias", ["Clam Crusher"])
    assert resolve(wiki.conn, "card", "clam crusher", "2026-01-15T00:00:00Z").match != "exact"
    assert resolve(wiki.conn, "faction", "sea otter", FOREVER).match == "alias"


def test_before_there_was_anything(animals: Wiki):
    assert resolve(animals.conn, "card", "Ram", "2025-01-01T00:00:00Z").match == "none"


def test_exact_name_reads_by_an_index(animals: Wiki):
    """An exact look-up must not read all names."""
    from kb.named import sql

    plan = animals.conn.execute(
        "explain query plan " + sql("named"), {"kind": "card", "key": "ram", "as_of": FOREVER}
    )
    steps = [row["detail"] for row in plan]
    assert [step for step in steps if step.startswith("SCAN")] == []


def test_exact_name_imports_nothing_heavy(animals: Wiki):
    code = (
        "import sys, json; from kb.db import connect, FOREVER; from kb.names import resolve;"
        f"assert resolve(connect({str(animals.path)!r}), 'card', 'Ram', FOREVER).ids;"
        "print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, cwd=ROOT, text=True
    )
    loaded = set(json.loads(done.stdout))
    heavy = {
        "whoosh",
        "rapidfuzz",
        "kb.finding.stems",
        "dataclasses",
        "mwparserfromhell",
        "pathlib",
    }
    assert heavy & loaded == set()


@given(st.text(max_size=300), st.sampled_from(["card", "faction", "term", "rule"]))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_anything_typed_gives_an_answer(sample: Wiki, typed: str, kind: Named):
    result = resolve(sample.conn, kind, typed, FOREVER)
    assert bool(result.ids) == (result.match != "none")


@given(st.text(min_size=1, max_size=40))
def test_the_name_itself_is_its_first_variant(key: str):
    found = list(variants(key))
    assert found[0] == key
    assert len(found) == len(set(found)) <= 40


def test_every_name_of_the_seed_finds_itself(seeded: Wiki):
    rows: list[sqlite3.Row] = seeded.conn.execute("select id, name, deck from cards").fetchall()
    for row in rows:
        found = resolve(seeded.conn, "card", row["name"], FOREVER, row["deck"])
        assert (found.match, row["id"] in found.ids) == ("exact", True), row["name"]


@pytest.mark.parametrize(
    ("ask", "kind", "near"),
    [
        (cards.look_up, "cards", "Cheif Auditer"),
        (factions.look_up, "factions", "Tax Auditers"),
        (terms.look_up, "terms", "Atachments"),
    ],
)
def test_an_answer_for_a_name_that_is_only_near_says_so(ask, kind, near, sample):
    answer = ask(sample.conn, near, FOREVER)
    assert (answer["match"], len(answer[kind])) == ("fuzzy", 1)
    assert answer["notices"][0] == f"Nothing is called '{near}'; this is the name nearest to it."
    (found,) = answer[kind]
    exact = ask(sample.conn, found["name"], FOREVER)
    assert not [notice for notice in exact["notices"] if "nearest" in notice]
