"""`lint` over a knowledge base: at a moment, since a moment, and what only a base can tell."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kb.db import FOREVER, connect
from kb.lint import lint
from kb.sources import edit_url
from tests.acceptance.asking import ask
from tests.kb.lint.clean import CLEAN
from tests.kb.small_wikis import Edit, build_wiki

JANUARY, MARCH, MAY = (f"2026-{month}-01T10:00:00Z" for month in ("01", "03", "05"))
OTTERS = CLEAN["Otters"]
SHORT = OTTERS.replace("4x Pup", "3x Pup")
SLIP = SHORT.replace("(c.f., Undertow)", "(c.f., Undretow)")


def rules(conn: sqlite3.Connection, as_of: str = FOREVER, since: str | None = None) -> list[str]:
    return [found["rule"] for found in lint(conn, as_of, since=since)["findings"]]


def others() -> list[Edit]:
    return [Edit(title, text, JANUARY) for title, text in CLEAN.items() if title != "Otters"]


@pytest.fixture(scope="module")
def otters(tmp_path_factory: pytest.TempPathFactory):
    """The clean wiki, whose Otters lose a pup in March and get a slip in May."""
    edits = [
        Edit("Otters", OTTERS, JANUARY),
        Edit("Otters", SHORT, MARCH),
        Edit("Otters", SLIP, MAY),
    ]
    wiki = build_wiki(tmp_path_factory.mktemp("otters"), *others(), *edits)
    yield wiki
    wiki.conn.close()


def test_at_a_moment(otters):
    assert rules(otters.conn, JANUARY) == []
    assert rules(otters.conn, MARCH) == ["deck-size"]
    assert rules(otters.conn) == ["name-variant", "deck-size"]
    assert rules(otters.conn, "2025-01-01T00:00:00Z") == []


def test_since_a_moment(otters):
    assert rules(otters.conn, since=JANUARY) == ["name-variant", "deck-size"]
    assert rules(otters.conn, since=MARCH) == ["name-variant"]
    assert rules(otters.conn, since=MAY) == []
    assert rules(otters.conn, MARCH, since=JANUARY) == ["deck-size"]


def test_a_day_means_its_beginning(otters):
    def since(day: str) -> list[str]:
        answer = ask(otters.path, "lint", "--since", day, "--json").json
        return [one["rule"] for one in answer["findings"]]

    assert since("2026-03-01") == ["name-variant", "deck-size"]
    assert since("2026-03-02") == since("2026-05-01") == ["name-variant"]
    assert since("2026-05-01T10:00:00Z") == []


def test_a_line_that_moved_is_not_new(tmp_path: Path):
    moved = SHORT.replace("They float", "First of all:\n\nThey float")
    edits = [Edit("Otters", SHORT, JANUARY), Edit("Otters", moved, MARCH)]
    with closing(build_wiki(tmp_path, *others(), *edits).conn) as conn:
        assert rules(conn) == ["deck-size"]
        assert rules(conn, since=JANUARY) == []


def test_a_second_line_alike_is_new(tmp_path: Path):
    one = OTTERS.replace("*'''Holding Hands'''", "*TBD")
    two = one.replace("*'''Cracking Things Open'''", "*TBD")
    edits = [Edit("Otters", one, JANUARY), Edit("Otters", two, MARCH)]
    with closing(build_wiki(tmp_path, *others(), *edits).conn) as conn:
        assert rules(conn) == ["to-be-done"] * 2
        assert rules(conn, since=JANUARY) == ["to-be-done"]


def test_a_line_becomes_wrong_by_another_page(tmp_path: Path):
    other = CLEAN["Lamplighters"].replace("by other players' cards.", "by another player's cards.")
    edits = [Edit("Otters", OTTERS, JANUARY), Edit("Lamplighters", other, MARCH)]
    with closing(build_wiki(tmp_path, *others(), *edits).conn) as conn:
        answer = lint(conn, FOREVER, since=JANUARY)
    assert {(one["rule"], one["page"]) for one in answer["findings"]} >= {
        ("reprint-differs", "Otters"),
        ("reprint-differs", "Lamplighters"),
    }


def test_what_the_grammar_said_then_is_not_known(tmp_path: Path):
    """The grammar's findings are kept of the newest text: a line that stood before is not new."""
    odd = OTTERS.replace("'''Power 3''' - (no ability)", "It floats.")
    edits = [Edit("Otters", odd, JANUARY), Edit("Otters", odd.replace("They", "Yes, they"), MARCH)]
    with closing(build_wiki(tmp_path, *others(), *edits).conn) as conn:
        assert rules(conn) == ["not-understood"]
        assert rules(conn, since=JANUARY) == []
        assert rules(conn, JANUARY) == []


def test_a_page_without_a_text_from_before(tmp_path: Path):
    wiki = build_wiki(tmp_path, *others(), Edit("Otters", SHORT, MARCH))
    with closing(wiki.conn) as conn:
        answer = lint(conn, FOREVER, since=JANUARY)
    assert [one["rule"] for one in answer["findings"]] == ["deck-size"]
    assert answer["notices"] == [
        f"No text of Otters from before {JANUARY} is held: all findings there count as new."
    ]


# ---------------------------------------------------------------- what only a base can tell


