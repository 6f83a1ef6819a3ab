"""`diff` on the real wiki: finds every change that was found by hand, and invents none.

Five pairs of revisions are described in gold/history.json. The others of the seed are checked
against their two wikitexts, split into sections here by a few lines that share nothing with the
project: a change must come from a section that differs, and each section that differs must show.
"""

from __future__ import annotations

import itertools
import json
import re
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.acceptance.asking import Object, ask, squeezed

PAIRS_IN_SEED = 9  # of a page's revisions with text, next to each other


class Pair(NamedTuple):
    page: str
    older: str  # timestamps
    newer: str


@pytest.fixture(scope="module")
def gold(shared: Path) -> dict[Pair, Object]:
    diffs = json.loads((shared / "gold" / "history.json").read_text("utf-8"))["diffs"]
    return {Pair(diff["page"], diff["from"], diff["to"]): diff for diff in diffs}


@pytest.fixture(scope="module")
def wikitexts(seed_db: Path) -> dict[tuple[str, str], str]:
    """Every text of the seed by page and timestamp."""
    with closing(sqlite3.connect(seed_db)) as conn:
        rows = conn.execute(
            "select page.title, revision.timestamp, text.wikitext from revision"
            " join page on page.id = revision.page_id join text on text.id = revision.text_id"
        ).fetchall()
    return {(page, timestamp): wikitext for page, timestamp, wikitext in rows}


@pytest.fixture(scope="module")
def pairs(wikitexts: dict[tuple[str, str], str]) -> list[Pair]:
    held: dict[str, list[str]] = {}
    for page, timestamp in sorted(wikitexts):
        held.setdefault(page, []).append(timestamp)
    found = [
        Pair(page, older, newer)
        for page, times in held.items()
        for older, newer in itertools.pairwise(times)
    ]
    assert len(found) == PAIRS_IN_SEED
    return found


def diff(db: Path, pair: Pair, *options: str) -> Object:
    answer = ask(db, "diff", *pair, "--json", *options)
    assert answer.status == 0, answer.stderr
    return answer.json


# ---------------------------------------------------------------- what was found by hand


def test_ends_and_author_of_each_diff(gold, seed_db: Path) -> None:
    for pair, described in gold.items():
        answer = diff(seed_db, pair)
        assert (answer["page"], answer["from"]["timestamp"], answer["to"]["timestamp"]) == pair
        assert (answer["to"]["comment"] or "") == described["summary"]
        for change in answer["changes"]:
            assert change["page"] == pair.page
            assert change["source"]["timestamp"] == pair.newer


def test_card_changes_are_these_and_no_others(gold, seed_db: Path) -> None:
    seen = 0
    for pair, described in gold.items():
        right = [
            as_told(change)
            for change in described["changes"]
            if change["level"] == "card" and not change.get("cosmetic")
        ]
        told = [
            (change["name"], change["field"], change["op"], change["old"], change["new"])
            for change in diff(seed_db, pair)["changes"]
            if change["subject"] == "card"
        ]
        assert squeezed([list(change) for change in told]) == squeezed(
            [list(change) for change in right]
        ), pair
        assert len(told) == described["card_changes"]
        seen += len(told)
    assert seen == 3


def as_told(change: Object) -> tuple[str, str, str, Any, Any]:
    """A card's change of the gold in the contract's form: an errata line becomes its object."""
    old, new = change["old"], change["new"]
    if change["field"] == "errata":
        old, new = erratum(old), erratum(new)
    return change["card"], change["field"], change["op"], old, new


def erratum(line: str) -> Object:
    """The few forms of an errata line that the gold's changes hold."""
    found = re.fullmatch(r"Errata\? (?:No|Yes, (\w+) \((.*)\))", line)
    assert found, line
    kind, note = found.groups()
    if kind is None:
        return {"status": "no", "kinds": [], "note": None}
    return {"status": "yes", "kinds": [kind.lower()], "note": note}


def test_cosmetic_changes_show_on_request_only(gold, seed_db: Path) -> None:
    """A letter's case in an errata line: never by itself, and nothing else beside it."""
    checked = 0
    for pair, described in gold.items():
        cosmetic = {
            (change["card"], change["field"])
            for change in described["changes"]
            if change.get("cosmetic")
        }
        shown = diff(seed_db, pair)["changes"]
        assert not cosmetic & {(change["name"], change["field"]) for change in shown}
        asked_for = diff(seed_db, pair, "--cosmetic")["changes"]
        more = {
            (change["name"], change["field"]) for change in asked_for if change["subject"] == "card"
        }
        more -= {(change["name"], change["field"]) for change in shown}
        assert more <= cosmetic
        checked += len(cosmetic)
    assert checked == 1


def test_a_link_with_another_label_changes_the_text(gold, seed_db: Path) -> None:
    """One change of `text`; that of `links` may be told beside it, but only this one."""
    checked = 0
    for pair, described in gold.items():
        for right in described["changes"]:
            if (right["level"], right["op"]) != ("link", "changed"):
                continue
            told = {change["field"]: change for change in diff(seed_db, pair)["changes"]}
            assert {change["name"] for change in told.values()} == {right["section"]}
            assert {change["subject"] for change in told.values()} <= {"rule", "section"}
            assert {"text"} <= told.keys() <= {"text", "links"}
            text = told["text"]
            assert text["op"] == "changed"
            assert label(right["old"]) in text["old"]
            assert text["new"] == text["old"].replace(label(right["old"]), label(right["new"]))
            if "links" in told:
                assert linked(told["links"]) == {right["old"]: -1, right["new"]: 1}
            checked += 1
    assert checked == 1


