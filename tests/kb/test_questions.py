"""Players' questions on the real wiki: how often the right passage comes first, or among three."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kb.db import FOREVER
from kb.rulings import ruling
from tests.kb.questions import OURS, Question, Tally, is_right, ours, read
from tests.kb.small_wikis import Wiki


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
    assert table.share(2) >= 0.96


@pytest.mark.parametrize(
    ("name", "first", "three"), [("own", 0.86, 0.95), ("forum", 0.75, 0.95), ("table", 0.80, 0.95)]
)
def test_own_questions(
    seeded: Wiki, show: Callable[..., None], name: str, first: float, three: float
):
    table = tally(seeded, ours(name))
    show(table)
    assert table.share(1) >= first
    assert table.share(2) >= three


def test_sample_questions(sample: Wiki, show: Callable[..., None]):
    """On a wiki of other cards and words, to which nothing was fitted."""
    table = tally(sample, read(Path(__file__).parents[1] / "sample_wiki" / "questions.jsonl"))
    show(table)
    assert table.share(1) >= 0.70
    assert table.share(2) >= 0.90


def test_unanswerable_questions_are_not_settled(
    seeded: Wiki, shared: Path, show: Callable[..., None]
):
    """With the answers' pages taken away as well: tests/benchmarks/test_confidence.py."""
    questions = read(shared / "questions" / "dev.jsonl") + [q for name in OURS for q in ours(name)]
    settled: dict[bool, list[bool]] = {True: [], False: []}
    for question in questions:
        answer = ruling(seeded.conn, seeded.database, question["question"], FOREVER)
        settled[bool(question["answers"])].append(answer["confident"])
    kept = sum(settled[True]) / len(settled[True])
    refused = 1 - sum(settled[False]) / len(settled[False])
    show(f"answerable settled {kept:.0%}, unanswerable not settled {refused:.0%}")
    assert kept >= 0.90
    assert refused >= 0.90


@pytest.mark.parametrize("name", OURS)
def test_our_questions_quote_no_sentence(name: str):
    """Facts only: a few words tell which passage is meant."""
    for question in ours(name):
        for answer in question["answers"]:
            assert len(answer.get("holds", "").split()) <= 5
