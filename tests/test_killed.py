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

from tests.conftest import ROOT

MOMENTS = 20


def smashup(db: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kb", "--db", str(db), *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def older_and_newer(folder: Path) -> tuple[Path, Path]:
    """Two states of one invented wiki: thirty factions, then each with a card more powerful."""
    from tests.big_wiki import export

    paths = folder / "older.xml", folder / "newer.xml"
    for revisions, path in zip((2, 4), paths, strict=True):
        path.write_text(export(pages=30, revisions=revisions), encoding="utf-8")
    return paths


def test_killed_at_twenty_random_moments(tmp_path):
    older, newer = older_and_newer(tmp_path)
    whole = tmp_path / "whole.db"
    assert smashup(whole, "build", str(older)).returncode == 0
    started = time.monotonic()
    finished = tmp_path / "finished.db"
    _copy(whole, finished)
    assert smashup(finished, "build", str(newer)).returncode == 0
    span = time.monotonic() - started
    before, after = smashup(whole, "card", "Otter 3", "--json"), None
    rng = random.Random(20261130)
    killed = 0
    for moment in range(MOMENTS):
        db = tmp_path / f"{moment}.db"
        _copy(whole, db)
        process = subprocess.Popen(
            [sys.executable, "-m", "kb", "--db", str(db), "build", str(newer)],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(rng.uniform(0, span))
        process.kill()
        killed += process.wait() < 0
        answer = smashup(db, "card", "Otter 3", "--json")
        assert answer.returncode == 0, answer.stderr
        ruling = smashup(db, "ruling", "what does Otter 3 do?", "--json")
        assert ruling.returncode in (0, 1), ruling.stderr
        again = smashup(db, "build", str(newer))
        assert again.returncode == 0, again.stderr
        after = after or smashup(finished, "card", "Otter 3", "--json").stdout
        assert answer.stdout in (before.stdout, after), "neither the former state nor the new one"
        assert smashup(db, "card", "Otter 3", "--json").stdout == after
        with closing(sqlite3.connect(db)) as conn:
            assert conn.execute("pragma integrity_check").fetchall() == [("ok",)]
            assert conn.execute("pragma foreign_key_check").fetchall() == []
        folders = {path.name for path in Path(f"{db}.index").iterdir()}
        assert "2" in folders
        assert folders <= {"1", "2"}, "a half-made index was left behind"
    assert killed >= MOMENTS // 2, "the builds were over before they could be killed"


def _copy(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as conn, closing(sqlite3.connect(target)) as copy:
        conn.backup(copy)
    shutil.copytree(f"{source}.index", f"{target}.index")