def label(link: str) -> str:
    return link.strip("[]").rpartition("|")[2]


def test_words_that_become_links_change_nothing_else(gold, seed_db: Path) -> None:
    checked = 0
    for pair, described in gold.items():
        right = [change for change in described["changes"] if change["op"] == "linked"]
        if not right:
            continue
        told: Counter[tuple[str, str]] = Counter()
        for change in diff(seed_db, pair)["changes"]:
            assert (change["subject"] in ("rule", "section"), change["field"]) == (True, "links")
            told.update({(change["name"], link): n for link, n in linked(change).items()})
        assert told == Counter((change["section"], change["new"]) for change in right)
        checked += len(right)
    assert checked == 7


def linked(change: Object) -> dict[str, int]:
    """How many of each link came (went: less than 0) by a change of `links`."""
    old, new = (
        Counter([value] if isinstance(value, str) else value or [])
        for value in (change["old"], change["new"])
    )
    new.subtract(old)
    return {link: number for link, number in new.items() if number}


def test_a_longer_stretch_holds_the_sum(seed_db: Path) -> None:
    """Over two edits: both errata, each credited to the revision that made it."""
    answer = ask(seed_db, "diff", "World Champs", "first", "latest", "--json").json
    told = {(c["name"], c["field"], c["source"]["timestamp"]) for c in answer["changes"]}
    assert told == {
        ("It's Blitzin' Time!", "errata", "2025-10-31T20:32:34Z"),
        ("Stoneford", "errata", "2025-10-31T20:33:25Z"),
    }


def test_without_revisions_the_last_two_with_text(pairs: list[Pair], seed_db: Path) -> None:
    for page in {pair.page for pair in pairs}:
        last = max(pair for pair in pairs if pair.page == page)
        assert ask(seed_db, "diff", page, "--json").json == diff(seed_db, last)


# ---------------------------------------------------------------- what the wikitexts tell


def test_a_change_comes_from_a_section_that_differs(pairs, wikitexts, seed_db: Path) -> None:
    for pair in pairs:
        differing = differing_sections(pair, wikitexts)
        for change in diff(seed_db, pair, "--cosmetic")["changes"]:
            if change["subject"] in ("faction", "page") or change["op"] == "moved":
                assert change["name"] == pair.page or change["op"] == "moved"
            else:
                assert change["name"] in differing, (pair, change["name"])


def test_every_section_that_differs_shows(pairs, wikitexts, seed_db: Path) -> None:
    seen = 0
    for pair in pairs:
        changes = diff(seed_db, pair, "--cosmetic")["changes"]
        named = {change["name"] for change in changes}
        if any(change["subject"] == "faction" for change in changes):
            named |= {"Mechanics", "Synergy"}  # lists that are the faction's fields
        differing = differing_sections(pair, wikitexts)
        assert differing <= named, pair
        seen += len(differing)
    assert seen > 50


def test_old_and_new_stand_in_the_wikitexts(pairs, wikitexts, seed_db: Path) -> None:
    checked = 0
    for pair in pairs:
        older, newer = wikitexts[pair.page, pair.older], wikitexts[pair.page, pair.newer]
        for change in diff(seed_db, pair)["changes"]:
            for value, wikitext in ((change["old"], older), (change["new"], newer)):
                for words in re.split(r"\n| \| ", value) if isinstance(value, str) else ():
                    assert letters(words) in letters(plain(wikitext)), (pair, change["name"])
                    checked += 1
    assert checked > 50


def differing_sections(pair: Pair, wikitexts: dict[tuple[str, str], str]) -> set[str]:
    """Names of the sections of two texts that are not the same in both, white space apart."""
    older = sections(wikitexts[pair.page, pair.older], pair.page)
    newer = sections(wikitexts[pair.page, pair.newer], pair.page)
    return {name for name, _ in (older - newer) + (newer - older)}


def sections(wikitext: str, page: str) -> Counter[tuple[str, str]]:
    """Heading without a card's number of copies → all from the heading line to the next one."""
    found: Counter[tuple[str, str]] = Counter()
    parts = re.split(r"(?m)^(?==+.*=+\s*$)", wikitext)
    for number, part in enumerate(parts):
        heading = part.splitlines()[0].strip().strip("=").strip() if part.strip() else ""
        name = re.sub(r"^\d+x ", "", plain(heading)) if number or part.startswith("=") else page
        found[name, squeezed(part)] += 1
    return found


def plain(wikitext: str) -> str:
    """Wikitext without bold and links' targets, well enough to find words in it."""
    text = re.sub(r"\[\[(?!File:)(?:[^|\]]*\|)?([^\]]*)\]\]", r"\1", wikitext)
    text = re.sub(r"\[https?://\S+ ([^\]]*)\]", r"\1", text)
    return text.replace("'''", "").replace("''", "")


def letters(text: str) -> str:
    return re.sub(r"\W+", "", text)
