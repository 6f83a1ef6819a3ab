"""What a right knowledge base says after the 41 odd events of the real wiki: gold/events.

Scenarios A (the export afterwards), B (one user's feed) and C (the export before, then the one
afterwards). D reads the wiki's API, which no reader of this project does yet.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.acceptance.asking import Object, ask
from tests.acceptance.event_checks import CHECKS
from tests.acceptance.event_revisions import files_of
from tests.acceptance.event_wiki import SOURCES, Wiki, wikis

NOT_CHECKED = {
    "deleted": "says that a deletion can't be known; the contract has no word for it to be in",
    "forget_hidden": "an option of a further build: test_forgetting_what_is_hidden",
    "must_not_claim": "prose; what of it can be asked for: test_what_must_not_be_claimed",
    "no_effect": "nothing to check",
    "not_knowable": "prose: what a source can't tell",
    "notes": "explanations",
    "undecided": "prose: for a decision to be written down",
    "uploads": "files are no part of the knowledge base; that they make no revision is checked",
}


@pytest.fixture(scope="module")
def events(shared: Path) -> list[Object]:
    found: list[Object] = json.loads(
        (shared / "gold" / "events" / "events.json").read_text("utf-8")
    )
    return found


@pytest.fixture(scope="module")
def worlds(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Wiki]]:
    with wikis(SOURCES, shared, tmp_path_factory.mktemp("events")) as found:
        yield found


@pytest.mark.parametrize("key", CHECKS)
@pytest.mark.parametrize("scenario", SOURCES)
def test_events(scenario: str, key: str, events: list[Object], worlds: dict[str, Wiki]) -> None:
    wrong = [
        (event["event"]["name"], complaint)
        for event in events
        if key in event["expect"].get(scenario, {})
        for complaint in CHECKS[key](worlds[scenario], event["expect"][scenario][key])
    ]
    assert wrong == []


def test_every_key_is_checked_or_has_a_reason_not_to_be(events: list[Object]) -> None:
    keys = {
        key for event in events for scenario in SOURCES for key in event["expect"].get(scenario, {})
    }
    assert keys == CHECKS.keys() | NOT_CHECKED.keys()
    assert CHECKS.keys() & NOT_CHECKED.keys() == set()


# ---------------------------------------------------------------- forgetting what is hidden

TOLD_OF_A_PAGE = {
    "changes": "select timestamp, subject, name, field, op, old, new, cosmetic, reverted"
    " from changes where page = ? order by timestamp, subject, name, field",
    "gaps": "select a.timestamp, b.timestamp, gap.reason from gap"
    " join page on page.id = gap.page_id left join revision a on a.id = gap.after_revision"
    " left join revision b on b.id = gap.before_revision where page.title = ? order by 1, 2",
    "texts": "select revision_id, timestamp, text_state, withheld, characters from revisions"
    " where page = ? order by timestamp",
}


@pytest.fixture(scope="module")
def forgetful(
    worlds: dict[str, Wiki], shared: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Wiki]:
    """Scenario C after a build that forgets what the wiki hides."""
    db = tmp_path_factory.mktemp("forgetful") / "C.db"
    copy_knowledge_base(worlds["C"].db, db)
    answer = ask(db, "build", "--forget-hidden", str(shared / "fixtures" / SOURCES["A"][0]))
    assert answer.status == 0, answer.stderr
    with closing(sqlite3.connect(db)) as conn:
        conn.row_factory = sqlite3.Row
        yield Wiki(db, conn, [], {})


def copy_knowledge_base(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as conn, closing(sqlite3.connect(target)) as copy:
        conn.backup(copy)
    shutil.copytree(f"{source}.index", f"{target}.index")


def forgotten(events: list[Object]) -> list[int]:
    found = {
        entry["id"] for event in events for entry in event["expect"]["C"].get("forget_hidden", [])
    }
    assert len(found) == 3
    return sorted(found)


def test_forgetting_what_is_hidden(events, worlds: dict[str, Wiki], forgetful: Wiki) -> None:
    """Then the pages say what they say to who never saw the hidden texts (scenario A)."""
    for number in forgotten(events):
        row, never_seen = forgetful.revision(number), worlds["A"].revision(number)
        assert row is not None
        assert never_seen is not None
        for key in ("page", "timestamp", "text_state", "withheld", "wikitext"):
            assert row[key] == never_seen[key], (number, key)
        page = row["page"]
        for what, sql in TOLD_OF_A_PAGE.items():
            told = [tuple(found) for found in forgetful.rows(sql, page)]
            assert told == [tuple(found) for found in worlds["A"].rows(sql, page)], (page, what)
        for name in forgetful.cards(page):
            told_card, right = forgetful.card(name, page), worlds["A"].card(name, page)
            assert told_card is not None
            assert right is not None
            for card in (told_card, right):
                del card["id"]
                card["source"]["url"] = None  # the two exports tell different ports
            assert told_card == right


def test_a_forgotten_text_stands_in_no_file(events, worlds, forgetful: Wiki) -> None:
    """Not in the database, its free pages or its journal, nor in the index."""
    secrets = set()
    for number in forgotten(events):
        secrets |= set(worlds["C"].wikitext(number).splitlines())
    for wikitext in worlds["A"].column("select wikitext from text"):
        secrets -= set(wikitext.splitlines())
    lines = [line for line in secrets if len(line) > 20]
    assert lines
    assert stored(lines, worlds["C"].db) == lines
    assert stored(lines, forgetful.db) == []


def stored(lines: list[str], db: Path) -> list[str]:
    """Those of the lines that stand somewhere in a knowledge base's files."""
    held = b"".join(path.read_bytes() for path in files_of(db))
    return [line for line in lines if line.encode() in held]


