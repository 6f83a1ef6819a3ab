"""A small wiki of our own invention that no rule finds fault with, and the cases made of it."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ingest.pages import parse_page
from ingest.records import PageRecords
from ingest.titles import namespace_of
from kb.lint.page import Finding, Newest, Page, Wiki
from kb.lint.registry import RULES

FOLDER = Path(__file__).parent / "clean_wiki"
TITLES = {
    "otters": "Otters",
    "lamplighters": "Lamplighters",
    "front-page": "Front Page",
    "factions-with-titans": "Factions with Titans",
    "terms-and-phrases": "Terms and Phrases",
    "spare-decks": "Spare Decks, Spare Rules",
    "laying-the-table": "Laying the Table",
}
CLEAN = {
    title: (FOLDER / f"{name}.wiki").read_text(encoding="utf-8").rstrip("\n")
    for name, title in TITLES.items()
}


@functools.cache
def _records(title: str, text: str) -> PageRecords:
    return parse_page(title, text)


def wiki_of(texts: dict[str, str], blank: dict[str, Newest] | None = None) -> Wiki:
    """A wiki of these pages, read by the real grammar."""
    pages = [
        Page(number, title, text, _records(title, text), (blank or {}).get(title))
        for number, (title, text) in enumerate(texts.items(), 1)
        if not namespace_of(title)
    ]
    redirects = {page.title: page.records.redirect for page in pages if page.records.redirect}
    return Wiki(pages, titles=frozenset(texts), redirects=redirects)


@dataclass
class Edit:
    """What is written on a page instead of what; a new page where there is nothing old."""

    page: str
    old: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)


@dataclass
class Case:
    """Edits of the clean wiki, and (rule's id, piece of the line) of all that must be found."""

    name: str
    edits: list[Edit] = field(default_factory=list)
    expected: list[tuple[str, str]] = field(default_factory=list)


def read_cases(name: str) -> list[Case]:
    """The cases of a file beside this one; firing.txt says how they are written."""
    cases: list[Case] = []
    for line in (FOLDER.parent / name).read_text(encoding="utf-8").split("\n"):
        mark, rest = line[:1], line[1:]
        if line.startswith("== "):
            cases.append(Case(line[3:]))
        elif not cases:
            continue
        elif mark == "@":
            cases[-1].edits.append(Edit(rest.strip()))
        elif mark == "-":
            cases[-1].edits[-1].old.append(rest)
        elif mark == "+":
            cases[-1].edits[-1].new.append(rest)
        elif mark == ">":
            rule, _, piece = rest.strip().partition(": ")
            cases[-1].expected.append((rule, piece))
    return cases


def changed(edits: Iterable[Edit]) -> dict[str, str]:
    """The clean wiki after edits; what they replace stands on its page exactly once."""
    texts = dict(CLEAN)
    for edit in edits:
        old, new = "\n".join(edit.old), "\n".join(edit.new)
        if not old:
            texts[edit.page] = new
            continue
        count = texts[edit.page].count(old)
        assert count == 1, f"{count} times on {edit.page}: {old}"
        texts[edit.page] = texts[edit.page].replace(old, new)
    return texts


def findings(wiki: Wiki) -> list[tuple[str, Finding]]:
    """(rule's id, finding) of all rules over all pages."""
    return [
        (rule.id, found)
        for page in wiki.pages
        for rule in RULES
        for found in dict.fromkeys(rule.check(page, wiki))
    ]
