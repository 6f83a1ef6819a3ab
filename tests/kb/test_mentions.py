"""`card --mentions`: what a card names and what names it, as JSON and as text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb.mentions import mentioned_by, mentions, past_notice
from tests.acceptance.asking import Answer, ask
from tests.kb.small_wikis import Edit, Wiki, build_wiki, card, faction, glossary

RAFT = card(
    "Raft",
    "Return a soggy minion to its owner’s hand.",
    clarifications=["Brew stays. It is not stopped by cards like Brew.", "(c.f. Slow Punt)"],
)
WHISTLE = card("Whistle", "Draw a card.", clarifications=["It needs a Raft.", "Not this Raft."])
PROSE = "====== Synergy ======\n* '''Teapots''': Move the Raft with Brew.\n"


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory):
    wiki = build_wiki(
        tmp_path_factory.mktemp("mentions"),
        Edit("Otters", PROSE + faction(RAFT, "Lone Otter"), "2026-03-01T00:00:00Z"),
        Edit("Teapots", faction("Brew", WHISTLE)),
        Edit("Terms and Phrases", glossary(Return="To send home.", Move="To go.")),
    )
    yield wiki
    wiki.conn.close()


def shown(wiki: Wiki, *arguments: str) -> Answer:
    answer = ask(wiki.path, "card", *arguments)
    assert answer.status == 0, answer.stderr
    return answer


def test_json_follows_the_contract(wiki: Wiki):
    (raft,) = shown(wiki, "Raft", "--mentions", "--json").json["cards"]
    glossary_page = "Terms and Phrases"
    assert raft["mentions"] == [
        {"name": "Return", "kind": "term", "page": glossary_page, "where": "text",
         "written": "Return", "cue": "plain"},
        {"name": "Brew", "kind": "card", "page": "Teapots", "where": "clarification",
         "written": "Brew", "cue": "cards like"},
        {"name": "Slow Punt", "kind": "card", "page": None, "where": "clarification",
         "written": "Slow Punt", "cue": "c.f."},
    ]  # fmt: skip
    assert raft["mentioned_by"] == [
        {"name": "Whistle", "kind": "card", "page": "Teapots", "where": "clarification",
         "written": "Raft", "cue": "plain"},
        {"name": "Synergy", "kind": "rule", "page": "Otters", "where": "rule",
         "written": "Raft", "cue": "plain"},
    ]  # fmt: skip


def test_only_when_asked_for(wiki: Wiki):
    answer = shown(wiki, "Raft", "--json").json
    assert "mentions" not in answer["cards"][0]
    assert "See also" not in shown(wiki, "Raft").stdout


def test_text_says_see_also_and_named_by(wiki: Wiki):
    text = shown(wiki, "Raft", "--mentions").stdout
    assert "See also: Brew (Teapots), Slow Punt (not held)" in text
    assert "See also (terms): Return" in text
    assert "Named by: Whistle (Teapots), Synergy (Otters)" in text
    assert all(len(line) <= 80 for line in text.splitlines())


def test_a_card_without_mentions(wiki: Wiki):
    (lone,) = shown(wiki, "Lone Otter", "--mentions", "--json").json["cards"]
    assert lone["mentions"] == lone["mentioned_by"] == []
    text = shown(wiki, "Lone Otter", "--mentions").stdout
    assert "See also" not in text
    assert "Named by" not in text


def test_a_past_day_is_told_of(wiki: Wiki):
    past = shown(wiki, "Whistle", "--mentions", "--json", "--as-of", "2026-02-01").json
    assert past["notices"] == ["Mentions are those of the present texts, not of that day's."]
    assert [one["name"] for one in past["cards"][0]["mentions"]] == ["Raft"]
    now = shown(wiki, "Whistle", "--mentions", "--json", "--as-of", "2026-03-01").json
    assert now["notices"] == []
    assert past_notice(wiki.conn, "9999-12-31T23:59:59Z") is None


def test_both_directions_tell_the_same(sample: Wiki):
    """What a card names of cards held, those cards say of it."""
    ids = [row["id"] for row in sample.conn.execute("select id from card")]
    names = {row["id"]: row["name"] for row in sample.conn.execute("select id, name from card")}
    there = {
        (names[n], one["name"], one["where"], one["cue"])
        for n in ids
        for one in mentions(sample.conn, n)
        if one["kind"] == "card" and one["page"]
    }
    back = {
        (one["name"], names[n], one["where"], one["cue"])
        for n in ids
        for one in mentioned_by(sample.conn, n)
        if one["kind"] == "card"
    }
    assert there == back
    assert len(there) > 10


def test_an_unknown_card_has_none(sample_db: Path):
    answer = ask(sample_db, "card", "No Such Otter", "--mentions", "--json")
    assert answer.status == 1
    assert json.loads(answer.stdout)["cards"] == []
