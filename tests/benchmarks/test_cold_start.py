"""How long an answer takes as a process, by the time that Python needs to load sqlite3."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.benchmark

LOAD_SQLITE = ("python", "-c", "import sqlite3")


def test_card(at_most, process, built: Path):
    card = process("smashup", "--db", str(built), "card", "Spectre")
    at_most(3.5, card, process(*LOAD_SQLITE))


def test_ruling(at_most, process, built: Path):
    question = "Can Spectre be played on a base where I have no minions?"
    ruling = process("smashup", "--db", str(built), "ruling", question)
    at_most(9, ruling, process(*LOAD_SQLITE))
