"""Unusable databases and places: one clear line, status 3, and nobody's file is touched."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.acceptance.asking import (
    READING,
    SAMPLE,
    Answer,
    ask,
    assert_one_line,
    prints,
    run,
)
from tests.conftest import ROOT


def spoil(path: Path, how: str) -> None:
    if how in ("older", "newer", "of another program", "without tables"):
        with closing(sqlite3.connect(path)) as conn:
            if how == "older":
                conn.execute("pragma user_version = 0")
            elif how == "newer":
                conn.execute("pragma user_version = 9999")
            elif how == "of another program":
                conn.execute("pragma application_id = 7")
            else:
                conn.execute("drop table card_version")
            conn.commit()
        return
    path.unlink()
    if how == "foreign":
        with closing(sqlite3.connect(path)) as conn:
            conn.execute("create table otter (name text)")
            conn.execute("insert into otter values ('Nell')")
            conn.commit()
    elif how == "empty, of another program":
        with closing(sqlite3.connect(path)) as conn:
            conn.execute("pragma application_id = 7")
            conn.commit()
    elif how == "a folder":
        path.mkdir()
    elif how == "text":
        path.write_text("no database\n" * 500)
    else:
        raise AssertionError(how)


WORDS = {
    "older": "older",
    "newer": "newer",
    "of another program": "not a smashup-kb database",
    "foreign": "not a smashup-kb database",
    "empty, of another program": "not a smashup-kb database",
    "text": "not a database",
    "a folder": "smashup.db",
    "without tables": "smashup.db",
}


@pytest.mark.parametrize("how", WORDS)
def test_an_unusable_database(how: str, kb: Path) -> None:
    """Every command says so in one line; a file of someone else stays as it was, to the byte."""
    spoil(kb, how)
    before = None if kb.is_dir() else prints(kb)
    commands = [
        arguments for arguments in READING if how != "without tables" or arguments[0] == "card"
    ]
    if how != "without tables":
        commands.append(("build", str(SAMPLE)))
    for arguments in commands:
        answer = ask(kb, *arguments)
        assert_one_line(answer, 3, "smashup.db", WORDS[how])
        assert before is None or prints(kb) == before


def test_no_database_at_all(tmp_path: Path) -> None:
    for arguments in READING:
        answer = ask(tmp_path / "none.db", *arguments)
        assert_one_line(answer, 3, "none.db", "smashup build")
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_page(kb: Path) -> None:
    """Bytes overwritten in the middle: no traceback, whatever is asked."""
    data = bytearray(kb.read_bytes())
    data[8192:] = b"\xff" * (len(data) - 8192)
    kb.write_bytes(data)
    for arguments in (*READING[:-1], ("build", str(SAMPLE))):
        answer = ask(kb, *arguments)
        assert_one_line(answer, 3, "smashup.db")


def test_a_database_cut_short(kb: Path) -> None:
    kb.write_bytes(kb.read_bytes()[:20_000])
    for arguments in (*READING, ("build", str(SAMPLE))):
        assert_one_line(ask(kb, *arguments), 3, "smashup.db")


def test_a_path_below_a_file(tmp_path: Path) -> None:
    """A folder that can't be made, for root neither."""
    (tmp_path / "file").write_text("x")
    db = tmp_path / "file" / "smashup.db"
    assert_one_line(ask(db, "build", str(SAMPLE)), 3, "file")
    assert_one_line(ask(db, "card", "Settee"), 3, "smashup build")
    assert (tmp_path / "file").read_text() == "x"


def test_a_place_where_nothing_can_be_written(kb: Path) -> None:
    """There one can read, and leaves nothing behind; a build says in one line that it can't."""
    read_only = read_only_call(kb.parent)
    before = {path.name: path.stat().st_size for path in kb.parent.iterdir()}
    for arguments in (("card", "Settee"), ("info",), ("ruling", "what is a base?"), ("faction",)):
        answer = read_only(kb, *arguments)
        assert answer.status in (0, 1), answer
        assert answer.stdout
    assert_one_line(read_only(kb, "build", str(SAMPLE)), 3, "smashup.db")
    assert_one_line(read_only(kb.with_name("new.db"), "build", str(SAMPLE)), 3, "new.db")
    assert {path.name: path.stat().st_size for path in kb.parent.iterdir()} == before


def read_only_call(folder: Path) -> Callable[..., Answer]:
    """Function that runs a command while `folder` can't be written: by its mode, or for root, who
    may write everywhere, by a read-only mount of its own. Skips where neither works.
    """
    if os.geteuid() != 0:

        def as_user(db: Path, *arguments: str) -> Answer:
            folder.chmod(0o555)
            try:
                return run(*arguments, db=db)
            finally:
                folder.chmod(0o755)

        return as_user
    mount = f'mount --bind "{folder}" "{folder}" && mount -o remount,ro,bind "{folder}"'
    prefix = ["unshare", "--mount", "sh", "-c", f'{mount} && exec "$@"', "sh"]
    try:
        subprocess.run([*prefix, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("root writes everywhere, and no read-only mount can be made here")

    def as_root(db: Path, *arguments: str) -> Answer:
        done = subprocess.run(
            [*prefix, sys.executable, "-m", "kb", "--db", str(db), *arguments],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        return Answer(done.returncode, done.stdout, done.stderr)

    return as_root
