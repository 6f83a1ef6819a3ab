"""Players' questions on the real wiki: how often the right passage comes first, or among three."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ingest.folding import fold
from kb.db import FOREVER
from kb.rulings import ruling
from tests.kb.small_wikis import Wiki

OWN = Path(__file__).resolve().parents[1] / "questions" / "own.jsonl"

Question = dict[str, Any]


def read(path: Path) -> list[Question]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def is_right(passage: dict[str, Any], answers: list[dict[str, str]]) -> bool:
    """By a distinctive part of the text; ours, which quote no text, by heading and kind."""
    text = fold(passage["text"])
    return any(
        fold(answer.get("must_contain") or answer.get("holds", "")) in text
        and all(
            passage[field] == answer[field]
            for field in (["page"] if "must_contain" in answer else ["page", "heading", "kind"])
        )
        for answer in answers
    )


class Tally:
    """Counts by kind of question, and a table of them."""

    def __init__(self) -> None:
        self.rows: dict[str, list[int]] = {}

    def add(self, kind: str, place: int | None) -> None:
        for name in (kind, "all"):
            row = self.rows.setdefault(name, [0, 0, 0])
            row[0] += 1
            row[1] += place == 1
            row[2] += place is not None and place <= 3

    def share(self, column: int) -> float:
        return self.rows["all"][column] / self.rows["all"][0]

    def __str__(self) -> str:
        lines = [f"{'':14}{'asked':>6}{'first':>7}{'three':>7}"]
        for name, (asked, first, three) in self.rows.items():
            lines.append(f"{name:14}{asked:6}{first / asked:7.0%}{three / asked:7.0%}")
        return "\n".join(lines)


def tally(wiki: Wiki, questions: list[Question]) -> Tally:
    table = Tally()
    for question in questions:
        if question["answers"]:
            answer = ruling(wiki.conn, wiki.database, question["question"], FOREVER)
            right = [p["rank"] for p in answer["passages"] if is_right(p, question["answers"])]
            table.add(question["tags"][0], min(right, default=None))
    return table


@pytest.fixture
def show(capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest) -> Callable[..., None]:
    def printed(text: object) -> None:
        with capsys.disabled():
            print(f"\n{request.node.name}\n{text}")

    return printed


def test_development_questions(seeded: Wiki, shared: Path, show: Callable[..., None]):
    table = tally(seeded, read(shared / "questions" / "dev.jsonl"))
    show(table)
    assert table.share(1) >= 0.84
    assert table.share(2) >= 0.94


def test_own_questions(seeded: Wiki, show: Callable[..., None]):
    table = tally(seeded, read(OWN))
    show(table)
    assert table.share(1) >= 0.80
    assert table.share(2) >= 0.88


def test_unanswerable_questions_are_not_settled(
    seeded: Wiki, shared: Path, show: Callable[..., None]
):
    questions = read(shared / "questions" / "dev.jsonl") + read(OWN)
    settled: dict[bool, list[bool]] = {True: [], False: []}
    for question in questions:
        answer = ruling(seeded.conn, seeded.database, question["question"], FOREVER)
        settled[bool(question["answers"])].append(answer["confident"])
    kept = sum(settled[True]) / len(settled[True])
    refused = 1 - sum(settled[False]) / len(settled[False])
    show(f"answerable settled {kept:.0%}, unanswerable not settled {refused:.0%}")
    assert kept >= 0.85
    assert refused >= 0.80


def test_own_questions_quote_no_sentence():
    """Facts only: a few words tell which passage is meant."""
    for question in read(OWN):
        for answer in question["answers"]:
            assert len(answer.get("holds", "").split()) <= 5
