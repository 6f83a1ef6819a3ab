"""`search`: names first, else texts by their words; SQL for filters, Whoosh for words."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ingest.folding import name_key
from kb.filters import NUMBERS, And, Filter, Node, Not, Or, Phrase, Word, parse
from kb.finding.finder import finder
from kb.finding.passages import Passage
from kb.finding.stems import stems, words
from kb.index.reading import Index
from kb.named import query as run
from kb.names import Named, resolve
from kb.sources import Object, source_of, text_notice

KINDS: tuple[Named, ...] = ("card", "faction", "term", "rule")
SNIPPET = 160  # characters
HEADING = 2.0  # a word in a heading counts so many times one in the text
HIGHEST = 9999  # no number of a card is higher


class Result(NamedTuple):
    subject: str  # `card:12`
    name: sqlite3.Row  # of known-names.sql
    passage: Passage | None  # the one that fits best
    score: float


def search(
    conn: sqlite3.Connection,
    database: str,
    query: str,
    as_of: str,
    kind: str | None = None,
    limit: int = 20,
    sort: str = "relevance",
) -> Object:
    """The contract's answer of `search`, for cards, factions, terms and rules, or one `kind`.

    `sort`: relevance, name, power, breakpoint, copies or changed. Never fails for what a query
    holds. Raises IndexMissing without a usable index.
    """
    parsed = parse(query)
    warnings = list(parsed.warnings)
    texts = _Texts(conn, finder(conn, database, as_of).passages, as_of)
    found = texts.results(parsed.node)
    named = _named(conn, query, as_of)
    there = {result.subject for result in found}
    found += [texts.result(s) for s in named if s in texts.names and s not in there]
    if kind is not None:
        found = [result for result in found if result.subject.startswith(f"{kind}:")]
    found = _sorted(conn, found, named, sort, as_of)
    if parsed.node is None:
        warnings.append("there is nothing to search for in this query")
    elif not found and not any(True for _ in _filters(parsed.node)):
        warnings += _suggestions(conn, query, as_of)
    shown = found[:limit]
    notices = [text_notice(conn, page, as_of) for page in {r.name["page_id"]: 0 for r in shown}]
    return {
        "query": query,
        "total": len(found),
        "warnings": warnings,
        "results": [_shown(conn, result, parsed.node, as_of) for result in shown],
        "notices": [notice for notice in notices if notice],
    }


# ---------------------------------------------------------------- names


def _named(conn: sqlite3.Connection, query: str, as_of: str) -> list[str]:
    """The subjects whose name, or another spelling of it, the whole query is."""
    found = []
    for kind in KINDS:
        match = resolve(conn, kind, query, as_of, near=False)
        if match.match in ("exact", "alias"):
            found += [f"{kind}:{number}" for number in match.ids]
    return found


def _suggestions(conn: sqlite3.Connection, query: str, as_of: str) -> Iterator[str]:
    names: list[str] = []
    for kind in KINDS:
        match = resolve(conn, kind, query, as_of)
        names += [name for name in match.suggestions if name not in names]
        if match.ids:
            rows = run(conn, "known-names", as_of=as_of)
            ids = set(match.ids)
            names += [r["name"] for r in rows if r["kind"] == kind and r["id"] in ids]
    if names:
        yield "nothing found; did you mean " + ", ".join(dict.fromkeys(names[:5])) + "?"


# ---------------------------------------------------------------- words and filters


class _Texts:
    """Evaluates a query to the subjects (cards, factions, terms, rules) that it holds for."""

    def __init__(self, conn: sqlite3.Connection, index: Index, as_of: str) -> None:
        self.conn = conn
        self.index = index
        self.as_of = as_of
        rows = [row for row in run(conn, "known-names", as_of=as_of) if row["kind"] in KINDS]
        self.factions = {r["page_id"]: f"faction:{r['id']}" for r in rows if r["kind"] == "faction"}
        self.names = {f"{r['kind']}:{r['id']}": r for r in rows if not self._introduces(r)}
        self.best: dict[str, tuple[float, Passage]] = {}  # passage that fits best, by subject

    def _introduces(self, row: sqlite3.Row) -> bool:
        """Whether it is the text above a faction page's first heading: that is the faction's."""
        on_faction_page = row["page_id"] in self.factions
        return row["kind"] == "rule" and on_faction_page and row["name"] == row["page"]

    def results(self, node: Node | None) -> list[Result]:
        if node is None:
            return []
        subjects = self._holds(node)
        if any(True for _ in _filters(node)):
            subjects &= self._cards("any", {})
        self._weigh(_positive(node))
        return [self.result(subject) for subject in subjects]

    def result(self, subject: str) -> Result:
        score, passage = self.best.get(subject) or (0.0, self._any_passage(subject))
        return Result(subject, self.names[subject], passage, score)

    def _any_passage(self, subject: str) -> Passage | None:
        documents = self.index.documents("subject", subject)
        return self.index.passage(documents[0]) if documents else None

    def _holds(self, node: Node) -> set[str]:
        if isinstance(node, And):
            return set.intersection(*map(self._holds, node.nodes))
        if isinstance(node, Or):
            return set.union(*map(self._holds, node.nodes))
        if isinstance(node, Not):
            return set(self.names) - self._holds(node.node)
        if isinstance(node, Filter):
            return self._filter(node)
        return self._text(stems(node.text), ("text", "heading", "context"))

    def _text(self, wanted: list[str], fields: Iterable[str]) -> set[str]:
        """Subjects with these words in a row in one of these fields of a passage."""
        found: set[int] = set()
        for field in fields:
            here = [set(self.index.documents(field, word)) for word in wanted]
            documents = set.intersection(*here)
            if len(wanted) > 1:
                documents = {d for d in documents if _in_a_row(wanted, self.index.words(d, field))}
            found |= documents
        return {s for document in found if (s := self._subject(document)) is not None}

    def _subject(self, document: int) -> str | None:
        """What a passage is of; the introduction of a faction's page is of the faction."""
        passage = self.index.passage(document)
        if passage.kind == "history":
            return None
        if passage.role == "lead" and passage.page_id in self.factions:
            return self.factions[passage.page_id]
        return passage.subject if passage.subject in self.names else None

    def _weigh(self, asked: Iterable[str]) -> None:
        """Find for each subject the passage with the most of the words that are asked for."""
        total: dict[int, float] = {}
        for word in set(asked):
            for field, times in (("text", 1.0), ("heading", HEADING)):
                for document, score in self.index.scores(field, word).items():
                    total[document] = total.get(document, 0.0) + times * score
        for document in sorted(total):
            subject = self._subject(document)
            if subject is not None and total[document] > self.best.get(subject, (0.0,))[0]:
                self.best[subject] = (total[document], self.index.passage(document))

    # ------------------------------------------------------------ filters

    def _filter(self, node: Filter) -> set[str]:
        if node.op == "!=":
            return set(self.names) - self._filter(node._replace(op="="))
        if node.field == "text":
            return self._text(stems(node.value), ("text",))
        if node.field == "name":
            return self._text(stems(node.value), ("heading",))
        if node.field in NUMBERS:
            low, high = _numbers(node.op, int(node.value))
            return self._cards(node.field, {"low": low, "high": high})
        if node.field == "changed":
            first, last = _dates(node.op, node.value)
            return self._cards(node.field, {"low": first, "high": last})
        allowed = [node.value]
        if node.field in ("faction", "set", "artist"):
            allowed = self._values(node.field, node.value)
        return self._cards(node.field, {"allowed": json.dumps(allowed)})

    def _values(self, field: str, typed: str) -> list[str]:
        """The decks, sets or artists that a user means: by the whole name, else by a part of it."""
        known = [row for row in run(self.conn, "search-values") if row["field"] == field]
        wanted, part = stems(typed), name_key(typed)
        found = [row["value"] for row in known if stems(row["written"]) == wanted]
        found = found or [row["value"] for row in known if part in name_key(row["written"])]
        return list(dict.fromkeys(found))

    def _cards(self, field: str, values: dict[str, object]) -> set[str]:
        given = {"allowed": "[]", "low": None, "high": None} | values
        rows = run(self.conn, "card-filter", field=field, as_of=self.as_of, **given)
        return {f"card:{row['id']}" for row in rows}


