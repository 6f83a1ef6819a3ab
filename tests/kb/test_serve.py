"""`serve`: what Datasette is told, and the name of the database."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from ingest.database import APPLICATION_ID
from kb.serve import serve_command

ROOT = Path(__file__).resolve().parents[2]


def option(command: list[str], name: str) -> list[str]:
    return [command[n + 1] for n, word in enumerate(command) if word == name]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "my cards.v2.db"
    conn = sqlite3.connect(path)
    conn.execute(f"pragma application_id = {APPLICATION_ID}")
    conn.execute("pragma journal_mode = wal")
    conn.execute("create table card(id integer primary key, name text)")
    conn.execute("insert into card values (1, 'A Card')")
    conn.commit()
    conn.close()
    return path


def get(database: Path, path: str, *options: str) -> subprocess.CompletedProcess:
    """One page of the site, as a process of its own answers it."""
    code = "import sys; from kb.serve import run; run(sys.argv[1], '127.0.0.1', 8001, sys.argv[2:])"
    return subprocess.run(
        [sys.executable, "-c", code, str(database), *options, "--get", path],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        cwd=database.parent,
    )


def test_command(database: Path):
    command = serve_command(str(database), "0.0.0.0", 8080, ["--cors"])
    assert command[:3] == ["datasette", "serve", str(database)]
    assert option(command, "--host") == ["0.0.0.0"]
    assert option(command, "--port") == ["8080"]
    assert command[-1] == "--cors"
    for name in ("--metadata", "--plugins-dir", "--template-dir"):
        assert Path(option(command, name)[0]).exists()
    mount, _, folder = option(command, "--static")[0].partition(":")
    assert (mount, Path(folder).is_dir()) == ("static", True)


def test_relative_paths_are_made_absolute(database: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(database.parent)
    assert serve_command(database.name, "127.0.0.1", 8001)[2] == str(database)


def test_where_wal_can_not_be_shared_it_is_immutable(database: Path):
    Path(f"{database}-wal").mkdir()  # as good as a folder that can't be written, even for root
    command = serve_command(str(database), "127.0.0.1", 8001)
    assert command[2:4] == ["--immutable", str(database)]


def test_it_is_called_smashup_whatever_the_file_is_called(database: Path):
    done = get(database, "/smashup/card.json?_shape=array")
    assert (done.returncode, done.stdout.strip()) == (0, '[{"id": 1, "name": "A Card"}]'), (
        done.stderr
    )
    assert get(database, "/my~20cards~2Ev2").returncode == 1


def test_another_file_of_that_name_makes_way(database: Path):
    other = database.parent / "smashup.db"
    conn = sqlite3.connect(other)
    conn.execute("create table other(id integer primary key)")
    conn.commit()
    conn.close()
    done = get(database, "/-/databases.json", str(other))
    assert done.returncode == 0, done.stderr
    assert [name in done.stdout for name in ('"smashup"', '"smashup_2"')] == [True, True]
    assert '"A Card"' in get(database, "/smashup/card.json?_shape=array", str(other)).stdout


def test_options_of_datasette_win(database: Path):
    done = get(database, "/-/settings.json", "--setting", "sql_time_limit_ms", "123")
    assert '"sql_time_limit_ms": 123' in done.stdout, done.stderr
    assert '"allow_download": false' in done.stdout


def test_bad_options_are_bad_usage(database: Path):
    done = get(database, "/", "--no-such-option")
    assert done.returncode == 2
    assert "--no-such-option" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_damaged_neighbour_is_no_reason_to_fail(database: Path):
    bad = database.parent / "notes.db"
    bad.write_text("no database at all", encoding="utf-8")
    from datasette.cli import serve

    command = serve_command(str(database), "127.0.0.1", 8001, [str(bad)])
    with serve.make_context("serve", command[2:]) as context:
        instance = serve.callback(**context.params, return_instance=True)
    assert list(instance.databases) == ["_internal", "my cards.v2", "notes"]
