"""`ruling`: the answer's shape, its sources, and saying so when nothing settles the question."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb.db import FOREVER, connect
from kb.finding.questions import LONGEST
from kb.finding.synonyms import WordsError
from kb.render.questions import ruling_text
from kb.rulings import ruling
from tests.kb.small_wikis import Edit, Wiki, card, faction, glossary

Answer = dict[str, Any]
LATER = "2026-02-01T00:00:00Z"
KINDS = {"ability", "clarification", "errata", "term", "rule", "history"}
REASONS = {"settled", "no_passage", "unknown_name", "page_not_held", "ambiguous"}

INDEX_PAGE = """===== Faction Links =====
* [[Otters]]
* [[Walruses]]
"""


def ask(wiki: Wiki, question: str, as_of: str = FOREVER, limit: int = 3) -> Answer:
    return ruling(wiki.conn, wiki.database, question, as_of, limit)


@pytest.fixture
def otters(make_wiki: Callable[..., Wiki]) -> Wiki:
    said = ["Two otters may hold hands while they sleep on the raft."]
    raft = card("Raft", "'''Power 2''' - Move this minion to another base.", 1, said)
    return make_wiki(
        Edit("Otters", faction(raft, "Clam Cracker", "Kelp Bed", "Pebble")),
        Edit("Boats", faction("Lighthouse", "Paddle", "Anchor", "Harbour Master")),
        Edit("Terms and Phrases", glossary(
            Destroy="Take a card off the table and put it on the discard pile.",
            Move="Take a minion from one base to another. That is not playing it.",
            Owner="Who had the card when the game began.")),
        Edit("Main Page", INDEX_PAGE),
    )  # fmt: skip


def test_answer_is_of_the_contract(sample: Wiki):
    (name,) = sample.conn.execute(
        "select card from clarifications order by length(card) desc limit 1"
    ).fetchone()
    answer = ask(sample, f"What about {name}?")
    assert set(answer) == {
        *("question", "confident", "reason", "about", "cards", "terms", "passages", "notices"),
    }
    assert (answer["confident"], answer["reason"]) == (True, "settled")
    assert name in [one["name"] for one in answer["cards"]]
    assert all(set(one) == {"id", "name", "deck", "text"} for one in answer["cards"])
    assert [passage["rank"] for passage in answer["passages"]] == [1, 2, 3]
    for passage in answer["passages"]:
        assert set(passage) == {
            *("rank", "kind", "page", "heading", "text", "matched", "outdated", "score"),
            *("source", "since"),
        }
        assert passage["kind"] in KINDS
        assert passage["source"]["page"] == passage["page"]
        assert set(passage["since"]) == {"timestamp", "contributor", "exact"}
    scores = [passage["score"] for passage in answer["passages"]]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    ("question", "kind", "heading"),
    [
        ("may my otters hold hands on the Raft when they sleep?", "clarification", "Raft"),
        ("rafts - do they hold hands asleep", "clarification", "Raft"),
        ("where does a dead card go?", "term", "Destroy"),
        ("clamcracker, what does it do", "ability", "Clam Cracker"),
        ("what does owner mean", "term", "Owner"),
    ],
)
def test_first_passage(otters: Wiki, question: str, kind: str, heading: str):
    first = ask(otters, question)["passages"][0]
    assert (first["kind"], first["heading"]) == (kind, heading)


def test_matched_words_are_printed_ones(otters: Wiki):
    first = ask(otters, "does the raft allow otters to hold hands")["passages"][0]
    assert {"otters", "hold", "hands", "raft"} <= set(first["matched"])
    assert all(word in first["text"] for word in first["matched"])


def test_page_that_is_listed_but_not_held(otters: Wiki):
    answer = ask(otters, "What does the Tusk of the Walruses do?")
    assert (answer["confident"], answer["reason"]) == (False, "page_not_held")
    assert answer["about"] == ["Walruses"]
    assert verdict(answer).startswith("Not settled: the wiki lists “Walruses”, but no dump")


def test_unknown_name(otters: Wiki):
    answer = ask(otters, "How strong is the Zorblax?")
    assert (answer["confident"], answer["reason"]) == (False, "unknown_name")
    assert answer["about"] == ["Zorblax"]
    assert verdict(answer).startswith("Not settled: “Zorblax” is not known here")


def test_two_unknown_names(otters: Wiki):
    answer = ask(otters, "Does Zorblax beat Quuxy?")
    assert "“Zorblax” and “Quuxy” are not known here" in " ".join(verdict(answer).split())


def test_ambiguous_name(make_wiki: Callable[..., Wiki]):
    names = ["Guard Alpha", "Guard Beta", "Guard Gamma", "Guard Delta", "Clam", "Raft"]
    wiki = make_wiki(Edit("Otters", faction(*names)), Edit("Boats", faction("Oar", "Mast")))
    answer = ask(wiki, "what about the guard?")
    assert (answer["confident"], answer["reason"]) == (False, "ambiguous")
    assert answer["about"] == ["Guard Alpha", "Guard Beta", "Guard Delta", "Guard Gamma"]
    assert verdict(answer).startswith("Not settled: that can mean “Guard Alpha” or “Guard Beta”")


def verdict(answer: Answer) -> str:
    """The first paragraph of the text for people, without colours."""
    return plain(ruling_text(answer)).split("\n\n")[0]


def plain(text: str) -> str:
    return re.sub(r"\x1b\[\d+m", "", text)


def test_text_marks_words_and_shows_the_cards_and_terms(otters: Wiki):
    question = "may my otters hold hands on the Raft after they move?"
    answer = ask(otters, question, limit=1)
    text = ruling_text(answer)
    assert plain(text).startswith("Settled by this passage:\n\n1. Raft   clarification · Otters\n")
    assert "\x1b[1mhold\x1b[0m \x1b[1mhands\x1b[0m" in text
    below = plain(text).split("The cards named, as they stand:\n")[1]
    assert below.startswith("   Raft (Otters): Move this minion to another base.")
    assert max(map(len, plain(text).split("\n"))) <= 80


def test_glossary_terms_that_the_best_passage_hangs_on(otters: Wiki):
    answer = ask(otters, "does the Raft move when it likes?", limit=1)
    assert answer["passages"][0]["heading"] == "Raft"
    told = {term["name"]: term["definition"] for term in answer["terms"]}
    if "Move this" in answer["passages"][0]["text"]:
        assert told["Move"].startswith("Take a minion from one base")
        assert "The glossary's words:\n   Move: Take a minion" in plain(ruling_text(answer))


def test_term_that_is_shown_is_not_told_again(otters: Wiki):
    answer = ask(otters, "what does move mean", limit=3)
    assert answer["passages"][0]["heading"] == "Move"
    assert answer["terms"] == []


def test_everything_capitalised_tells_nothing(otters: Wiki):
    question = "Does The Raft Let My Otters Hold Hands While They Sleep?"
    assert ask(otters, question)["confident"] == ask(otters, question.lower())["confident"]


def test_own_words_beside_the_database(otters: Wiki):
    before = ask(otters, "is it yeeted?")["passages"]
    own = Path(f"{otters.database}.synonyms.txt")
    own.write_text("# ours\nyeet = destroy, discard : how we say it\n", encoding="utf-8")
    after = ask(otters, "is it yeeted?")["passages"]
    assert "Destroy" not in [passage["heading"] for passage in before[:1]]
    assert after[0]["heading"] == "Destroy"
    own.write_text("yeet means destroy\n", encoding="utf-8")
    os.utime(own, (1, 1))  # changed, whatever the clock's grain
    with pytest.raises(WordsError, match=r"synonyms.txt, line 1 is not of the form") as told:
        ask(otters, "is it yeeted?")
    assert "\n" not in str(told.value)


def test_two_past_moments_at_a_time(sample_db: Path):
    """Whoosh makes indexes in memory with files in one place for all; ours have their own."""
    moments = [f"2026-0{month}-01T00:00:00Z" for month in range(2, 8)]

    def work(moment: str) -> Answer:
        with closing(connect(str(sample_db))) as conn:
            return ruling(conn, str(sample_db), "what is a base?", moment)

    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(work, moments))
    assert found == [work(moment) for moment in moments]


@pytest.mark.parametrize("question", ["is there an app for phones", "what sleeves fit these cards"])
def test_off_topic(sample: Wiki, question: str):
    answer = ask(sample, question)
    assert not answer["confident"]
    assert answer["reason"] in REASONS - {"settled"}


@pytest.mark.parametrize("question", ["x", "1", "?"])
def test_a_single_letter_settles_nothing(sample: Wiki, question: str):
    assert not ask(sample, question)["confident"]


@pytest.mark.parametrize("question", ["", "  ", "\n\t"])
def test_empty_question_is_one_line(sample: Wiki, question: str):
    with pytest.raises(ValueError, match="the question is empty") as told:
        ask(sample, question)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    "question",
    ["?", "a", "?!…—", "x" * 10_000, "why " * 2500, "(" * 3000, "*" * 26, "not or and -",
     "'; drop table card; --", "\x00\x07\x1b[2J", "\u202ewarbot\u202c", "🦦" * 500,
     '"' * 999, "text:* OR heading:*~9"],
)  # fmt: skip
def test_hostile(sample: Wiki, question: str):
    answer = ask(sample, question)
    assert answer["reason"] in REASONS
    assert answer["confident"] == (answer["reason"] == "settled")
    assert len(answer["passages"]) <= 3


@given(st.text(min_size=1, max_size=80).filter(str.strip))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_anything_asked_gives_an_answer(sample: Wiki, question: str):
    assert ask(sample, question)["reason"] in REASONS


def test_only_the_beginning_is_read(sample: Wiki):
    answer = ask(sample, "zzz " * LONGEST + "counter")
    assert answer["passages"] == []


def test_limit(sample: Wiki):
    assert len(ask(sample, "minion", limit=1)["passages"]) == 1
    assert len(ask(sample, "minion", limit=7)["passages"]) == 7


def test_as_of(make_wiki: Callable[..., Wiki]):
    before = card("Raft", "'''Power 2''' - Draw a pebble.")
    after = card("Raft", "'''Power 2''' - Draw two anchors.")
    wiki = make_wiki(
        Edit("Otters", faction(before, "Clam")), Edit("Otters", faction(after, "Clam"), LATER)
    )
    now = ask(wiki, "what does Raft do")["passages"][0]
    then = ask(wiki, "what does Raft do", "2026-01-15T00:00:00Z")["passages"][0]
    assert now["text"] == "Draw two anchors."
    assert then["text"] == "Draw a pebble."
    assert then["source"]["timestamp"] == "2026-01-01T00:00:00Z"
    assert (now["since"]["timestamp"], now["since"]["contributor"]) == (LATER, "Nell")


def test_former_wording_names_the_last_revision_that_held_it(make_wiki: Callable[..., Wiki]):
    before = card("Raft", "'''Power 2''' - Draw a pebble.")
    after = card("Raft", "'''Power 2''' - Draw two anchors.")
    wiki = make_wiki(
        Edit("Otters", faction(before, "Clam")), Edit("Otters", faction(after, "Clam"), LATER)
    )
    answer = ask(wiki, "did the old version of Raft have a pebble?")
    old = [p for p in answer["passages"] if p["kind"] == "history"]
    assert [(p["text"], p["source"]["timestamp"]) for p in old] == [
        ("Draw a pebble.", "2026-01-01T00:00:00Z")
    ]


def test_notice_of_a_newest_revision_without_text(make_wiki: Callable[..., Wiki]):
    wiki = make_wiki(Edit("Otters", faction("Raft", "Clam")), Edit("Otters", "", LATER))
    answer = ask(wiki, "what does Raft do")
    assert answer["passages"][0]["source"]["timestamp"] == "2026-01-01T00:00:00Z"
    assert any("has no text in this dump" in notice for notice in answer["notices"])


def test_answers_are_the_same_every_time(sample: Wiki):
    question = "who picks the minion that gets the counter?"
    assert ask(sample, question) == ask(sample, question)
