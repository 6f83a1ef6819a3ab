"""How long finding takes in a process that runs already: ratios, on the real wiki's seed."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from html import escape
from pathlib import Path

import pytest
from whoosh.index import open_dir
from whoosh.query import Or, Term
from whoosh.searching import Searcher

from kb import KnowledgeBase, open_kb
from kb.finding.stems import stems
from tests.building import build_database

pytestmark = pytest.mark.benchmark

OWN = Path(__file__).resolve().parents[1] / "questions" / "own.jsonl"
QUESTIONS = [json.loads(line)["question"] for line in OWN.read_text("utf-8").splitlines()]
QUERIES = [
    "draw a card",
    "type:minion power>3 destroy",
    '"until the end"',
    "buried",
    "-label:talent",
]
TIMES = 10  # the wiki that is so many times larger
NEWEST = """
    select page.title, text.wikitext, r.timestamp from page
    join revision r on r.page_id = page.id join text on text.id = r.text_id
    where page.namespace = 0 and r.sequence = (
      select max(sequence) from revision where page_id = page.id and text_state = 'present')
"""


@pytest.fixture(scope="module")
def kb(seed_db: Path) -> Iterator[KnowledgeBase]:
    with open_kb(seed_db) as opened:
        yield opened


def asks(ask: Callable[[str], object], questions: list[str]) -> Callable[[], object]:
    """Puts all questions when called; what is refused with one line is answered too."""

    def put() -> None:
        for question in questions:
            with suppress(ValueError):
                ask(question)

    put()
    return put


def test_ruling_against_a_bare_query(kb: KnowledgeBase, seed_db: Path, at_most):
    """Whoosh looks for the same words in the text alone, joined by OR."""
    index = open_dir(f"{seed_db}.index/{kb.info()['generation']}", "MAIN")
    with closing(index.reader()) as reader:
        searcher = Searcher(reader)

        def bare(question: str) -> object:
            words = [Term("text", word) for word in dict.fromkeys(stems(question))]
            return searcher.search(Or(words), limit=3)

        at_most(10, asks(kb.ruling, QUESTIONS), asks(bare, QUESTIONS), rounds=3)


def test_ten_times_larger_wiki(
    kb: KnowledgeBase, seed_db: Path, tmp_path_factory: pytest.TempPathFactory, at_most
):
    folder = tmp_path_factory.mktemp("larger")
    source = folder / "larger.xml"
    source.write_text(copies(seed_db), encoding="utf-8")
    with open_kb(build_database(folder, source)) as larger:
        assert larger.info()["counts"]["cards"] == TIMES * kb.info()["counts"]["cards"]
        at_most(3, asks(larger.ruling, QUESTIONS), asks(kb.ruling, QUESTIONS), rounds=5)


def copies(db: Path) -> str:
    """An export with the newest text of each page, and copies under other titles and card names."""
    with closing(sqlite3.connect(db)) as conn:
        pages = conn.execute(NEWEST).fetchall()
    made: list[str] = []
    for copy in range(TIMES):
        mark = f" {copy}" if copy else ""
        for title, wikitext, timestamp in pages:
            named = re.sub(
                r"^(=+ *\d+x [^=]+?)( *=+)", rf"\1{mark}\2", wikitext, flags=re.MULTILINE
            )
            made.append(
                f"<page><title>{escape(title + mark)}</title><ns>0</ns><id>{len(made) + 1}</id>"
                f"<revision><id>{len(made) + 1}</id><timestamp>{timestamp}</timestamp>"
                f'<text xml:space="preserve">{escape(named)}</text></revision></page>'
            )
    return (
        '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11">'
        f"<siteinfo><sitename>Larger</sitename></siteinfo>{''.join(made)}</mediawiki>"
    )


BAD = {
    "empty": "",
    "one letter": "x",
    "one long word": "x" * 10_000,
    "10,000 characters": " ".join(QUESTIONS * 2)[:10_000],
    "punctuation": "?!…—.,;:" * 50,
    "operators": "not or and - AND OR NOT",
    "SQL": "'; drop table card; -- select * from card where 1=1",
    "control characters": "\x00\x07\x1b[2J" * 30,
    "right to left": "\u202ewarbot\u202c مرحبا",
    "26 wildcards": "*" * 26,
    "26 prefixes": "a* " * 26,
    "3,000 parentheses": "(" * 3_000,
    "3,000 parentheses around a word": "(" * 3_000 + "a" + ")" * 3_000,
    "alternatives": "a or " * 2_000,
    "negations": "-a " * 200,
    "quotation marks": '"' * 999,
    "common words": "minion base power card play " * 400,
}


@pytest.mark.parametrize("bad", BAD)
def test_bad_input(bad: str, kb: KnowledgeBase, at_most):
    """Within the time of a normal question or query, give or take what 80 words take longer."""
    ruling = asks(kb.ruling, [BAD[bad]] * len(QUESTIONS))
    at_most(3, ruling, asks(kb.ruling, QUESTIONS), rounds=3)
    search = asks(kb.search, [BAD[bad]] * len(QUERIES))
    at_most(4, search, asks(kb.search, QUERIES), rounds=3)
