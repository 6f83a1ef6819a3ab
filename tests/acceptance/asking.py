"""Ask the `smashup` command as a user does: in the test's process, or as a process of its own."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner

from kb.cli import smashup
from tests.conftest import ROOT

Object = dict[str, Any]  # a JSON object of the contract

SAMPLE = ROOT / "revisions" / "sample-wiki.xml"
ASKING = (  # what needs the index
    ("ruling", "may a carbon copy copy a carbon copy?"),
    ("search", "type:base"),
)
READING = (  # one of every command that reads
    ("card", "Settee"),
    ("faction",),
    ("term", "Laugh"),
    ("rule",),
    *ASKING,
    ("diff", "Main Page"),
    ("info",),
    ("serve",),
)


class Answer(NamedTuple):
    """What a command said and the status it ended with."""

    status: int
    stdout: str
    stderr: str

    @property
    def json(self) -> Object:
        """The one JSON object on stdout."""
        found = json.loads(self.stdout)
        assert isinstance(found, dict)
        return found


def ask(db: Path, *arguments: str, stdin: bytes | None = None) -> Answer:
    """Run a command in this process: quick. An error that the command does not handle is raised."""
    result = CliRunner().invoke(
        smashup, ["--db", str(db), *arguments], input=stdin, catch_exceptions=False
    )
    return Answer(result.exit_code, result.stdout, result.stderr)


def run(
    *arguments: str,
    db: Path | None = None,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
    stdin: bytes | None = None,
) -> Answer:
    """Run a command as a process of its own: what a user's shell really sees."""
    chosen = [] if db is None else ["--db", str(db)]
    done = subprocess.run(
        [sys.executable, "-m", "kb", *chosen, *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **(env or {})},
        input=stdin if stdin is not None else b"",
        capture_output=True,
        check=False,
    )
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


def assert_one_line(answer: Answer, status: int, *words: str) -> None:
    """Nothing on stdout, one line on stderr with these words in it."""
    assert answer.status == status, answer
    assert answer.stdout == ""
    assert answer.stderr.endswith("\n")
    assert answer.stderr.count("\n") == 1, answer.stderr
    assert answer.stderr.startswith("Error: ") or status == 1, answer.stderr
    assert len(answer.stderr) < 400
    for word in words:
        assert word in answer.stderr


def prints(path: Path) -> str:
    """A file's fingerprint: whether it is as it was."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def squeezed(value: Any) -> Any:
    """A value with the white space of its strings collapsed, as the gold data are compared."""
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, list):
        return [squeezed(item) for item in value]
    if isinstance(value, dict):
        return {key: squeezed(item) for key, item in value.items()}
    return value
