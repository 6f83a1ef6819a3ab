"""Ask the `smashup` command as a user does: in the test's process, or as a process of its own."""

from __future__ import annotations

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


def squeezed(value: Any) -> Any:
    """A value with the white space of its strings collapsed, as the gold data are compared."""
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, list):
        return [squeezed(item) for item in value]
    if isinstance(value, dict):
        return {key: squeezed(item) for key, item in value.items()}
    return value
