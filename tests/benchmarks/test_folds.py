"""The weights of the ranking, fitted without the questions that they are then asked.

`python tests/benchmarks/test_folds.py` fits them on all questions and prints them.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from math import exp
from pathlib import Path
from typing import NamedTuple

import pytest

from kb.db import FOREVER, connect
from kb.finding.finder import finder
from kb.finding.questions import understand
from kb.finding.ranking import WEIGHTS, weigh
from tests.kb.questions import OURS, Question, is_right, ours, read

pytestmark = pytest.mark.benchmark

FOLDS = 5
SEEDS = 3
FIRST, THREE = 0.80, 0.93  # what must be reached on the development questions

# Weights of a throw-away prototype, fitted to other questions: where a fit starts, and what it is
# pulled back to. Features that the prototype did not have start at nothing.
START = {
    "text": 1.0, "heading": 0.46, "context": 0.32, "name": 0.89, "mention": 0.23, "faction": 0.33,
    "headword": 0.17, "named clarification": 0.22, "named errata": 0.09, "unnamed term": 0.15,
    "unnamed rule": 0.17, "complexity": -0.8, "index": -0.5, "summary": -0.4, "lead": -0.29,
    "synergy": -0.22, "former": -0.19, "strategy": -0.13, "history former": 0.72,
    "history errata": 0.54, "history summary": 0.30,
}  # fmt: skip
PULL = 0.05  # times the square of the distance to START; a tenth for what is not in it
SHARPNESS = 8.0  # of the softmax over a question's candidates
CANDIDATES = 40  # that a fit looks at, best by START
STEPS, STEP = 60, 0.05

Weights = dict[str, float]


class Case(NamedTuple):
    """A question with its candidates: their features, and whether each is right."""

    group: str
    features: list[dict[str, float]]
    right: list[bool]


def cases(db: Path, groups: dict[str, list[Question]]) -> list[Case]:
    conn = connect(str(db))
    find = finder(conn, str(db), FOREVER)
    found = []
    for group, questions in groups.items():
        for question in questions:
            if question["answers"]:
                asked = understand(question["question"], find.lexicon, find.passages, find.synonyms)
                rows = list(weigh(asked, find.passages))
                told = [{f: v for f, v in facts.items() if v} for _, _, facts in rows]
                right = [is_right(p._asdict(), question["answers"]) for _, p, _ in rows]
                found.append(Case(group, told, right))
    conn.close()
    return found


def score(weights: Weights, features: dict[str, float]) -> float:
    return sum(weights[name] * value for name, value in features.items())


def places(weights: Weights, case: Case) -> list[int]:
    """The candidates' places in the case, best first."""
    scores = [score(weights, features) for features in case.features]
    return sorted(range(len(scores)), key=lambda place: -scores[place])


def fit(training: Sequence[Case]) -> Weights:
    """The weights under which a right passage is likeliest, by gradient steps (Adam)."""
    start = {name: START.get(name, 0.0) for name in WEIGHTS}
    near = [(case, places(start, case)[:CANDIDATES]) for case in training]
    near = [(case, chosen) for case, chosen in near if any(case.right[n] for n in chosen)]
    weights, slow, square = dict(start), dict.fromkeys(start, 0.0), dict.fromkeys(start, 0.0)
    for step in range(1, STEPS + 1):
        slope = {
            name: 2 * PULL * (1.0 if name in START else 0.1) * (weights[name] - start[name])
            for name in weights
        }
        for case, chosen in near:
            _descend(slope, weights, case, chosen, SHARPNESS / len(near))
        for name, value in slope.items():
            slow[name] = 0.9 * slow[name] + 0.1 * value
            square[name] = 0.99 * square[name] + 0.01 * value * value
            mean, spread = slow[name] / (1 - 0.9**step), square[name] / (1 - 0.99**step)
            weights[name] -= STEP * mean / (spread**0.5 + 1e-8)
    return weights


def _descend(slope: Weights, weights: Weights, case: Case, chosen: list[int], share: float) -> None:
    """Add one case's part to the slope: how much likelier its right passages should be."""
    scores = [SHARPNESS * score(weights, case.features[n]) for n in chosen]
    most = max(scores)
    likely = [exp(value - most) for value in scores]
    every = sum(likely)
    right = sum(one for n, one in zip(chosen, likely, strict=True) if case.right[n])
    for n, one in zip(chosen, likely, strict=True):
        change = one / every - (one / right if case.right[n] else 0.0)
        if abs(change) > 1e-4:
            for name, value in case.features[n].items():
                slope[name] += share * change * value


def held_out(known: list[Case], seed: int) -> list[tuple[str, bool, bool]]:
    """For each case its group, and whether the right passage is first, among the first three, with
    weights that were fitted to the other folds.
    """
    order = list(range(len(known)))
    random.Random(seed).shuffle(order)
    found = []
    for fold in range(FOLDS):
        asked = set(order[fold::FOLDS])
        weights = fit([case for n, case in enumerate(known) if n not in asked])
        for n in sorted(asked):
            best = places(weights, known[n])[:3]
            right = [known[n].right[place] for place in best]
            found.append((known[n].group, right[:1] == [True], any(right)))
    return found


def groups(shared: Path) -> dict[str, list[Question]]:
    dev = read(shared / "questions" / "dev.jsonl")
    return {"dev": dev, **{name: ours(name) for name in OURS}}


def test_five_folds(seed_db: Path, shared: Path, capsys: pytest.CaptureFixture[str]):
    known = cases(seed_db, groups(shared))
    told = [held_out(known, seed) for seed in range(SEEDS)]
    shares = {
        group: [_shares(found, group) for found in told]
        for group in dict.fromkeys(c.group for c in known)
    }
    with capsys.disabled():
        for group, by_seed in shares.items():
            print(
                f"\n{group:7}" + "  ".join(f"{first:.0%}/{three:.0%}" for first, three in by_seed),
                end="",
            )
        print()
    first, three = (sum(share[n] for share in shares["dev"]) / SEEDS for n in (0, 1))
    assert first >= FIRST
    assert three >= THREE


def _shares(found: list[tuple[str, bool, bool]], group: str) -> tuple[float, float]:
    """Of one group's cases: right first, right among the first three."""
    of_group = [case for case in found if case[0] == group]
    first = sum(case[1] for case in of_group) / len(of_group)
    return first, sum(case[2] for case in of_group) / len(of_group)


if __name__ == "__main__":
    database, data = map(Path, sys.argv[1:3])  # a database of the seed, the folder of the real data
    fitted = fit(cases(database, groups(data)))
    for feature, weight in fitted.items():
        print(f'    "{feature}": {weight:.2f},')
