"""How many pages and revisions each fixture of a real MediaWiki holds: gold/events/counts.json.

What this project reads gives just these; what it does not read is refused in one line.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ingest.build import build
from tests.acceptance.asking import Object, ask, assert_one_line
from tests.acceptance.event_wiki import SOURCES

READ = ("MediaWiki XML", "feed contributions")
PACKED = (".7z", ".zst")  # ways of packing that are not read: the message says how to unpack


@pytest.fixture(scope="module")
def counts(shared: Path) -> dict[str, Object]:
    path = shared / "gold" / "events" / "counts.json"
    found: dict[str, Object] = json.loads(path.read_text("utf-8"))["files"]
    return {name: told for name, told in found.items() if "together" not in name}


def is_read(name: str, told: Object) -> bool:
    return told["format"] in READ and not name.endswith(PACKED)


def checked_elsewhere(name: str) -> bool:
    """Scenarios of test_gold_events.py, and what tests/test_formats.py compares as a whole."""
    scenario = name in {source for sources in SOURCES.values() for source in sources}
    whole = ("pristine/feedcontributions.", "pristine/full-history.xml")
    return scenario or (name.startswith(whole) and not name.endswith(".xz"))


def test_what_is_read_gives_just_these(counts, shared: Path, tmp_path: Path) -> None:
    wrong, seen = [], 0
    for number, (name, right) in enumerate(counts.items()):
        if not is_read(name, right) or checked_elsewhere(name):
            continue
        db = tmp_path / f"{number}.db"
        build(db, [str(shared / "fixtures" / name)], lambda conn, generation, pages: None)
        expected = {key: right[key] for key in ("pages", "revisions")}
        expected |= {key: right[f"text_{key}"] for key in ("present", "empty", "hidden")}
        expected |= {"missing": right["text_unproven"] + right["no_text_in_format"]}
        if name.endswith("import-odd.xml"):
            # Of one second without ids, texts tell revisions apart: one more than the gold counts.
            expected |= {"revisions": right["revisions"] + 1, "present": right["text_present"] + 1}
        if told(db) != expected:
            wrong.append((name, told(db), expected))
        seen += 1
    assert wrong == []
    assert seen >= 10


def told(db: Path) -> dict[str, int]:
    with closing(sqlite3.connect(db)) as conn:
        states = dict(conn.execute("select text_state, count(*) from revision group by 1"))
        pages, revisions = conn.execute(
            "select (select count(*) from page), (select count(*) from revision)"
        ).fetchone()
    held = {state: states.get(state, 0) for state in ("present", "empty", "hidden", "missing")}
    return {"pages": pages, "revisions": revisions, **held}


def test_what_is_not_read_is_refused_in_one_line(counts, shared: Path, tmp_path: Path) -> None:
    db = tmp_path / "smashup.db"
    refused = [name for name, right in counts.items() if not is_read(name, right)]
    assert len(refused) > 40
    for name in refused:
        answer = ask(db, "build", str(shared / "fixtures" / name))
        assert_one_line(answer, 3, Path(name).name)
        if name.endswith(PACKED):
            assert "unpack it" in answer.stderr
