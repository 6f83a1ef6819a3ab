"""Killed at any moment of a build, the former state answers and the next build completes."""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from kb.cards import look_up
from kb.db import FOREVER, connect, generation
from kb.rulings import ruling
from tests.big_wiki import export
from tests.building import ROOT, build_database

MOMENTS = 20
MOST_TRIES = 100  # a machine that was busy while the build was timed is quicker afterwards
QUESTION = "what does Otter 3 do?"


@pytest.fixture(scope="module")
def dumps(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """An invented wiki of thirty factions, and the same a few edits later."""
    folder = tmp_path_factory.mktemp("dumps")
    paths = folder / "older.xml", folder / "newer.xml"
    for revisions, path in zip((2, 4), paths, strict=True):
        path.write_text(export(pages=30, revisions=revisions), encoding="utf-8")
    return paths


def test_killed_at_twenty_random_moments(dumps, tmp_path):
    older, newer = dumps
    whole = build_database(tmp_path, older, name="whole.db")
    finished = copied(whole, tmp_path / "finished.db")
    started = time.monotonic()
    assert building(finished, newer).wait() == 0
    span = time.monotonic() - started
    before, after = state(whole), state(finished)
    assert before != after
    rng = random.Random(20261130)
    killed = 0
    for moment in range(MOST_TRIES):
        if killed == MOMENTS:
            break
        db = copied(whole, tmp_path / f"{moment}.db")
        process = building(db, newer)
        time.sleep(rng.uniform(0, span))
        process.kill()
        killed += process.wait() < 0
        assert state(db) in (before, after), "neither the former state nor the new one answers"
        build_database(tmp_path, newer, name=db.name)
        assert state(db) == after
        with closing(sqlite3.connect(db)) as conn:
            assert conn.execute("pragma integrity_check").fetchall() == [("ok",)]
            assert conn.execute("pragma foreign_key_check").fetchall() == []
        assert not list(Path(f"{db}.index").glob("*.making")), "a half-made index was left behind"
    assert killed == MOMENTS, "the builds were over before they could be killed"


def building(db: Path, dump: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "kb", "--db", str(db), "build", str(dump)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def state(db: Path) -> list[object]:
    """What a reader is told: a card, a ruling with its sources, and of which generation."""
    with closing(connect(str(db))) as conn:
        card = look_up(conn, "Otter 3", FOREVER)
        return [generation(conn), card, ruling(conn, str(db), QUESTION, FOREVER, 3)]


def copied(source: Path, target: Path) -> Path:
    with closing(sqlite3.connect(source)) as conn, closing(sqlite3.connect(target)) as copy:
        conn.backup(copy)
    shutil.copytree(f"{source}.index", f"{target}.index")
    return target
