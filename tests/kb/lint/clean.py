"""A small wiki of our own invention that no rule finds fault with, and what is made of it."""

from __future__ import annotations

import functools
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


def changed(*edits: tuple[str, str, str]) -> dict[str, str]:
    """The clean wiki after edits: (page, old, new), `old` standing on the page exactly once."""
    texts = dict(CLEAN)
    for page, old, new in edits:
        if not old:
            texts[page] = new
            continue
        assert texts[page].count(old) == 1, f"{texts[page].count(old)} times on {page}: {old}"
        texts[page] = texts[page].replace(old, new)
    return texts


def findings(wiki: Wiki) -> list[tuple[str, Finding]]:
    """(rule's id, finding) of all rules over all pages."""
    return [
        (rule.id, found)
        for page in wiki.pages
        for rule in RULES
        for found in dict.fromkeys(rule.check(page, wiki))
    ]
