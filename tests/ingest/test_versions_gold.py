"""Versions and changes of the real wiki's revisions, against what was checked by hand."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ingest.dumps import open_source
from ingest.pages import parse_page
from ingest.records import Card, Revision
from ingest.versions import Change, Gap, Lineage, PageRevision, Version, derive, time_order

Derived = tuple[list[PageRevision], list[Lineage], list[Change], list[Gap]]
GoldItem = dict[str, Any]


def derive_all(revisions: Iterable[Revision]) -> dict[str, Derived]:
    """Newest title of each page → what its revisions tell."""
    pages: dict[Any, list[tuple[int, Revision]]] = defaultdict(list)
    titles: dict[Any, str] = {}
    for number, revision in enumerate(revisions, 1):
        key = revision.title if revision.page_id is None else revision.page_id
        pages[key].append((revision.revision_id or number, revision))
        titles[key] = revision.title
    return {titles[key]: derive_page(titles[key], held) for key, held in pages.items()}


def derive_page(title: str, held: list[tuple[int, Revision]]) -> Derived:
    revisions = [
        PageRevision(
            id=row,
            timestamp=r.timestamp,
            revision_id=r.revision_id,
            parent_id=r.parent_id,
            text_state=r.text_state,
            text_id=r.text,
            records=parse_page(title, r.text, r.namespace or 0, r.model)
            if r.text and r.text.strip()
            else None,
        )
        for row, r in held
    ]
    return (revisions, *derive(revisions, title))


def read(path: Path) -> list[Revision]:
    with open_source(str(path)) as source:
        return list(source)


# ---------------------------------------------------------------- the seed


@pytest.fixture(scope="module")
def seed_pages(seed: Path) -> dict[str, Derived]:
    return derive_all(read(seed))


def test_history_finds_every_change_and_invents_none(seed_pages: dict[str, Derived], shared: Path):
    for diff in json.loads((shared / "gold/history.json").read_text())["diffs"]:
        revisions, _, changes, _ = seed_pages[diff["page"]]
        (made_by,) = (r.id for r in revisions if r.timestamp == diff["to"])
        made = [change for change in changes if change.revision == made_by]
        shown = [c for c in made if c.subject == "card" and not c.cosmetic]
        assert len(shown) == diff["card_changes"], diff["page"]
        for gold in diff["changes"]:
            found = [c for c in made if is_told(gold, c)]
            assert found, gold
            assert all(c.cosmetic == gold.get("cosmetic", False) for c in found)
        named = {gold.get("card") or gold["section"] for gold in diff["changes"]}
        assert {c.name for c in made} == named


def is_told(gold: GoldItem, change: Change) -> bool:
    old, new = gold["old"], gold["new"]
    if gold["level"] == "link":
        names = (gold["section"], "links")
        return (change.name, change.field) == names and new in change.new and old not in change.new
    if (change.name, change.field) != (gold["card"], gold["field"]):
        return False
    if gold["field"] == "errata":
        statuses = tuple("no" if line.endswith("No") else "yes" for line in (old, new))
        return (change.old["status"], change.new["status"]) == statuses
    return (change.op, change.old, change.new) == (gold["op"], old, new)


def test_the_newest_text_stays_current_when_the_newest_revision_has_none(
    seed_pages: dict[str, Derived],
):
    for page in ("Robots", "Aliens"):
        _, lineages, changes, gaps = seed_pages[page]
        assert changes == []
        assert [gap.before for gap in gaps] == [None]
        cards = [lineage for lineage in lineages if lineage.subject == "card"]
        assert len(cards) > 10
        assert all(v.until_revision is None for lineage in cards for v in lineage.versions)


# ---------------------------------------------------------------- the wiki after 41 events


@cache
def scenario(shared: Path, letter: str) -> dict[str, Derived]:
    """Pages by scenario of gold/events: A is one dump, C the two dumps of one wiki."""
    after = read(shared / "fixtures/events/full-history.xml.gz")
    if letter == "A":
        return derive_all(after)
    before = {r.revision_id: r for r in read(shared / "fixtures/pristine/full-history.xml")}
    kept = []
    for revision in after:
        earlier = before.pop(revision.revision_id, None)
        known = earlier if revision.text is None and earlier and earlier.text else revision
        kept.append(known)
    return derive_all([*before.values(), *kept])


def gold_events(shared: Path, letter: str) -> list[GoldItem]:
    events = json.loads((shared / "gold/events/events.json").read_text())
    return [event["expect"].get(letter, {}) for event in events]


SCENARIOS = pytest.mark.parametrize("letter", ["A", "C"])


@SCENARIOS
def test_order(shared: Path, letter: str):
    pages = scenario(shared, letter)
    for expected in gold_events(shared, letter):
        for order in expected.get("order", []):
            assert [r.id for r in time_order(pages[order["page"]][0])] == order["ids"]


@SCENARIOS
def test_changes(shared: Path, letter: str):
    pages = scenario(shared, letter)
    made = [c for _, _, changes, _ in pages.values() for c in changes]
    for expected in gold_events(shared, letter):
        between = [c for part in expected.get("changes_between", []) for c in part["changes"]]
        for gold in [*expected.get("changes", []), *between, *expected.get("cosmetic_changes", [])]:
            assert any(is_event(gold, change) for change in made), gold
        for source in expected.get("no_changes_from", []):
            assert [c for c in made if c.revision == source] == []
        for gold in expected.get("default_changes_from", []):
            shown = [
                c
                for c in made
                if c.revision == gold["source"] and not c.cosmetic and not c.reverted
            ]
            assert len(shown) == gold["n"]


def is_event(gold: GoldItem, change: Change) -> bool:
    ops = [gold["op"], *gold.get("op_accept", [])]
    subjects = [gold["subject"], *gold.get("subject_accept", [])]
    return (
        change.subject in subjects
        and change.op in ops
        and (change.name, change.field, change.revision)
        == (gold["name"], gold["field"], gold["source"])
        and change.reverted == gold.get("reverted", False)
        and all(
            gold[side] == (value["status"] if gold["field"] == "errata" else value)
            for side, value in (("old", change.old), ("new", change.new))
            if side in gold
        )
    )


@SCENARIOS
def test_changed_cards(shared: Path, letter: str):
    pages = scenario(shared, letter)
    made = [c for _, _, changes, _ in pages.values() for c in changes if c.subject == "card"]
    for expected in gold_events(shared, letter):
        for gold in expected.get("changed_cards", []):
            if "only_if" in gold:
                continue
            those = [c for c in made if c.revision == gold["source"]]
            if "cards" in gold:
                assert {c.name for c in those} == set(gold["cards"])
            for op in ("added", "removed"):
                count = sum(c.op == op and c.field is None for c in those)
                assert count == gold.get(op, count)


@SCENARIOS
def test_since(shared: Path, letter: str):
    pages = scenario(shared, letter)
    for expected in gold_events(shared, letter):
        for gold in expected.get("card_source", []):
            revisions, lineages, _, _ = pages[gold["page"]]
            (version,) = (
                lineage.versions[-1]
                for lineage in lineages
                if lineage.subject == "card" and lineage.versions[-1].record.name == gold["card"]
            )
            times = {r.id: r.timestamp for r in revisions}
            assert times[version.since.revision] == gold["since"]
            assert version.since.exact == gold.get("since_exact", version.since.exact)


@SCENARIOS
def test_as_of(shared: Path, letter: str):
    pages = scenario(shared, letter)
    for expected in gold_events(shared, letter):
        for gold in expected.get("as_of", []):
            revisions, lineages, _, _ = pages[gold["page"]]
            moment = gold["at"] if "T" in gold["at"] else gold["at"] + "T23:59:59Z"
            valid = [
                version.record
                for lineage in lineages
                for version in lineage.versions
                if lineage.subject == "card" and is_valid(version, revisions, moment)
            ]
            assert len(valid) == (gold["cards"] or 0)
            if "card" in gold:
                (card,) = (record for record in valid if record.name == gold["card"])
                assert isinstance(card, Card)
                assert card.erratum.status == gold["errata.status"]


def is_valid(version: Version, revisions: list[PageRevision], moment: str) -> bool:
    times = {r.id: r.timestamp for r in revisions}
    until = version.until_revision
    return times[version.from_revision] <= moment and (until is None or times[until] > moment)


# ---------------------------------------------------------------- cases


def case_pages(shared: Path, folder: Path, name: str) -> Derived:
    lines = (shared / "cases/cases.jsonl").read_text(encoding="utf-8").splitlines()
    (case,) = (c for c in map(json.loads, lines) if c["id"] == name)
    path = folder / f"{name}.xml"
    path.write_text(case["input"], encoding="utf-8")
    (page,) = derive_all(read(path)).values()
    return page


def test_x09_a_suppressed_text_changes_nothing(shared: Path, tmp_path: Path):
    revisions, lineages, changes, gaps = case_pages(shared, tmp_path, "x09")
    assert [r.text_state for r in revisions] == ["present", "hidden", "present"]
    assert changes == []
    assert [(gap.after, gap.before) for gap in gaps] == [(11, 13)]
    assert all(len(lineage.versions) == 1 for lineage in lineages)


def test_h01_a_removed_clarification_is_in_the_history_only(shared: Path, tmp_path: Path):
    _, lineages, changes, _ = case_pages(shared, tmp_path, "h01")
    (card,) = (lineage for lineage in lineages if lineage.subject == "card")
    newest = card.versions[-1].record
    assert isinstance(newest, Card)
    assert (newest.erratum.status, newest.erratum.kinds) == ("yes", ("functional",))
    assert newest.clarifications == ()
    assert [(c.field, c.op, c.revision) for c in changes] == [
        ("errata", "changed", 12),
        ("clarifications", "removed", 12),
    ]
    assert changes[1].old == "You may discard first."


def test_h02_the_newest_is_current_whatever_the_order_in_the_file(shared: Path, tmp_path: Path):
    _, lineages, changes, _ = case_pages(shared, tmp_path, "h02")
    (card,) = (lineage for lineage in lineages if lineage.subject == "card")
    records = [version.record for version in card.versions]
    assert [record.power for record in records if isinstance(record, Card)] == [3, 4, 5]
    assert [(c.field, c.old, c.new) for c in changes] == [("power", 3, 4), ("power", 4, 5)]


def test_h05_blanking_and_its_undo_are_one_pair(shared: Path, tmp_path: Path):
    _, lineages, changes, _ = case_pages(shared, tmp_path, "h05")
    assert [(c.op, c.revision, c.reverted) for c in changes] == [
        ("blanked", 12, True),
        ("restored", 13, True),
    ]
    (card,) = (lineage for lineage in lineages if lineage.subject == "card")
    assert [(v.from_revision, v.until_revision) for v in card.versions] == [(11, None)]