# ---------------------------------------------------------------- in another order

SAME_IN_ANY_ORDER = (
    "select page, revision_id, timestamp, contributor, comment, text_state, withheld, characters"
    " from revisions",
    "select wiki_revision_id, contributor_hidden, comment_hidden, wiki_parent_id from revision",
    "select title, namespace, wiki_page_id, redirect, kind from page",
    "select page.title, former_title.title from former_title join page on page.id = page_id",
    "select page, deck, name, type, text, errata, changed, revision from cards",
    "select timestamp, page, subject, name, field, op, old, new, cosmetic, reverted from changes",
)


def test_the_older_export_may_come_last(worlds, shared: Path, tmp_path: Path) -> None:
    db = tmp_path / "reversed.db"
    for source in reversed(SOURCES["C"]):
        answer = ask(db, "build", str(shared / "fixtures" / source))
        assert answer.status == 0, answer.stderr
    with closing(sqlite3.connect(db)) as conn:
        for sql in SAME_IN_ANY_ORDER:
            told = conn.execute(sql).fetchall()
            right = [tuple(row) for row in worlds["C"].rows(sql)]
            assert sorted(told, key=repr) == sorted(right, key=repr), sql


# ---------------------------------------------------------------- what must not be claimed


@pytest.mark.parametrize("scenario", ["A", "C"])
def test_what_must_not_be_claimed(scenario: str, worlds: dict[str, Wiki]) -> None:
    """What of the prose in `must_not_claim` can be asked for."""
    wiki = worlds[scenario]
    not_wikitext = ("MediaWiki:Data.json", "MediaWiki:Common.css")
    for table in ("rule", "finding", "faction", "card", "term"):
        for page in not_wikitext:
            sql = f"select 1 from {table} join page on page.id = page_id where page.title = ?"
            assert wiki.rows(sql, page) == [], (table, page)
    sections = wiki.rows("select name, page from rules")
    talk = {row["name"] for row in sections if row["page"] == "Talk:Ghosts"}
    assert "Q" not in {row["name"] for row in sections if row["page"] == "Ghosts"}
    assert "Q" not in {rule["name"] for rule in wiki.ask("rule").json["rules"]} or not talk
    factions = {faction["name"] for faction in wiki.ask("faction").json["factions"]}
    assert not factions & {"Factions", "Category:Factions", "Talk:Ghosts", "Elder Things (old)"}
    links = wiki.column(
        "select target from rule_link join rule_version v on v.id = rule_version_id"
        " join rule on rule.id = v.rule_id join page on page.id = rule.page_id"
        " where page.title = 'Entities'"
    )
    assert "not link" not in links
    shown = wiki.column("select text from rules where page = 'Entities'")
    assert any("<b> &amp; " in text for text in shown), "one unescape, not none and not two"
    assert "Stranger" not in wiki.column("select name from contributor")
    blanked = wiki.column("select page from changes where op in ('blanked', 'restored')")
    assert set(blanked) == {"Steampunks", "Robots", "Aliens"}


def test_a_feed_proves_no_blank_page(worlds: dict[str, Wiki]) -> None:
    wiki = worlds["B"]
    assert wiki.rows("select 1 from changes where op in ('blanked', 'restored')") == []
    states = wiki.column("select distinct text_state from revision")
    assert sorted(states) == ["missing", "present"]
    assert wiki.rows("select 1 from revision where comment_hidden or contributor_hidden") == []


def test_what_is_hidden_is_withheld_not_empty(worlds: dict[str, Wiki]) -> None:
    wiki = worlds["A"]
    summary = wiki.revision(32)
    author = wiki.revision(40)
    assert summary is not None
    assert author is not None
    assert (summary["comment"], summary["comment_hidden"]) == (None, 1)
    assert (author["user"], author["contributor_hidden"]) == (None, 1)
    changes = [(c["name"], c["field"]) for c in wiki.changes(24)]
    assert changes == [], "24 is the baseline: what it added can't be told"