def test_a_newest_revision_without_text(tmp_path: Path):
    edits = [Edit("Otters", OTTERS, JANUARY), Edit("Otters", "", MARCH)]
    with closing(build_wiki(tmp_path, *others(), *edits).conn) as conn:
        [found] = lint(conn, FOREVER)["findings"]
        assert rules(conn, JANUARY) == []
    assert (found["rule"], found["page"], found["line"]) == ("newest-blank", "Otters", 1)
    assert found["source"]["timestamp"] == JANUARY
    assert found["excerpt"] == OTTERS.split("\n")[0]


def test_a_source_that_has_no_texts(tmp_path: Path):
    """Where most revisions come without text, one without says nothing of its page."""
    late = [Edit(title, "", MAY) for title in CLEAN]
    edits = [Edit(title, text, JANUARY) for title, text in CLEAN.items()]
    with closing(build_wiki(tmp_path, *edits, *late).conn) as conn:
        assert rules(conn) == []


def test_a_page_that_was_blanked_or_hidden(sample_db: Path):
    with closing(connect(str(sample_db))) as conn:
        found = lint(conn, FOREVER, page="Understudies", rules=["newest-blank"])["findings"]
        hidden = lint(conn, "2026-04-01T08:10:00Z", page="Setting the Table")["findings"]
    assert [one["message"].startswith("the page is blank") for one in found] == [True]
    assert [one["rule"] for one in hidden if one["rule"] == "newest-blank"] == []


def test_unresolved_mentions_of_a_whole_wiki(tmp_path: Path):
    """Only where all that the index lists is held can no other page have the card."""
    named = OTTERS.replace("(c.f., Undertow)", "(c.f., Undertow, Sudden Squall)")
    index = "===== Faction Links =====\n* [[Lamplighters]]\n* [[Otters]]\n"
    edits = [Edit("Otters", named), Edit("Lamplighters", CLEAN["Lamplighters"])]
    whole = build_wiki(tmp_path, *edits, Edit("Front Page", index))
    with closing(whole.conn) as conn:
        found = lint(conn, FOREVER, rules=["unresolved-mention"])["findings"]
    assert [one["excerpt"] for one in found] == [
        "*The raft itself can be moved (c.f., Undertow, Sudden Squall)."
    ]
    (tmp_path / "part").mkdir()
    part = build_wiki(tmp_path / "part", *edits, Edit("Front Page", index + "* [[Tinkers]]\n"))
    with closing(part.conn) as conn:
        assert lint(conn, FOREVER, rules=["unresolved-mention"])["findings"] == []


def test_two_wikis_do_not_mix(tmp_path: Path, sample_db: Path):
    """A card of one wiki is no reprint of a card of another, nor are its names names there."""
    from tests.building import ROOT, build_database

    text = OTTERS.replace("1x Raft of Paws", "1x Settee")
    build_wiki(tmp_path, *others(), Edit("Otters", text)).conn.close()
    path = build_database(tmp_path, ROOT / "revisions")
    with closing(connect(str(path))) as conn, closing(connect(str(sample_db))) as sample:
        both = lint(conn, FOREVER)["findings"]
        alone = lint(sample, FOREVER)["findings"]
    assert [one for one in both if one["page"] not in CLEAN or one["edit_url"]] == alone


# ---------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    ("base", "title", "section", "url"),
    [
        ("https://w.example/wiki/Main_Page", "Old Otters", 3,
         "https://w.example/wiki/Old_Otters?action=edit&section=3"),
        ("https://w.example/index.php?title=Main_Page", "Otters", 0,
         "https://w.example/index.php?title=Otters&action=edit&section=0"),
        ("https://w.example/w/index.php/Main_Page", "What? & how #1", None,
         "https://w.example/w/index.php/What%3F_%26_how_%231?action=edit"),
        ("https://w.example/Main_Page", "Séance/\"x\"<b>", 1,
         "https://w.example/S%C3%A9ance/%22x%22%3Cb%3E?action=edit&section=1"),
        (None, "Otters", 1, None),
        ("", "Otters", 1, None),
        ("javascript:alert(1)//Main_Page", "Otters", 1, None),
    ],
)  # fmt: skip
def test_edit_url(base: str | None, title: str, section: int | None, url: str | None):
    assert edit_url(base, title, section) == url


def test_sections_are_counted_as_mediawiki_does(sample_db: Path):
    with closing(connect(str(sample_db))) as conn:
        found = lint(conn, FOREVER, page="Tax Auditors")["findings"]
        old = lint(conn, "2025-03-08T23:59:59Z", page="Tax Auditors")["findings"]
    [link] = [one for one in found if one["rule"] == "unresolved-link"]
    # 1 the shop, 2 Complexity, 3 Mechanics, 4 Examples, 5 Strategy, 6 Synergy
    assert link["edit_url"] == "https://sample.example/wiki/Tax_Auditors?action=edit&section=6"
    assert link["heading"] == "Synergy"
    # What was a section then may be another now.
    assert {one["edit_url"] for one in old} == {
        "https://sample.example/wiki/Tax_Auditors?action=edit"
    }


def test_the_newest_page_may_be_cut_otherwise(tmp_path: Path):
    """Nobody knows the sections of a newest revision that has no text."""
    edits = [Edit("Otters", SHORT, JANUARY), Edit("Otters", "", MARCH)]
    wiki = build_wiki(tmp_path, *others(), *edits)
    wiki.conn.close()
    with closing(sqlite3.connect(wiki.path)) as conn:
        conn.execute("update wiki set base = 'https://w.example/wiki/Main_Page'")
        conn.commit()
    answer = ask(wiki.path, "lint", "Otters", "--json").json
    assert {one["edit_url"] for one in answer["findings"]} == {
        "https://w.example/wiki/Otters?action=edit"
    }