def _numbers(op: str, value: int) -> tuple[int, int]:
    """Least and greatest whole number for a comparison."""
    low = {"=": value, ">=": value, ">": value + 1}.get(op, -HIGHEST)
    high = {"=": value, "<=": value, "<": value - 1}.get(op, HIGHEST)
    return low, high


def _dates(op: str, value: str) -> tuple[str, str]:
    """First and last day for a comparison with a year, month or day, as sortable strings."""
    before, after = value[:-1] + chr(ord(value[-1]) - 1) + "~", value + "~"
    low = {"=": value, ">=": value, ">": after}.get(op, "")
    high = {"=": after, "<=": after, "<": before}.get(op, "~")
    return low, high


def _in_a_row(wanted: list[str], there: list[str]) -> bool:
    length = len(wanted)
    return any(there[n : n + length] == wanted for n in range(len(there) - length + 1))


def _filters(node: Node) -> Iterator[Filter]:
    """The filters of a query that only a card can pass."""
    if isinstance(node, Filter) and node.field not in ("text", "name"):
        yield node
    elif isinstance(node, And | Or):
        for part in node.nodes:
            yield from _filters(part)
    elif isinstance(node, Not):
        yield from _filters(node.node)


def _positive(node: Node | None) -> Iterator[str]:
    """The stems that a query asks for, not those it excludes."""
    if isinstance(node, And | Or):
        for part in node.nodes:
            yield from _positive(part)
    elif isinstance(node, Word | Phrase):
        yield from stems(node.text)
    elif isinstance(node, Filter) and node.field in ("text", "name") and node.op == "=":
        yield from stems(node.value)


