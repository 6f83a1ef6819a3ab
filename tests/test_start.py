"""The command as a process: what it loads before it is needed, and that it closes what it opens."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HEAVY = {
    *("whoosh", "mwparserfromhell", "sqlite_utils", "datasette", "rich", "rapidfuzz", "httpx"),
    *("importlib.metadata", "importlib.resources", "dataclasses", "asyncio", "xml.etree"),
    *("urllib.request", "difflib", "subprocess", "tempfile", "logging"),
}


def run(*arguments: str, options: tuple[str, ...] = (), db: Path) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, *options, "-m", "kb", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env=os.environ | {"SMASHUP_DB": str(db), "PYTHONUTF8": "1"},
    )


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Database of the sample wiki."""
    path = tmp_path_factory.mktemp("start") / "smashup.db"
    assert run("build", "revisions", db=path).returncode == 0
    return path


def loaded(importtime: str) -> set[str]:
    """Modules in the output of `python -X importtime`."""
    rows = [line.split("|") for line in importtime.splitlines() if line.startswith("import time:")]
    return {row[-1].strip() for row in rows if len(row) == 3}


def test_importing_the_command_loads_nothing_heavy():
    code = "import kb.cli"
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", code], capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    modules = loaded(done.stderr)
    assert "kb.cli" in modules
    assert modules & HEAVY == set()


def test_card_loads_nothing_heavy(db: Path):
    done = run("card", "Chief Auditor", options=("-X", "importtime"), db=db)
    assert done.returncode == 0, done.stderr
    modules = loaded(done.stderr)
    assert "sqlite3" in modules
    assert modules & HEAVY == set()


READING = ["card Prompter", "faction", "term", "rule", "info", "diff Understudies", "search badger"]


@pytest.mark.parametrize("command", ["build revisions", *READING])
def test_commands_close_what_they_open(command: str, db: Path):
    """Python >= 3.13 warns of a database connection that nobody closed."""
    done = run(*command.split(), options=("-W", "always::ResourceWarning"), db=db)
    assert done.returncode == 0, done.stderr
    assert "ResourceWarning" not in done.stderr
