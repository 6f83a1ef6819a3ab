"""The knowledge base cut into passages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.finding.passages import LIMIT, former_wording, passages, role_of, split
from tests.kb.small_wikis import Edit, Wiki, card, faction

LATER = "2026-02-01T00:00:00Z"


def test_the_sample_has_every_kind(sample: Wiki):
    kinds = Counter(passage.kind for passage in passages(sample.conn))
    assert set(kinds) == {"ability", "clarification", "errata", "term", "rule", "history"}


def test_pages_one_by_one_are_the_whole(sample: Wiki):
    pages = [row[0] for row in sample.conn.execute("select id from page")]
    assert sorted(passages(sample.conn, pages=pages)) == sorted(passages(sample.conn))


def test_every_passage_is_of_a_size_to_read(sample: Wiki):
    for passage in passages(sample.conn):
        assert passage.text.strip(), passage
        assert len(passage.text) <= LIMIT, passage


def test_only_real_errata_are_passages(sample: Wiki):
    errata = [p for p in passages(sample.conn) if p.kind == "errata"]
    statuses = {
        row["status"]
        for p in errata
        for row in sample.conn.execute("select status from errata where line = ?", [p.text])
    }
    assert statuses == {"yes"}


def test_before_the_first_revision_there_is_nothing(sample: Wiki):
    assert list(passages(sample.conn, "1999-01-01T00:00:00Z")) == []


def test_what_was_removed_or_reworded_is_history(make_wiki: Callable[..., Wiki]):
    said = ["It swims on Mondays.", "Two otters share one raft."]
    before = faction(card("Raft", "'''Power 2''' - Draw a card.", 1, said))
    after = faction(card("Raft", "'''Power 2''' - Draw two cards.", 1, said[1:]))
    wiki = make_wiki(
        Edit("Otters", before),
        Edit("Otters", after, LATER),
        Edit("Otters", after, "2026-03-01T00:00:00Z", "Fixed the Raft"),
    )
    old = [p for p in passages(wiki.conn) if p.kind == "history"]
    assert [(p.role, p.heading, p.text) for p in sorted(old)] == [
        ("former", "Raft", "Draw a card."),
        ("former", "Raft", "It swims on Mondays."),
        ("summary", "Otters", "Fixed the Raft"),
    ]
    held = {
        p.text: wiki.conn.execute(
            "select timestamp from revision where id = ?", [p.revision]
        ).fetchone()[0]
        for p in old
    }
    assert held["Draw a card."] == "2026-01-01T00:00:00Z"  # the last revision that said so
    then = [p.text for p in passages(wiki.conn, "2026-01-15T00:00:00Z")]
    assert "Draw a card." in then
    assert [p for p in passages(wiki.conn, "2026-01-15T00:00:00Z") if p.kind == "history"] == []


@pytest.mark.parametrize(
    ("old", "new", "gone"),
    [
        ('"One.\\nTwo."', '"Two."', "One."),
        ('"One."', None, "One."),
        ('["One.", "Two."]', '["Two.", "One."]', ""),
        ('{"status": "yes", "kinds": ["functional"], "note": "now twice"}', None,
         "Errata: Functional (now twice)"),
        ('{"status": "no", "kinds": [], "note": null}', None, ""),
        ("3", "4", "3"),
    ],
)  # fmt: skip
def test_former_wording(old: str, new: str | None, gone: str):
    assert former_wording(old, new) == gone


@pytest.mark.parametrize(
    ("kind", "path", "heading", "role"),
    [
        ("faction", [], "Otters", "lead"),
        ("faction", ["Synergy"], "Synergy", "synergy"),
        ("faction", ["Complexity Level: LOW"], "Complexity Level: LOW", "complexity"),
        ("faction", ["Examples of Play"], "Examples of Play", "rule"),
        ("rules", ["Strategy"], "Strategy", "rule"),
        ("index", [], "Main Page", "index"),
    ],
)
def test_role(kind: str, path: list[str], heading: str, role: str):
    assert role_of(kind, path, heading) == role


@given(st.text(alphabet="ab .!\n", max_size=3000), st.integers(min_value=10, max_value=400))
def test_split_loses_nothing_and_keeps_the_limit(text: str, limit: int):
    pieces = split(text, limit)
    assert "".join("".join(pieces).split()) == "".join(text.split())
    assert all(0 < len(piece) <= limit for piece in pieces)


def test_split_cuts_at_paragraphs_first():
    text = "\n".join(f"Paragraph {n} is here." for n in range(10))
    pieces = split(text, 60)
    assert "\n".join(pieces) == text
    assert all(piece.startswith("Paragraph") and piece.endswith("here.") for piece in pieces)
