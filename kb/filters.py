"""The filter language of `search`: a small grammar, read without ever failing.

    query   = all { "or" all }
    all     = item { ["and"] item }
    item    = ("-" | "not") item | "(" query ")" | filter | "phrase" | word
    filter  = field ("=" | "!=" | "<" | "<=" | ">" | ">=" | ":") value      no blanks around

What is not of this form is taken as text, with a warning that points at it. `str(node)` writes a
query that parses to the same node.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from kb.finding.stems import words

LONGEST = 1000  # characters read
MOST_WARNINGS = 8
MOST_WORDS = 40  # words, phrases and filters read
DEEPEST = 20  # parentheses and negations inside one another

FIELDS = {
    "faction": "faction", "f": "faction", "type": "type", "t": "type", "power": "power",
    "breakpoint": "breakpoint", "copies": "copies", "label": "label", "errata": "errata",
    "has": "has", "set": "set", "artist": "artist", "changed": "changed", "text": "text",
    "name": "name",
}  # fmt: skip
NUMBERS = {"power", "breakpoint", "copies"}
COMPARABLE = NUMBERS | {"changed"}
VALUES = {
    "type": {"minion", "action", "base", "titan"},
    "label": {"ongoing", "special", "talent", "fusion", "play"},
    "errata": {"yes", "no", "functional", "wording", "reversion", "unstated", "placeholder"},
    "has": {"clarification", "errata", "titan", "image"},
}


class Word(NamedTuple):
    text: str

    def __str__(self) -> str:
        return self.text


class Phrase(NamedTuple):
    text: str

    def __str__(self) -> str:
        return f'"{self.text}"'


class Filter(NamedTuple):
    field: str
    op: str  # `=`, `!=`, `<`, `<=`, `>` or `>=`
    value: str

    def __str__(self) -> str:
        plain = re.fullmatch(r"[^\s()\"]+", self.value)
        return f"{self.field}{self.op}{self.value if plain else Phrase(self.value)}"


class Not(NamedTuple):
    node: Node

    def __str__(self) -> str:
        return f"not {_inside(self.node)}"


class And(NamedTuple):
    nodes: tuple[Node, ...]

    def __str__(self) -> str:
        return " ".join(_inside(node) if isinstance(node, Or) else str(node) for node in self.nodes)


class Or(NamedTuple):
    nodes: tuple[Node, ...]

    def __str__(self) -> str:
        return " or ".join(map(str, self.nodes))


Node = Word | Phrase | Filter | Not | And | Or


def _inside(node: Node) -> str:
    return f"({node})" if isinstance(node, And | Or) else str(node)


class Parsed(NamedTuple):
    node: Node | None  # None: there is nothing to search for
    warnings: tuple[str, ...]


_TOKEN = re.compile(
    r"\s*(?:(?P<open>\()|(?P<close>\))|(?P<minus>-(?=[-+\w\"(])(?!\d))"
    r"|(?P<field>[A-Za-z]+)(?P<op>:|!=|<=|>=|<|>|=)(?:\"(?P<quoted>[^\"]*)\"|(?P<plain>[^\s()\"]+))"
    r"|\"(?P<phrase>[^\"]*)\"|(?P<quote>\")|(?P<word>[^\s()\"]+))"
)


class _Token(NamedTuple):
    kind: str  # open, close, minus, filter, phrase, quote, word
    text: str
    at: int
    filter: Filter | None = None


def parse(query: str) -> Parsed:
    """Read a query. Never fails: what is not well formed is text, and said in `warnings`."""
    reader = _Reader(query)
    node = reader.read()
    warnings = list(dict.fromkeys(reader.warnings))
    if len(warnings) > MOST_WARNINGS:
        warnings[MOST_WARNINGS:] = [
            f"{len(warnings) - MOST_WARNINGS} places more are not well formed"
        ]
    return Parsed(node, tuple(warnings))


class _Reader:
    def __init__(self, query: str) -> None:
        self.query = query
        self.warnings: list[str] = []
        if len(query) > LONGEST:
            self.warnings.append(f"only the first {LONGEST} characters of the query were read")
        self.tokens = [self._token(match) for match in _TOKEN.finditer(query[:LONGEST])]
        self.place = 0
        self.items = 0

    def _token(self, match: re.Match[str]) -> _Token:
        kind = match.lastgroup or "word"
        at = match.start() + len(match[0]) - len(match[0].lstrip())
        if kind in ("quoted", "plain"):
            found = self._filter(match, at)
            text = match[0].strip()
            return _Token("filter" if found else "word", text, at, found)
        return _Token(kind, match[kind], at)

    def _filter(self, match: re.Match[str], at: int) -> Filter | None:
        """A filter, or None (and a warning) for an unknown field, comparison or value."""
        field = FIELDS.get(match["field"].casefold(), "")
        value = (match["quoted"] if match["plain"] is None else match["plain"]).strip()
        op = "=" if match["op"] == ":" else match["op"]
        fault = _fault(field, op, value) if field else f"there is no filter '{match['field']}'"
        if fault:
            self._warn(f"{fault}; taken as text", match[0].strip(), at)
            return None
        return Filter(field, op, value.casefold() if field in VALUES else value)

    def _warn(self, why: str, text: str, at: int) -> None:
        self.warnings.append(f"{why}: {_short(text)} (character {at + 1})")

    # ------------------------------------------------------------ the grammar

    def read(self) -> Node | None:
        found: list[Node] = []
        while self.place < len(self.tokens):
            node = self._query(0)
            if node is not None:
                found.append(node)
            if self._peek("close"):
                self._warn("nothing opens this parenthesis; left out", ")", self._next().at)
        return _join(And, found)

    def _query(self, depth: int) -> Node | None:
        """Alternatives, up to a closing parenthesis or the end."""
        found: list[Node] = []
        while True:
            node = self._all(depth)
            if node is not None:
                found.append(node)
            if not self._operator("or"):
                return _join(Or, found)
            self.place += 1

    def _all(self, depth: int) -> Node | None:
        found: list[Node] = []
        while self.place < len(self.tokens) and not self._peek("close"):
            if found and self._operator("or"):
                break
            if found and self._operator("and"):
                self.place += 1
            node = self._item(depth)
            if node is not None:
                found.append(node)
        return _join(And, found)

    def _item(self, depth: int) -> Node | None:
        token = self._next()
        if token.kind == "open" and depth < DEEPEST:
            return self._group(token, depth)
        if depth < DEEPEST and (token.kind == "minus" or self._negates(token)):
            node = self._item(depth + 1) if self.place < len(self.tokens) else None
            return None if node is None else Not(node)
        if token.kind in ("open", "minus"):
            self._warn("nested too deep; left out", token.text, token.at)
            return None
        return self._leaf(token)

    def _group(self, token: _Token, depth: int) -> Node | None:
        node = self._query(depth + 1)
        if self._peek("close"):
            self.place += 1
        else:
            self._warn("nothing closes this parenthesis; closed at the end", "(", token.at)
        return node

    def _leaf(self, token: _Token) -> Node | None:
        if token.kind == "quote":
            self._warn("nothing closes this quotation mark; left out", '"', token.at)
            return None
        self.items += 1
        if self.items > MOST_WORDS:
            why = f"only {MOST_WORDS} words and filters are read; left out from"
            self._warn(why, token.text, token.at)
            self.place = len(self.tokens)
            return None
        if token.filter is not None:
            return token.filter
        if not words(token.text):
            return None
        if token.kind == "word" and token.text.casefold() in ("or", "and", "not"):
            self._warn("nothing to combine here; taken as text", token.text, token.at)
            return Phrase(token.text)
        return Phrase(token.text.strip()) if token.kind == "phrase" else _text(token.text)

    # ------------------------------------------------------------ tokens

    def _next(self) -> _Token:
        self.place += 1
        return self.tokens[self.place - 1]

    def _peek(self, kind: str) -> bool:
        return self.place < len(self.tokens) and self.tokens[self.place].kind == kind

    def _operator(self, word: str) -> bool:
        """Whether the next token is this operator: unquoted, and something to combine follows."""
        if not self._peek("word") or self.tokens[self.place].text.casefold() != word:
            return False
        return self._starts(self.place + 1)

    def _negates(self, token: _Token) -> bool:
        return token.kind == "word" and token.text.casefold() == "not" and self._starts(self.place)

    def _starts(self, place: int) -> bool:
        """Whether an item can start at a place."""
        return place < len(self.tokens) and self.tokens[place].kind not in ("close", "quote")


def _fault(field: str, op: str, value: str) -> str | None:
    """What is wrong with a filter, if anything."""
    if op not in ("=", "!=") and field not in COMPARABLE:
        return f"'{field}' can't be compared with {op}"
    if field in NUMBERS and not re.fullmatch(r"\d{1,4}", value, re.ASCII):
        return f"'{field}' takes a number"
    if field == "changed" and not re.fullmatch(r"\d{4}(-\d\d){0,2}", value, re.ASCII):
        return "'changed' takes a date, as 2026-05-01"
    if field in VALUES and value.casefold() not in VALUES[field]:
        return f"'{field}' is one of {', '.join(sorted(VALUES[field]))}"
    return None if words(value) else f"'{field}' has no value"


def _text(text: str) -> Node:
    """A word as typed; what holds several words, as `first-mate`, is a phrase."""
    return Word(text) if len(words(text)) == 1 and text.isalnum() else Phrase(_unquoted(text))


def _unquoted(text: str) -> str:
    return text.replace('"', " ").strip()


def _join(kind: Callable[[tuple[Node, ...]], Node], nodes: list[Node]) -> Node | None:
    """One node for several: itself when alone, flat when they are of the same kind."""
    flat: list[Node] = []
    for node in nodes:
        flat += node.nodes if isinstance(node, And | Or) and type(node) is kind else [node]
    return flat[0] if len(flat) == 1 else kind(tuple(flat)) if flat else None


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
