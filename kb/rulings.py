"""`ruling`: a free question → the passages that settle it, with sources, or why none does."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from kb.confidence import LOOKED_AT, judge
from kb.finder import finder
from kb.named import first
from kb.passages import Passage
from kb.questions import Question, understand
from kb.ranking import Scored, named_cards, rank
from kb.sources import Object, since, source, source_of, text_notice
from kb.stems import FUNCTION_WORDS, words

SURE_NAME = 0.5  # strength from which a card counts as named in the answer


def ruling(
    conn: sqlite3.Connection, database: str, question: str, as_of: str, limit: int = 3
) -> Object:
    """The contract's answer to a question, as of a moment, with at most `limit` passages.

    `database` is the path of the file that `conn` reads: its index lies beside it.
    Raises ValueError for a question without anything in it, IndexMissing without an index.
    """
    if not question.strip():
        raise ValueError('the question is empty; ask one, as: smashup ruling "what is a titan?"')
    find = finder(conn, database, as_of)
    asked = understand(question, find.lexicon, find.passages, find.synonyms)
    found = rank(asked, find.passages, max(limit, LOOKED_AT)) if asked.words else []
    verdict = judge(asked, found)
    found = found[:limit]
    pages = dict.fromkeys(scored.passage.page_id for scored in found)
    notices = [text_notice(conn, page, as_of) for page in pages]
    return {
        "question": question,
        "confident": verdict.confident,
        "reason": verdict.reason,
        "cards": [
            {"id": name.id, "name": name.name, "deck": name.deck}
            for name in named_cards(asked, SURE_NAME)
        ],
        "passages": [
            _passage(conn, asked, scored, number, as_of) for number, scored in enumerate(found, 1)
        ],
        "notices": [notice for notice in notices if notice],
    }


def _passage(
    conn: sqlite3.Connection, asked: Question, scored: Scored, number: int, as_of: str
) -> Object:
    passage = scored.passage
    return {
        "rank": number,
        "kind": passage.kind,
        "page": passage.page,
        "heading": passage.heading,
        "text": passage.text,
        "matched": matched(asked, passage.text),
        "outdated": passage.outdated,
        "score": round(scored.score, 3),
        "source": source_of_passage(conn, passage, as_of),
        "since": since(conn, passage.since_revision, passage.since_exact),
    }


def source_of_passage(conn: sqlite3.Connection, passage: Passage, as_of: str) -> Object:
    """The newest revision that holds a passage: for history the last one that did."""
    if passage.revision is None:
        return source_of(conn, passage.page_id, as_of, passage.section, passage.anchor)
    row = first(conn, "revision", id=passage.revision)
    assert row is not None  # a foreign key
    return source(row, passage.section, passage.anchor)


def matched(asked: Question, text: str) -> list[str]:
    """The words of a text, as printed, that answer to words of the question; each once."""
    wanted: set[str] = set()
    for unit in asked.units:
        wanted.update(unit.words)
        for phrase in unit.others:
            wanted.update(phrase)
    found = [word for word in words(text) if word.stem in wanted]
    return _once(text[w.start : w.end] for w in found if w.folded not in FUNCTION_WORDS)


def _once(printed: Iterable[str]) -> list[str]:
    seen: dict[str, str] = {}
    for word in printed:
        seen.setdefault(word.casefold(), word)
    return list(seen.values())
