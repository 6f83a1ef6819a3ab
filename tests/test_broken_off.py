"""Revisions that a broken-off build stored are no part of any answer before they are published."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ingest import build as building
from kb.changes import changes
from kb.db import FOREVER, connect
from kb.diff import diff
from kb.history import history
from kb.info import info
from kb.lint import lint
from kb.rulings import ruling
from tests.building import build_database
from tests.small_wiki import Save, card, faction, xml


def day(number: int) -> str:
    return f"2026-02-{number:02}T00:00:00Z"


def answers(path: Path) -> dict[str, Any]:
    """What every command that reads revisions says."""
    with closing(connect(str(path))) as conn:
        told = info(conn, str(path))
        return {
            "diff": diff(conn, "Otters", "first", "latest", FOREVER),
            "changes": changes(conn),
            "history": history(conn, "Reef Guard", FOREVER),
            "ruling": ruling(conn, str(path), "what does Reef Guard do?", FOREVER, 3),
            "as of": ruling(conn, str(path), "what does Reef Guard do?", day(3), 3),
            "lint": lint(conn, FOREVER),
            "counts": told["counts"],
            "newest": told["newest"],
            "gaps": told["gaps"],
        }


def test_what_a_broken_off_build_stored_is_in_no_answer(tmp_path, monkeypatch):
    saves = [Save(n, day(n), faction(card(power=n)), parent=n - 1, page="Otters") for n in (2, 3)]
    first = tmp_path / "first.xml"
    first.write_text(xml(saves), encoding="utf-8")
    path = build_database(tmp_path, first)
    before = json.dumps(answers(path), sort_keys=True)
    more = [Save(1, day(1), faction(card(power=1)), page="Otters")]
    more += [Save(n, day(n), faction(card(power=n)), parent=n - 1, page="Otters") for n in (4, 5)]
    more.append(Save(6, day(6), faction(card(power=6)), "Newts", 6))
    second = tmp_path / "second.xml"
    second.write_text(xml(more), encoding="utf-8")
    monkeypatch.setattr(building, "BATCH", 1)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(building, "_publish", killed)
        with pytest.raises(KeyboardInterrupt):
            build_database(tmp_path, second)
    assert json.loads(json.dumps(answers(path))) == json.loads(before)
    build_database(tmp_path, second)
    assert json.dumps(answers(path), sort_keys=True) != before
