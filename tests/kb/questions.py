"""Players' questions with their answers, and counting how often the right passage is found."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ingest.folding import fold

FOLDER = Path(__file__).resolve().parents[1] / "questions"
OURS = ("own", "forum", "table")  # sets that quote no sentence of the wiki

Question = dict[str, Any]


def read(path: Path) -> list[Question]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def ours(name: str) -> list[Question]:
    """One of the project's own sets of questions on the real wiki's seed."""
    return read(FOLDER / f"{name}.jsonl")


def is_right(passage: Mapping[str, Any], answers: Iterable[Mapping[str, str]]) -> bool:
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
        """Count one question; `place` is that of the first right passage, from 1."""
        for name in (kind, "all"):
            row = self.rows.setdefault(name, [0, 0, 0])
            row[0] += 1
            row[1] += place == 1
            row[2] += place is not None and place <= 3

    def share(self, column: int) -> float:
        """Of all questions: 1 the right passage first, 2 among the first three."""
        return self.rows["all"][column] / self.rows["all"][0]

    def __str__(self) -> str:
        lines = [f"{'':14}{'asked':>6}{'first':>7}{'three':>7}"]
        for name in sorted(self.rows, key=lambda name: (name == "all", name)):
            asked, first, three = self.rows[name]
            lines.append(f"{name:14}{asked:6}{first / asked:7.0%}{three / asked:7.0%}")
        return "\n".join(lines)