# ---------------------------------------------------------------- order and looks


def _sorted(
    conn: sqlite3.Connection, found: list[Result], named: list[str], sort: str, as_of: str
) -> list[Result]:
    """By relevance a name first; by a number or date the highest first, what has none last."""
    places = {subject: place for place, subject in enumerate(named)}
    found.sort(key=lambda r: (name_key(r.name["name"]), r.subject))
    if sort == "relevance":
        found.sort(key=lambda r: (places.get(r.subject, len(places)), -r.score))
    elif sort != "name":
        facts = {f"card:{row['id']}": row[sort] for row in run(conn, "search-cards", as_of=as_of)}
        having = [result for result in found if facts.get(result.subject) is not None]
        having.sort(key=lambda r: facts[r.subject], reverse=True)
        found = having + [result for result in found if facts.get(result.subject) is None]
    return found


def _shown(conn: sqlite3.Connection, result: Result, node: Node | None, as_of: str) -> Object:
    row, passage = result.name, result.passage
    section, anchor = (passage.section, passage.anchor) if passage else (None, "")
    kind = result.subject.partition(":")[0]
    return {
        "kind": kind,
        "id": row["id"],
        "name": row["name"],
        "deck": row["deck"] if kind == "card" else None,
        "page": row["page"],
        "heading": passage.heading if passage else row["name"],
        "snippet": snippet(passage.text, set(_positive(node))) if passage else "",
        "source": source_of(conn, row["page_id"], as_of, section, anchor),
    }


def snippet(text: str, asked: set[str], length: int = SNIPPET) -> str:
    """The part of a text around the first word that is asked for, cut at blanks, on one line."""
    text = " ".join(text.split())
    if len(text) <= length:
        return text
    first = next((word.start for word in words(text) if word.stem in asked), 0)
    start = max(0, min(first - length // 3, len(text) - length))
    if start:
        start = text.find(" ", start) + 1 or start
    end = start + length
    if end < len(text):
        end = max(text.rfind(" ", start, end), start + 1)
    return ("… " if start else "") + text[start:end] + (" …" if end < len(text) else "")
