"""What a faction or a special deck must hold: twenty cards, two bases, the announced number."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.folding import fold, name_key
from kb.lint.page import Finding, Page, PlacedCard, Rule, Wiki
from kb.lint.text import Heading, plain

DECK = 20  # cards of a faction that are shuffled: minions and actions
BASES = 2  # bases of a faction

_ACTIONS = re.compile(r"^\s*cards?\W+actions?\b", re.IGNORECASE)
_BASES = re.compile(r"^\s*cards?\W+bases?\b", re.IGNORECASE)
_THINGS = (
    r"(?:identical\s+|different\s+)?(?:(?P<{0}>minion|action)(?:s|\s+cards?)?|cards?|copies)\b"
)
_ANNOUNCED = re.compile(
    r"(?:^|(?<=[.!?]\s))(?:The\s+(?P<deck>\S+(?:\s\S+){0,3}?)\s+deck|This(?:\s+deck)?|It)\s+"
    r"(?:contains|consists\s+of|is\s+made\s+up\s+of|is|has)\s+"
    r"(?:an?\s+(?:set|deck|pile|stack)\s+of\s+)?"
    r"(?P<first>\d{1,3})\s+" + _THINGS.format("kind") + r"(?:\s*(?:,|\band\b|&)\s*"
    r"(?P<second>\d{1,3})\s+" + _THINGS.format("other") + ")?",
    re.IGNORECASE,
)


def _line_of_cards(page: Page, pattern: re.Pattern[str], cards: list[PlacedCard]) -> int:
    heading = page.find_heading(pattern)
    return heading.line if heading else cards[0].line


class DeckSize(Rule):
    id = "deck-size"
    severity = "error"
    summary = "A faction's minions and actions are not 20, or a special deck's not as announced."
    fix = "Correct the numbers of copies in the headings, or add the card that is missing."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        yield from self._faction(page)
        yield from self._special(page)

    def _faction(self, page: Page) -> Iterator[Finding]:
        cards = shuffled(page)
        total = copies(cards)
        if page.is_faction and cards and total is not None and total != DECK:
            line = _line_of_cards(page, _ACTIONS, cards)
            yield page.finding(line, f"minions and actions are {total} cards, not {DECK}")

    def _special(self, page: Page) -> Iterator[Finding]:
        decks: dict[str, list[PlacedCard]] = {}
        for placed in page.cards:
            if placed.card.special:
                decks.setdefault(placed.card.deck, []).append(placed)
        for deck, cards in decks.items():
            heading = next((one for one in page.headings if _is_deck(one, deck)), None)
            if heading and copies(cards) is not None:
                yield from self._announced(page, deck, heading, cards)

    def _announced(
        self, page: Page, deck: str, heading: Heading, cards: list[PlacedCard]
    ) -> Iterator[Finding]:
        for line in range(heading.line + 1, page.section_end(heading.line) + 1):
            match = _ANNOUNCED.search(plain(page.shown[line - 1]))
            if not match or (match["deck"] and name_key(match["deck"]) != name_key(deck)):
                continue
            wanted = [(int(match["first"]), match["kind"])]
            if match["second"]:
                wanted.append((int(match["second"]), match["other"]))
            for number, kind in wanted:
                of_kind = [one for one in cards if not kind or one.card.type == kind.lower()]
                held = copies(of_kind)
                if held != number:
                    what = f"{kind.lower()}s" if kind else "cards"
                    yield page.finding(
                        line, f"the {deck} deck is said to hold {number} {what}, it has {held}"
                    )
            return


def _is_deck(heading: Heading, deck: str) -> bool:
    return name_key(heading.title) == name_key(f"The {deck} Deck")


def copies(cards: list[PlacedCard]) -> int | None:
    """Number of cards, copies counted; None where a heading does not tell it."""
    total = 0
    for placed in cards:
        if placed.card.copies is None:
            return None
        total += placed.card.copies
    return total


def shuffled(page: Page) -> list[PlacedCard]:
    """The minions and actions of a faction's page."""
    return [
        placed
        for placed in page.cards
        if not placed.card.special and placed.card.type in ("minion", "action")
    ]


class BaseCount(Rule):
    id = "base-count"
    severity = "error"
    summary = "A faction has not two bases."
    fix = "Add the base that is missing, or move the one too many to its own faction."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        cards = [placed for placed in page.cards if not placed.card.special]
        bases = [placed for placed in cards if placed.card.type == "base"]
        heading = page.find_heading(_BASES)
        count = copies(bases)
        if not page.is_faction or count in (None, BASES) or not cards:
            return
        if not bases and not heading and copies(shuffled(page)) != DECK:
            return  # a page that has only begun
        line = heading.line if heading else (bases or cards)[0].line
        what = "base" if count == 1 else "bases"
        yield page.finding(line, f"the faction has {count} {what}, not {BASES}")


class CardTwice(Rule):
    id = "card-twice"
    severity = "warning"
    summary = "A card stands twice in one deck."
    fix = "Remove one of the two, or give it its right name."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        seen: dict[tuple[str, str, str], int] = {}
        for placed in page.cards:
            card = placed.card
            first = seen.setdefault((card.deck, card.type, name_key(card.name)), placed.line)
            if first != placed.line and name_key(card.name):
                yield page.finding(placed.line, f"{card.name} stands already at line {first}")


class ImageTwice(Rule):
    id = "image-twice"
    severity = "warning"
    summary = "Two different cards of a page show the same image."
    fix = "Give each card the image of its own."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        users: dict[str, list[PlacedCard]] = {}
        for placed in page.cards:
            if placed.card.image and placed.images:
                users.setdefault(placed.card.image, []).append(placed)
        for image, cards in users.items():
            names = {name_key(placed.card.name) for placed in cards}
            # What three cards share is a stand-in for images that do not exist yet.
            if len(names) != 2 or len(cards) != 2 or "placeholder" in fold(image):
                continue
            first, second = cards
            yield page.finding(second.images[0], f"{image} is the image of {first.card.name}, too")


class BaseNumbers(Rule):
    id = "base-numbers"
    severity = "warning"
    summary = "A base has a breakpoint, but not three numbers of VPs."
    fix = "Write the line as `Breakpoint 20 - VPs: 4 2 1 - …`."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        for placed in page.cards:
            card = placed.card
            if card.type == "base" and card.breakpoint is not None and placed.ability:
                if card.vps is None:
                    yield page.finding(placed.ability[0], "the base has no VPs that can be read")
                elif len(card.vps) != 3:
                    yield page.finding(
                        placed.ability[0], f"the base has {len(card.vps)} numbers of VPs, not 3"
                    )
