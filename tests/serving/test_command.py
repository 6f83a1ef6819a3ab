"""`serve`: what Datasette is told, the name of the database, who counts as being at home."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from kb.serving.command import datasette_options, site
from kb.serving.options import Options, UnsafeOption, given, public_url
from tests.datasette_.odd_wiki import make_database

ROOT = Path(__file__).resolve().parents[2]
HOME = Options("127.0.0.1")


def option(command: list[str], name: str) -> list[str]:
    return [command[n + 1] for n, word in enumerate(command) if word == name]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "my cards.v2.db"
    make_database(path)
    return path


def serve(database: Path, *options: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "kb", "--db", str(database), "serve", *options],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        cwd=database.parent,
        timeout=120,
    )


def get(database: Path, path: str, *options: str) -> subprocess.CompletedProcess:
    """One page of the site, as a process of its own answers it."""
    return serve(database, "--", *options, "--get", path)


def test_options(database: Path):
    told = datasette_options(str(database), Options("0.0.0.0"), 8080, ["--cors"])
    assert told[0] == str(database)
    assert option(told, "--host") == ["0.0.0.0"]
    assert option(told, "--port") == ["8080"]
    assert told[-1] == "--cors"
    for name in ("--plugins-dir", "--template-dir"):
        assert Path(option(told, name)[0]).is_dir()
    mount, _, folder = option(told, "--static")[0].partition(":")
    assert (mount, Path(folder).is_dir()) == ("static", True)


def test_relative_paths_are_made_absolute(database: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(database.parent)
    assert datasette_options(database.name, HOME)[0] == str(database)


def test_it_is_called_smashup_whatever_the_file_is_called(database: Path):
    done = get(database, "/smashup/contributor.json?_shape=array")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == '[{"id": 1, "name": "Doctor <i>Lint</i>"}]'
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
    found = get(database, "/smashup/contributor.json?_shape=array", str(other))
    assert "Doctor" in found.stdout


def test_options_of_datasette_win(database: Path):
    done = get(database, "/-/settings.json", "--setting", "sql_time_limit_ms", "123")
    assert '"sql_time_limit_ms": 123' in done.stdout, done.stderr
    assert '"allow_download": false' in done.stdout


def test_metadata_of_a_user_come_on_top(database: Path):
    own = database.parent / "own.yaml"
    own.write_text("title: Our table\n", encoding="utf-8")
    home = get(database, "/", "--metadata", str(own))
    assert "<title>Our table" in home.stdout
    assert "Glossary terms" in get(database, "/smashup", "--metadata", str(own)).stdout


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--", "--no-such-option"], "--no-such-option"),
        (["--", "--reload"], "--reload"),
        (["--", "--plugins-dir", "."], "--plugins-dir"),
        (["--", "--setting", "base_url", "/x/"], "--public-url"),
        (["--public-url", "https://a.example/x/", "--", "--setting", "base_url", "/"], "base_url"),
        (["--", "another.db"], "one knowledge base"),
        (["--public-url", "rules.example"], "https://rules.example/"),
        (["--public-url", "https://a.example/x/", "--public-url", "https://b.example/"], "path"),
    ],
)
def test_bad_options_are_bad_usage(database: Path, options: list[str], told: str):
    make_database(database.parent / "another.db")
    done = serve(database, *options)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_damaged_neighbour_is_no_reason_to_fail(database: Path):
    bad = database.parent / "notes.db"
    bad.write_text("no database at all", encoding="utf-8")
    datasette, _ = site(str(database), HOME, extra=[str(bad)])
    assert list(datasette.databases) == ["_internal", "my cards.v2", "notes"]


@pytest.mark.parametrize(
    ("options", "extra", "private"),
    [
        (Options("127.0.0.1"), [], True),
        (Options("localhost"), [], True),
        (Options("::1"), [], True),
        (Options("0.0.0.0"), [], False),
        (Options("192.168.1.5"), [], False),
        (Options(""), [], False),
        (Options("127.0.0.1", public_urls=(public_url("https://rules.example"),)), [], False),
        # What Datasette is told at last counts, not what we meant to tell.
        (Options("127.0.0.1"), ["--host", "0.0.0.0"], False),
        (Options("127.0.0.1"), ["--uds", "/tmp/smashup.sock"], False),
    ],
)
def test_who_is_at_home(database: Path, options: Options, extra: list[str], private: bool):
    datasette, _ = site(str(database), options, extra=extra)
    assert given(datasette).private is private


def test_plugins_can_not_be_exchanged(database: Path):
    with pytest.raises(UnsafeOption, match="--plugins-dir"):
        site(str(database), HOME, extra=[f"--plugins-dir={database.parent}"])


@pytest.mark.parametrize(
    ("address", "origin", "path"),
    [
        ("https://rules.example", "https://rules.example", "/"),
        ("HTTPS://Rules.example:443/", "https://rules.example", "/"),
        ("http://rules.example:8080/smash-up", "http://rules.example:8080", "/smash-up/"),
        ("http://[2001:db8::1]:80/", "http://[2001:db8::1]", "/"),
    ],
)
def test_public_addresses(address: str, origin: str, path: str):
    url = public_url(address)
    assert (url.origin, url.path) == (origin, path)
    assert url.origin.endswith(url.host)


@pytest.mark.parametrize(
    "address", ["rules.example", "ftp://x/", "https://", "https://a b/", "https://u@h/", "x", ""]
)
def test_bad_public_addresses(address: str):
    with pytest.raises(ValueError, match="no address of a site"):
        public_url(address)
