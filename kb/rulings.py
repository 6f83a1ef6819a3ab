"""`ruling`: a free question → the passages that settle it, with sources, or why none does."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from kb.finding.confidence import LOOKED_AT, SURE_NAME, judge
from kb.finding.finder import Finder, finder
from kb.finding.passages import Passage
from kb.finding.questions import Question, understand
from kb.finding.ranking import Scored, named_cards, rank
from kb.finding.recognition import Name
from kb.finding.stems import FUNCTION_WORDS, stems, words
from kb.index.reading import Index
from kb.named import first
from kb.sources import Object, since, source, source_of, text_notice

MOST_TERMS = 2  # glossary terms shown with an answer
TELLING = 2.2  # idf from which a word is no everyday word of the rules, as `minion` and `play` are


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
        "about": list(verdict.about),
        "cards": [_card(find.passages, name) for name in named_cards(asked, SURE_NAME)],
        "terms": _terms(find, asked, found),
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


def _card(index: Index, name: Name) -> Object:
    """A card that the question names, with its ability as it stands."""
    passages = map(index.passage, index.documents("subject", f"card:{name.id}"))
    text = "\n".join(passage.text for passage in passages if passage.kind == "ability")
    return {"id": name.id, "name": name.name, "deck": name.deck, "text": text}


def _terms(find: Finder, asked: Question, shown: Sequence[Scored]) -> list[Object]:
    """The glossary terms that the best passage uses and the question asks for, the rarest first;
    none that is shown anyway.
    """
    there = tuple(stems(shown[0].passage.text)) if shown else ()
    wanted = _wanted(asked)
    about = {scored.passage.subject for scored in shown}
    found: dict[int, float] = {}
    for place, word in enumerate(there):
        for key in find.lexicon.first.get(word, ()) if word in wanted else ():
            if there[place : place + len(key)] != key:
                continue
            rarest = max(find.passages.idf("text", part) for part in key)
            if rarest >= TELLING:
                terms = [name.id for name in find.lexicon.by_stems[key] if name.kind == "term"]
                found.update((n, rarest) for n in terms if f"term:{n}" not in about)
    rarest_first = sorted(found, key=lambda number: (-found[number], number))
    return [_term(find.passages, number) for number in rarest_first[:MOST_TERMS]]


def _term(index: Index, number: int) -> Object:
    passages = [index.passage(d) for d in index.documents("subject", f"term:{number}")]
    return {
        "id": number,
        "name": passages[0].heading,
        "definition": "\n".join(passage.text for passage in passages),
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
    wanted = _wanted(asked)
    found = [word for word in words(text) if word.stem in wanted]
    return _once(text[w.start : w.end] for w in found if w.folded not in FUNCTION_WORDS)


def _wanted(asked: Question) -> set[str]:
    """The stems of the words that a question says, and of the game's words for them."""
    said = {word for unit in asked.units for word in unit.words}
    return said | {word for unit in asked.units for phrase in unit.others for word in phrase}


def _once(printed: Iterable[str]) -> list[str]:
    seen: dict[str, str] = {}
    for word in printed:
        seen.setdefault(word.casefold(), word)
    return list(seen.values())
