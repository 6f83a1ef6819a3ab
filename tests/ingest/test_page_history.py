"""Pages read by two processes are the pages read by one."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ingest import build as builds
from ingest import page_history
from ingest.build import build
from ingest.page_history import Task, read_histories, read_histories_by_two
from tests.big_wiki import export

SAMPLE = Path(__file__).parents[2] / "revisions" / "sample-wiki.xml"
PAGE = """Otters are {n}.

== Cards ==
=== Minions ===
==== 1x Otter {n} ====
'''Power {n}''' - Draw a card.
"""


def tasks(pages: int, revisions: int = 3) -> list[Task]:
    return [
        (
            {"id": page, "title": f"Otters {page}", "namespace": 0},
            [
                {
                    "id": 100 * page + n,
                    "timestamp": f"2026-01-0{n + 1}T00:00:00Z",
                    "wiki_revision_id": None,
                    "wiki_parent_id": None,
                    "text_state": "present",
                    "text_id": 100 * page + n,
                    "model": "wikitext",
                    "comment": "",
                    "wikitext": PAGE.format(n=n),
                }
                for n in range(revisions)
            ],
        )
        for page in range(pages)
    ]


def unhurried(pages: list[Task]) -> Iterator[Task]:
    """Pages that come slowly at first, so that the second process is up before the last."""
    for number, task in enumerate(pages):
        if number == 1:
            time.sleep(3)
        yield task


@pytest.mark.parametrize("pages", [0, 1, 2, 7])
def test_two_processes_read_what_one_reads(pages: int):
    asked = tasks(pages)
    assert list(read_histories_by_two(unhurried(asked))) == list(read_histories(asked))
    assert not multiprocessing.active_children()


def test_the_second_process_reads(monkeypatch: pytest.MonkeyPatch):
    here: list[int] = []
    read_history = page_history.read_history

    def noted(page, rows, memo):
        here.append(page["id"])
        return read_history(page, rows, memo)

    monkeypatch.setattr(page_history, "read_history", noted)
    asked = tasks(8)
    read = [history.page["id"] for history in read_histories_by_two(unhurried(asked))]
    assert read == list(range(8))
    assert 0 < len(here) < 8


def test_a_second_process_that_dies_is_done_without():
    found = []
    for history in read_histories_by_two(unhurried(tasks(8))):
        found.append(history)
        if len(found) == 3:
            (second,) = multiprocessing.active_children()
            second.kill()
            second.join()
    assert found == list(read_histories(tasks(8)))


def test_without_a_second_process_one_reads_all(monkeypatch: pytest.MonkeyPatch):
    def no_more(*_: object) -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.util.spawnv_passfds", no_more)
    assert list(read_histories_by_two(tasks(3))) == list(read_histories(tasks(3)))


def test_the_command_starts_its_main_module_anew(tmp_path: Path):
    """As a file, which spawn runs again, unlike a module or a script of the installer's."""
    dump = tmp_path / "dump.xml"
    dump.write_text(export(pages=6, revisions=80), encoding="utf-8")
    root = Path(__file__).parents[2]
    command: list[str | Path] = [
        sys.executable,
        root / "kb" / "__main__.py",
        "--db",
        "db",
        "build",
        dump,
    ]
    env = os.environ | {"PYTHONPATH": str(root)}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_abandoned_reading_leaves_no_process():
    reading = read_histories_by_two(unhurried(tasks(8)))
    next(reading), next(reading)
    reading.close()
    assert not multiprocessing.active_children()


def test_the_second_process_ends_with_a_killed_first_one(tmp_path: Path):
    program = tmp_path / "first.py"
    program.write_text(
        textwrap.dedent("""
            import multiprocessing, sys, time
            sys.path[:0] = sys.argv[1:]
            from ingest.page_history import read_histories_by_two
            from tests.ingest.test_page_history import tasks, unhurried

            if __name__ == "__main__":
                for number, _ in enumerate(read_histories_by_two(unhurried(tasks(8)))):
                    if number == 2:
                        print(multiprocessing.active_children()[0].pid, flush=True)
                        time.sleep(60)
        """)
    )
    root = str(Path(__file__).parents[2])
    with subprocess.Popen(
        [sys.executable, str(program), root], stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout is not None
        second = int(first.stdout.readline())
        assert runs(second)
        first.kill()
    for _ in range(100):
        if not runs(second):
            return
        time.sleep(0.1)
    pytest.fail("the second process is still there")


def runs(process: int) -> bool:
    """Whether a process runs; one that ended but that nobody asked for its status does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_build_by_two_is_the_same_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    used = []

    def by_two(asked):
        used.append(True)
        return read_histories_by_two(unhurried(list(asked)))

    monkeypatch.setattr(builds, "WORTH_TWO", 1)
    monkeypatch.setattr(builds, "read_histories_by_two", by_two)
    for name, two in (("one.db", False), ("two.db", True)):
        build(tmp_path / name, [str(SAMPLE)], lambda *_: None, by_two=two)
    assert used == [True]
    assert content(tmp_path / "one.db") == content(tmp_path / "two.db")


def content(database: Path) -> list[str]:
    """All rows, but for when they were read."""
    with closing(sqlite3.connect(database)) as conn:
        conn.execute("update source set read_at = ''")
        conn.execute("delete from meta where key = 'built_at'")
        return list(conn.iterdump())
