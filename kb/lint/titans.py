"""Titans: what the head of a page says, the card, and the list of factions with titans."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.folding import name_key
from kb.lint.decks import DECK, copies, shuffled
from kb.lint.page import Finding, Page, PlacedCard, Rule, Wiki
from kb.lint.text import plain

_TITAN = re.compile(r"\btitans?\b", re.IGNORECASE)
_CARDS = re.compile(r"^\s*cards?\s*[-–—:]", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|an?) ")


def _key(name: str) -> str:
    return _ARTICLE.sub("", name_key(name))


def _titan_cards(page: Page) -> list[PlacedCard]:
    return [placed for placed in page.cards if placed.card.type == "titan"]


def _sentence_line(page: Page) -> int:
    """The line of the head that speaks of the faction's titan; 0 where none does."""
    cards = page.find_heading(_CARDS)
    return page.find_line(_TITAN, end=cards.line - 1 if cards else None)


class TitanOnPage(Rule):
    id = "titan"
    severity = "error"
    summary = "The head of a faction names a titan that has no card, or the other way round."
    fix = "Add the titan's card below `Card - Titan`, or correct the sentence in the head."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        faction = page.records.faction
        if faction is None or not page.cards:
            return
        titans = _titan_cards(page)
        line = _sentence_line(page)
        if faction.titan and not titans:
            yield page.finding(line, f"the titan {faction.titan} is named, but has no card here")
        elif faction.titan and _key(faction.titan) not in {_key(one.card.name) for one in titans}:
            yield page.finding(
                line, f"the titan is called {faction.titan} here and {titans[0].card.name} below"
            )
        elif titans and not faction.titan and faction.set_raw and line:
            yield page.finding(
                line, f"the head names no titan, but {titans[0].card.name} is one of the cards"
            )


class TitanList(Rule):
    id = "titan-list"
    newest_only = True
    severity = "warning"
    summary = "The list of factions with titans and a faction's page disagree."
    fix = "Correct the list, or the faction's page."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        rows = page.records.titans
        for faction, titan in rows:
            held = _faction_page(wiki, faction)
            # A page that has only begun may not have come to its titan.
            if held is None or copies(shuffled(held)) != DECK:
                continue
            titans = [placed.card.name for placed in _titan_cards(held)]
            if _key(titan) not in set(map(_key, titans)):
                there = f"its page has {titans[0]}" if titans else "its page has no titan"
                yield page.finding(
                    _row_line(page, titan), f"{faction} is listed with {titan}, but {there}"
                )
        if len(rows) > 2:
            yield from self._unlisted(page, wiki, {_key(titan) for _, titan in rows})

    def _unlisted(self, page: Page, wiki: Wiki, listed: set[str]) -> Iterator[Finding]:
        lists = [other for other in wiki.pages if other.records.titans]
        if len(lists) != 1:
            return
        for held in wiki.pages:
            for placed in _titan_cards(held):
                if held.is_faction and _key(placed.card.name) not in listed:
                    name = placed.card.name
                    yield page.finding(1, f"{held.title} has the titan {name}, but is not listed")


def _faction_page(wiki: Wiki, name: str) -> Page | None:
    wanted = name_key(name)
    for page in wiki.pages:
        if page.records.faction and name_key(page.records.faction.name) == wanted:
            return page
    held = wiki.page_of(name)
    return held if held and held.is_faction else None


def _row_line(page: Page, titan: str) -> int:
    wanted = name_key(titan)
    for number, line in enumerate(page.shown, 1):
        if line.startswith("|") and wanted in name_key(plain(line)):
            return number
    return 1
