"""`search`: names first, else words, with filters; what was typed never breaks it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.errors import IndexMissing
from kb.db import FOREVER
from kb.search import search, snippet
from tests.kb.small_wikis import Edit, Wiki, card, faction, glossary

Answer = dict[str, Any]


def ask(wiki: Wiki, query: str, **options: Any) -> Answer:
    return search(wiki.conn, wiki.database, query, options.pop("as_of", FOREVER), **options)


def found(answer: Answer) -> list[str]:
    return [result["name"] for result in answer["results"]]


@pytest.fixture
def titles(make_wiki: Callable[..., Wiki]) -> Wiki:
    """The cards of cases s01, s02 and s04, with invented neighbours."""
    names = ["To Follow, or Not?", "Eh?", "Who Wants to Live Forever?", "Hello, Dolly!"]
    return make_wiki(
        Edit("Sheep & Friends", faction(*names, "Cthulhu’s Chosen", "You're Screwed", "Überserum")),
        Edit("Ghouls", faction("Se\u0301ance", "Otter Herd", "Not Me")),
        Edit("Terms and Phrases", glossary(You="The one who plays.", May="Allowed, not required.",
             When="As it happens.", This="The card itself.", To="One thing for another.",
             OR="Either one.", Have="To control.", On_Your_Turn="While you play your cards.")),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("To Follow, or Not?", "To Follow, or Not?"),
        ("to follow or not", "To Follow, or Not?"),
        ("Eh?", "Eh?"),
        ("eh", "Eh?"),
        ("who wants to live forever", "Who Wants to Live Forever?"),
        ("Hello, Dolly!", "Hello, Dolly!"),
        ("may", "May"),
        ("You", "You"),
        ("or", "OR"),
        ("when", "When"),
        ("on your turn", "On Your Turn"),
        ("seance", "Séance"),
        ("Séance", "Séance"),
        ("uberserum", "Überserum"),
        ("cthulhus chosen", "Cthulhu’s Chosen"),
        ("Cthulhu's Chosen", "Cthulhu’s Chosen"),
        ("youre", "You're Screwed"),
        ("ghoul", "Ghouls"),
    ],
)
def test_name_is_first(titles: Wiki, query: str, first: str):
    import unicodedata

    names = [unicodedata.normalize("NFC", name) for name in found(ask(titles, query))]
    assert names[0] == first


def test_lone_operator_says_so(titles: Wiki):
    answer = ask(titles, "not")
    assert "nothing to combine" in answer["warnings"][0]
    assert set(found(answer)) >= {"Not Me", "To Follow, or Not?"}


@pytest.mark.parametrize("query", ["(", '""', "?!", "()"])
def test_nothing_to_search_for(titles: Wiki, query: str):
    answer = ask(titles, query)
    assert (answer["total"], answer["results"]) == (0, [])
    assert "nothing to search for" in answer["warnings"][-1]


def test_no_hit_suggests_a_name(titles: Wiki):
    answer = ask(titles, "ottre herdd")
    assert answer["total"] == 0
    assert "did you mean Otter Herd?" in answer["warnings"][-1]


def test_stale_words_are_not_found(make_wiki: Callable[..., Wiki]):
    make_wiki(Edit("Otters", faction(card("Raft", "'''Power 2''' - Wave the lantern."))))
    new = faction(card("Raft", "'''Power 2''' - Wave the flag."))
    wiki = make_wiki(Edit("Otters", new, "2026-02-01T00:00:00Z"))
    assert found(ask(wiki, "lantern")) == []
    assert found(ask(wiki, "flag")) == ["Raft"]
    assert found(ask(wiki, "lantern", as_of="2026-01-15T00:00:00Z")) == ["Raft"]


def test_answer_is_of_the_contract(sample: Wiki):
    answer = ask(sample, "counter", limit=2)
    assert set(answer) == {"query", "total", "warnings", "results", "notices"}
    assert answer["total"] >= len(answer["results"]) == 2
    for result in answer["results"]:
        assert set(result) >= {"kind", "name", "page", "heading", "snippet", "source"}
        assert result["source"]["timestamp"].endswith("Z")


def ids(wiki: Wiki, where: str) -> set[int]:
    return {row[0] for row in wiki.conn.execute(f"select id from cards where {where}")}


@pytest.mark.parametrize(
    ("query", "where"),
    [
        ("type:minion", "type = 'minion'"),
        ("-type:minion", "type <> 'minion'"),
        ("power>=3", "power >= 3"),
        ("power<2", "power < 2"),
        ("power!=2", "power is not 2"),
        ("copies=1 t:action", "copies = 1 and type = 'action'"),
        ("breakpoint>19", "breakpoint > 19"),
        ("errata:functional", "errata_kinds like '%functional%'"),
        ("errata:placeholder or errata:unstated", "errata in ('placeholder', 'unstated')"),
        ("has:errata", "errata = 'yes'"),
        ("has:clarification", "clarifications > 0"),
        ("has:image", "image is not null"),
        ("has:titan -type:titan", "type <> 'titan' and faction in"
         " (select deck from cards where type = 'titan')"),
        ("set:attic", "\"set\" = 'The Attic Clearance'"),
        ('artist:"wilhelmina inkpott"', "illustrator like 'Wilhelmina Inkpot%'"),
        ("artist:gloom", "illustrator like '%Gloom%'"),
        ("f:auditors", "deck like '%Auditors%'"),
        ("label:talent", "id in (select card_id from card_version v join ability a"
         " on a.card_version_id = v.id where label = 'Talent' and until_revision is null)"),
        ("changed>2026-05", "substr(changed, 1, 10) > '2026-05-31'"),
        ("changed<=2026-05", "substr(changed, 1, 10) < '2026-06'"),
    ],
)  # fmt: skip
def test_filter(sample: Wiki, query: str, where: str):
    expected = ids(sample, where)
    assert expected
    answer = ask(sample, query, limit=1000)
    assert {result["id"] for result in answer["results"]} == expected
    assert {result["kind"] for result in answer["results"]} == {"card"}


def test_words_and_filters_together(sample: Wiki):
    both = {r["id"] for r in ask(sample, "draw type:action", limit=999)["results"]}
    assert both
    assert both <= {r["id"] for r in ask(sample, "draw", limit=999)["results"]}
    assert both <= ids(sample, "type = 'action'")


def test_phrase(sample: Wiki):
    (text,) = sample.conn.execute(
        "select text from cards where text like '% % %' limit 1"
    ).fetchone()
    phrase = " ".join(text.split()[:4]).replace('"', "")
    answer = ask(sample, f'text:"{phrase}"', limit=999)
    assert answer["total"] >= 1


@pytest.mark.parametrize(("sort", "key"), [("power", "power"), ("copies", "copies")])
def test_sorted_by_a_number(sample: Wiki, sort: str, key: str):
    answer = ask(sample, "type:minion or type:action", sort=sort, limit=999)
    values = dict(sample.conn.execute(f"select id, {key} from cards").fetchall())
    numbers = [values[result["id"]] for result in answer["results"]]
    told = [number for number in numbers if number is not None]
    assert told == sorted(told, reverse=True)
    assert numbers == told + [None] * (len(numbers) - len(told))


def test_sorted_by_name_and_narrowed_to_a_kind(sample: Wiki):
    answer = ask(sample, "card", sort="name", kind="term", limit=999)
    names = [name.casefold() for name in found(answer)]
    assert names == sorted(names)
    assert {result["kind"] for result in answer["results"]} == {"term"}


@pytest.mark.parametrize(
    "query",
    ["(" * 3000, "*" * 26, "a*" * 200, "~9 " * 30, "'; drop table card; --", "x" * 10_000,
     "\x00\x07", "\u202eotter", "a or " * 2000, "text:" * 500, "power>99999999999999999999"],
)  # fmt: skip
def test_hostile(sample: Wiki, query: str):
    answer = ask(sample, query)
    assert answer["query"] == query
    assert isinstance(answer["results"], list)


@given(st.text(alphabet="abo rnt()\"-:<>=power1'éş", max_size=50))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_anything_typed_gives_an_answer(sample: Wiki, query: str):
    answer = ask(sample, query, limit=3)
    assert answer["total"] >= len(answer["results"])


def test_missing_index(make_wiki: Callable[..., Wiki]):
    wiki = make_wiki(Edit("Otters", faction("Raft")))
    shutil.rmtree(f"{wiki.path}.index")
    with pytest.raises(IndexMissing, match="run 'smashup build'"):
        ask(wiki, "raft")


@given(st.text(max_size=400), st.integers(min_value=20, max_value=200))
def test_snippet_is_short(text: str, length: int):
    assert len(snippet(text, {"otter"}, length)) <= length + 4


def test_snippet_shows_the_word():
    text = "nothing here " * 40 + "an otter swims " + "nothing there " * 40
    assert "otter" in snippet(text, {"otter"})
