"""The wiki after 41 odd events, as an export (scenario A) and as one user's feed (scenario B)."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest

from ingest.records import Revision

SOURCES = {"A": "full-history.xml.gz", "B": "feedcontributions-Krecord21.atom"}
STATES = {"unproven": "missing"}


def base36(data: bytes) -> int:
    return int(hashlib.sha1(data).hexdigest(), 16)


def expectations(shared: Path, scenario: str) -> list[dict]:
    path = shared / "gold" / "events" / "events.json"
    events = json.loads(path.read_text(encoding="utf-8"))
    return [event["expect"][scenario] for event in events if event["expect"].get(scenario)]


def check(revision: Revision, expected: dict) -> None:
    assert revision.title == expected["page"]
    assert revision.timestamp == expected["timestamp"]
    assert revision.text_state == STATES.get(expected["text"], expected["text"])
    if "sha1" in expected and revision.text is not None:
        data = revision.text.encode()
        assert (len(revision.text), len(data)) == (expected["chars"], expected["bytes"])
        assert base36(data) == int(expected["sha1"], 36)
    simple = {
        "user": revision.contributor,
        "user_hidden": revision.contributor_hidden,
        "parent": revision.parent_id,
        "minor": revision.minor,
        "model": revision.model,
        "declared_bytes": revision.size,
        "declared_sha1": revision.sha1,
    }
    for key, value in simple.items():
        if key in expected:
            assert value == expected[key], (key, expected)
    if expected.get("comment_hidden") is not None:
        assert revision.comment_hidden == expected["comment_hidden"]
    if "comment" in expected:
        wanted = expected["comment"]
        if wanted is not None and wanted.endswith("..."):  # the gold shortens a long one
            assert (revision.comment or "").startswith(wanted.removesuffix("..."))
        else:
            assert revision.comment == wanted


@pytest.mark.parametrize(("scenario", "least"), [("A", 60), ("B", 20)])
def test_revisions(read, shared: Path, scenario: str, least: int) -> None:
    result = read(shared / "fixtures" / "events" / SOURCES[scenario])
    held = {revision.revision_id: revision for revision in result.revisions}
    assert len(held) == len(result.revisions)
    checked = set()
    for expected in expectations(shared, scenario):
        for revision in expected.get("revisions", []):
            check(held[revision["id"]], revision)
            checked.add(revision["id"])
        assert not held.keys() & set(expected.get("revisions_absent", []))
    assert len(checked) >= least


@pytest.mark.parametrize("scenario", SOURCES)
def test_totals_and_pages(read, shared: Path, scenario: str) -> None:
    result = read(shared / "fixtures" / "events" / SOURCES[scenario])
    by_title = {(r.namespace, r.title): r.page_id for r in result.revisions}
    states = Counter(revision.text_state for revision in result.revisions)
    for expected in expectations(shared, scenario):
        if totals := expected.get("totals"):
            assert len(result.revisions) == totals["revisions"]
            assert states["present"] == totals["present"]
            assert states["empty"] == totals["empty"]
            assert states["hidden"] == totals["hidden"]
            assert states["missing"] == totals["unproven"]
            assert len(by_title) == totals["pages"]
        for page in expected.get("pages_exist", []):
            assert by_title[page["ns"], page["title"]] == page.get("id"), page
        for page in expected.get("pages_absent", []):
            title = page if isinstance(page, str) else page["title"]
            assert title not in {title for _, title in by_title}


def test_both_feeds_of_one_user_tell_the_same(read, shared: Path) -> None:
    events = shared / "fixtures" / "events"
    assert (
        read(events / "feedcontributions-Admin.atom").revisions
        == read(events / "feedcontributions-Admin.rss").revisions
    )


def test_feed_texts_are_the_exports_texts(read, shared: Path) -> None:
    """Every text of the feeds (entities, odd white space and scripts among them) is exact; but
    MediaWiki's feeds turn a carriage return and newline into a newline.
    """
    events = shared / "fixtures" / "events"
    export = {r.revision_id: r for r in read(events / "full-history.xml.gz").revisions}
    compared = 0
    for name in ("Admin.atom", "Krecord21.atom", "Krecord21-as-sysop.atom.gz"):
        for revision in read(events / f"feedcontributions-{name}").revisions:
            told = export.get(revision.revision_id)
            if told is None:
                continue
            if revision.text is not None and told.text is not None:
                assert revision.text == told.text.replace("\r\n", "\n")
                compared += 1
            assert (revision.timestamp, revision.namespace, revision.title) == (
                told.timestamp,
                told.namespace,
                told.title,
            )
            assert revision.model == told.model
    assert compared > 80


def test_files_in_an_export_change_nothing(read, shared: Path) -> None:
    events = shared / "fixtures" / "events"
    with_files = read(events / "full-history-with-files.xml.gz")
    assert with_files.revisions == read(events / "full-history.xml.gz").revisions


def test_a_withheld_author_in_a_sysops_feed(read, shared: Path) -> None:
    feed = read(shared / "fixtures" / "events" / "feedcontributions-Krecord21-as-sysop.atom.gz")
    hidden = [r.revision_id for r in feed.revisions if r.contributor_hidden]
    assert sorted(hidden) == [23, 40, 51]


def test_an_import_without_ids(read, shared: Path) -> None:
    result = read(shared / "fixtures" / "events" / "import-odd.xml")
    seconds = [int(r.timestamp[-3:-1]) for r in result.revisions]
    assert seconds == [5, 5, 5, 5, 6, 7, 8, 0]
    assert {(r.revision_id, r.page_id, r.parent_id) for r in result.revisions} == {(None,) * 3}
    assert result.revisions[4].contributor == "192.0.2.7"
    assert result.revisions[5].text == "\n\n  lead and trail  \n\n"
    assert result.revisions[6].text is not None
    assert result.revisions[6].text.endswith("\r\ncrlf")
    assert result.site is None
