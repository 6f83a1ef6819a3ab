"""Unknown names, empty questions, dates that are none, hostile words: one clear line for each.

Status 1 is a good question without an answer, 2 bad usage.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from kb.cli import smashup
from tests.acceptance.asking import (
    ask,
    assert_one_line,
    prints,
    run,
)
from tests.conftest import ROOT

BY_NAME = ("card", "faction", "term", "rule", "diff")


HOSTILE = {
    "nul": "a\0b",
    "controls": "\x01\x02\x7f\x9b31m",
    "colour": "\x1b[31mred\x1b[0m",
    "title": "\x1b]0;pwned\x07",
    "lines": "one\ntwo\r\nthree",
    "right to left": "\u202eevil",
    "half a character": "\udcff",
    "astral": "🦦" * 50,
    "marks": "o" + "\u0301" * 500,
    "long": "x" * 10_000,
    "long words": "otter " * 1_700,
    "long digits": "9" * 10_000,
    "sql": "'; drop table card; --",
    "like": "%_%",
    "glob": "*" * 300,
    "brackets": "(" * 3_000,
    "format": "%s%n{0}",
    "path": "../../etc/passwd",
    "quote": '"',
    "turkish": "İI",
}


def test_unknown_names(kb: Path) -> None:
    before = prints(kb)
    for command in BY_NAME:
        answer = ask(kb, command, "Zzyzx")
        assert_one_line(answer, 1, "Zzyzx")
    assert_one_line(ask(kb, "diff", "Tax Auditors", "424242"), 1, "424242")
    assert_one_line(ask(kb, "diff", "Main Page", "2024-01-01"), 1, "2025-02-03")
    answer = ask(kb, "card", "Setteee", "of", "doom")  # a name's words need no quotation marks
    assert (answer.status, answer.stdout) == (1, "")
    assert "did you mean: Settee" in answer.stderr
    assert prints(kb) == before


def test_empty_questions(kb: Path) -> None:
    for command in ("ruling", "search"):
        for words in ([], [""], ["  "], ["", " \t"]):
            assert_one_line(ask(kb, command, *words), 2, command)
            assert_one_line(ask(kb, command, *words, "--json"), 2, command)
    for command in BY_NAME:
        answer = ask(kb, command, "")
        assert answer.status in (1, 2)
        assert (answer.stdout, answer.stderr.count("\n")) == ("", 1)


NO_DATES = (
    *("", "nope", "now", "2026-13-01", "2026-02-30", "0000-01-01", "2026-W01-1", "01.02.2026"),
    *("2026-01-01T", "2026-01-01T25:00", "0001-01-01T00:00:00+14:00", "2026-01-01\x1b[31m"),
    *("٢٠٢٦-٠١-٠١", "20260101", "-1", "9" * 5000),
)


@pytest.mark.parametrize("date", NO_DATES, ids=lambda date: date[:30])
def test_a_date_that_is_none(date: str, kb: Path) -> None:
    for command in (("card", "Settee"), ("faction",), ("ruling", "what is a base?")):
        assert_one_line(ask(kb, *command, "--as-of", date), 2, "no date", "2026-05-05")
    if not date.isdecimal() or len(date) > 20:  # a short number is a revision's
        answer = ask(kb, "diff", "--", "Main Page", date or " ", "latest")
        assert_one_line(answer, 2, "2026-05-05")


def test_as_of_before_anything(kb: Path) -> None:
    """A good question, without an answer."""
    for date in ("2001-01-01", "0001-01-01", "0999-12-31T23:59:59Z", "2025-02-03T18:20:04Z"):
        for arguments in (("card", "Settee"), ("term", "Laugh"), ("diff", "Main Page")):
            assert_one_line(ask(kb, *arguments, "--as-of", date), 1)
        answer = ask(kb, "faction", "--as-of", date, "--json")
        assert (answer.status, answer.json["factions"]) == (1, [])
        answer = ask(kb, "ruling", "what is a base?", "--as-of", date, "--json")
        assert (answer.status, answer.json["passages"]) == (1, [])
    assert ask(kb, "card", "Chief Auditor", "--as-of", "2025-02-10T20:02:12Z").status == 0


WRONG_USAGE = (
    (),
    ("card",),
    ("zork",),
    ("--zork",),
    ("card", "Settee", "--zork"),
    ("diff",),
    ("diff", "Main Page", "first", "latest", "again"),
    ("diff", "Main Page", "latest", "first"),
    ("diff", "Main Page", "nope"),
    ("diff", "Main Page", "--format", "zork"),
    ("ruling", "what?", "--limit", "0"),
    ("ruling", "what?", "--limit", "many"),
    ("search", "what", "--kind", "zork"),
    ("search", "what", "--sort", "zork"),
    ("build", "--zork"),
    ("serve", "--port", "zork"),
)


@pytest.mark.parametrize("arguments", WRONG_USAGE, ids=" ".join)
def test_wrong_usage(arguments: tuple[str, ...], kb: Path) -> None:
    assert_one_line(ask(kb, *arguments), 2, "--help")


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_names(kind: str, kb: Path) -> None:
    """An answer or one line, with nothing in it that a terminal would obey; and JSON is JSON."""
    before = prints(kb)
    name = HOSTILE[kind]
    for command in (*BY_NAME, "ruling", "search"):
        told = CliRunner().invoke(
            smashup, ["--db", str(kb), command, "--", name], color=True, catch_exceptions=False
        )
        assert told.exit_code in (0, 1, 2), (command, told.output)
        obeyed = [c for c in told.stderr if c != "\n" and not c.isprintable()]
        assert obeyed == [], command
        assert len(told.stderr) < 1_000, command
        if command in BY_NAME:
            assert (told.exit_code, told.stdout) == (1, "")
            first, *suggestions = told.stderr.splitlines()
            assert first
            assert all(line.startswith("  did you mean: ") for line in suggestions)
        answer = ask(kb, command, "--json", "--", name)
        assert answer.status in (0, 1), (command, answer)
        assert json.loads(answer.stdout.encode("utf-8"))
    assert prints(kb) == before


def test_a_byte_that_is_no_character_on_the_command_line(kb: Path) -> None:
    """As a shell hands it over: outside of UTF-8."""
    if os.name == "nt":
        pytest.skip("arguments are text on Windows")
    done = subprocess.run(
        [sys.executable, "-m", "kb", "--db", str(kb), "card", b"Zz\xffyz\xfex", "--json"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, b"")
    assert json.loads(done.stdout)["cards"] == []


def test_a_terminal_without_the_wikis_characters(kb: Path) -> None:
    answer = run(
        "card", "Chief Auditor", db=kb, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    )
    assert (answer.status, answer.stderr) == (0, "")
    assert "Chief Auditor" in answer.stdout


def test_a_reader_that_stops_early(kb: Path) -> None:
    """`smashup … | head` is no error."""
    with subprocess.Popen(
        [sys.executable, "-m", "kb", "--db", str(kb), "faction", "--json"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        errors = process.stderr.read()
        assert (process.wait(), errors) == (0, b"")
