"""Whether what does not settle a question is told from what does: also with the answer taken away.

`python tests/benchmarks/test_confidence.py` fits the weights to all questions and prints them.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from math import exp
from pathlib import Path
from typing import NamedTuple

import pytest

from kb.db import FOREVER, connect
from kb.finding.confidence import BIAS, WEIGHTS, evidence, judge
from kb.finding.finder import Finder, finder
from kb.finding.passages import passages
from kb.finding.prepared import prepare
from kb.finding.questions import understand
from kb.finding.ranking import rank
from kb.finding.recognition import Lexicon
from kb.index.writing import memory_index
from tests.kb.questions import OURS, Question, ours, read

pytestmark = pytest.mark.benchmark

KEPT, REFUSED = 0.90, 0.85  # of what is answerable here, of what is not
FOLDS = 5
KEEP = 0.925  # of the answerable questions that a fit is to keep: a little more than must be
STEPS, STEP, PULL = 400, 0.05, 0.003


class Case(NamedTuple):
    group: str
    id: str
    kind: str  # of question: its first tag
    state: str  # answerable, unanswerable, removed: answerable, but for the answers' pages
    confident: bool
    evidence: dict[str, float]


def cases(db: Path, groups: dict[str, list[Question]]) -> Iterator[Case]:
    conn = connect(str(db))
    whole = finder(conn, str(db), FOREVER)
    every = list(passages(conn))
    names = prepare(conn, FOREVER).names
    held: dict[frozenset[str], Finder] = {}

    def without(pages: frozenset[str]) -> Finder:
        """What would be found if no dump held these pages: the wiki still lists their factions."""
        if pages not in held:
            left = [n for n in names if n.page not in pages or n.kind in ("listed", "titan")]
            gone = [n for n in names if n.page in pages and n.kind == "faction"]
            left += [name._replace(kind="listed") for name in gone]
            index = memory_index(p for p in every if p.page not in pages)
            lexicon = Lexicon(left, whole.lexicon.ordinary)
            held[pages] = Finder(index, lexicon, whole.synonyms)
        return held[pages]

    for group, questions in groups.items():
        for question in questions:
            pages = frozenset(answer["page"] for answer in question["answers"])
            yield _case(group, question, "answerable" if pages else "unanswerable", whole)
            if pages:
                yield _case(group, question, "removed", without(pages))
    conn.close()


def _case(group: str, question: Question, state: str, find: Finder) -> Case:
    asked = understand(question["question"], find.lexicon, find.passages, find.synonyms)
    found = rank(asked, find.passages, 10)
    told = evidence(asked, found) if found else {}
    confident = judge(asked, found).confident
    return Case(group, question["id"], question["tags"][0], state, confident, told)


@pytest.fixture(scope="module")
def known(seed_db: Path, shared: Path) -> list[Case]:
    dev = read(shared / "questions" / "dev.jsonl")
    return list(cases(seed_db, {"dev": dev, **{name: ours(name) for name in OURS}}))


def shares(told: Iterable[tuple[Case, bool]]) -> tuple[float, float]:
    """Of what is answerable the share that is called settled, of the rest that which is not."""
    found: dict[bool, list[bool]] = {True: [], False: []}
    for case, confident in told:
        found[case.state == "answerable"].append(confident)
    return sum(found[True]) / len(found[True]), 1 - sum(found[False]) / len(found[False])


def test_own_questions(known: list[Case], capsys: pytest.CaptureFixture[str]):
    """40 unanswerable questions, and 60 answerable ones with and without their pages."""
    own = [(case, case.confident) for case in known if case.group == "own"]
    with capsys.disabled():
        print(f"\n{_table(known)}")
    kept, refused = shares(own)
    assert kept >= KEPT
    assert refused >= REFUSED


def test_five_folds(known: list[Case], capsys: pytest.CaptureFixture[str]):
    """The same with weights that were fitted to other questions."""
    told = list(held_out(known))
    with capsys.disabled():
        for group in ("dev", *OURS):
            kept, refused = shares((c, confident) for c, confident in told if c.group == group)
            print(
                f"\n{group:7} settled {kept:.0%}, without answer not settled {refused:.0%}", end=""
            )
        print()
    kept, refused = shares(told)
    assert kept >= 0.88
    assert refused >= 0.83


def _table(known: Iterable[Case]) -> str:
    """Settled, of all, by group and by kind of question."""
    rows: dict[tuple[str, str], list[int]] = {}
    for case in known:
        for name in (case.group, case.kind if case.kind != "unanswerable" else ""):
            row = rows.setdefault((name, case.state), [0, 0])
            row[0] += case.confident
            row[1] += 1
    states = ("answerable", "unanswerable", "removed")
    lines = [f"settled{'':7}" + "".join(f"{state:>14}" for state in states)]
    for name in dict.fromkeys(name for name, _ in rows if name):
        cells = [rows.get((name, state)) for state in states]
        shown = [f"{cell[0] / cell[1]:.0%} of {cell[1]}" if cell else "" for cell in cells]
        lines.append(f"{name:14}" + "".join(f"{cell:>14}" for cell in shown))
    return "\n".join(lines)


# ---------------------------------------------------------------- fitting


def total(weights: dict[str, float], told: dict[str, float]) -> float:
    return sum(weights[name] * value for name, value in told.items())


def fit(training: Sequence[Case]) -> tuple[dict[str, float], float]:
    """Weights and bias of a logistic model, by gradient steps (Adam), then the bias that keeps KEEP
    of the answerable questions. Either half of the cases weighs as much, whatever its number.
    """
    training = [case for case in training if case.evidence]
    spread = {
        name: max(1e-9, _deviation([case.evidence[name] for case in training])) for name in WEIGHTS
    }
    number = {state: sum(c.state == state for c in training) for state in _HALF}
    weights = dict.fromkeys([*WEIGHTS, ""], 0.0)  # "" is the bias
    slow, square = dict.fromkeys(weights, 0.0), dict.fromkeys(weights, 0.0)
    rows = [
        (
            {
                "": 1.0,
                **{name: value / spread[name] for name, value in c.evidence.items() if value},
            },
            c.state == "answerable",
            _HALF[c.state] / number[c.state],
        )
        for c in training
    ]
    for step in range(1, STEPS + 1):
        slope = {name: 2 * PULL * value if name else 0.0 for name, value in weights.items()}
        for told, right, share in rows:
            wrong = share * (1 / (1 + exp(-total(weights, told))) - right)
            for name, value in told.items():
                slope[name] += wrong * value
        for name, value in slope.items():
            slow[name] = 0.9 * slow[name] + 0.1 * value
            square[name] = 0.99 * square[name] + 0.01 * value * value
            mean, size = slow[name] / (1 - 0.9**step), square[name] / (1 - 0.99**step)
            weights[name] -= STEP * mean / (size**0.5 + 1e-8)
    found = {name: weights[name] / spread[name] for name in WEIGHTS}
    kept = sorted(total(found, case.evidence) for case in training if case.state == "answerable")
    return found, -kept[round((1 - KEEP) * len(kept))]


_HALF = {"answerable": 0.5, "unanswerable": 0.25, "removed": 0.25}


def _deviation(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return float((sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5)


def held_out(known: list[Case]) -> Iterator[tuple[Case, bool]]:
    """Each case with the judgement of a model that was fitted to the other folds' questions."""
    ids = sorted({case.id for case in known})
    random.Random(0).shuffle(ids)
    for fold in range(FOLDS):
        asked = set(ids[fold::FOLDS])
        weights, bias = fit([case for case in known if case.id not in asked])
        for case in known:
            if case.id in asked:
                told = case.evidence
                yield case, bool(told) and bias + total(weights, told) >= 0


def test_model_is_of_the_shipped_features(known: list[Case]):
    for case in known:
        assert set(case.evidence) in (set(), set(WEIGHTS))
        if case.evidence:
            assert case.confident == (BIAS + total(WEIGHTS, case.evidence) >= 0)


if __name__ == "__main__":
    database, data = map(Path, sys.argv[1:3])  # a database of the seed, the folder of the real data
    asked = {"dev": read(data / "questions" / "dev.jsonl"), **{name: ours(name) for name in OURS}}
    print(fit(list(cases(database, asked))))
