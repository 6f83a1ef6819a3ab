"""What each section of a page is, told by headings and their order, never by the page's title.

`Cards - Minions` and `The Monster Deck` set the scene for the cards after them, at whatever level:
on the wiki a deck's cards stand above and below its heading's level.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import zip_longest
from typing import Literal, NamedTuple

from ingest.pages.card import counted_name
from ingest.records import CardType, Section

Role = Literal["lead", "cards", "deck", "card", "term", "terms", "prose"]

_DASHES = r"\s*[-–—−‑:]+\s*"
_CARDS = re.compile(rf"(?:Cards?{_DASHES}|Cards?\s+)(\w+?)(?:s|es)?\s*(?:\(.*\))?\s*:?", re.I)
_TYPES: dict[str, CardType] = {
    "minion": "minion", "action": "action", "base": "base", "bas": "base", "titan": "titan",
}  # fmt: skip
_TYPE_ALONE = re.compile(r"(minion|action|base|titan)s?(?:\s+cards?)?\s*(?:\(.*\))?\s*:?", re.I)
_ANY_CARDS = re.compile(rf"Cards?{_DASHES}\S.*", re.IGNORECASE)
_DECK = re.compile(r"The\s+(\S.*?)\s+Deck\s*:?", re.IGNORECASE)
_PART_OF_CARD = re.compile(r"(?:errata|clarifications?)\s*:?", re.IGNORECASE)
_GLOSSARY = re.compile(r"\bterms\s*(?:and|&)\s*phrases\b|\bglossary\b", re.IGNORECASE)
_HEAD = re.compile(
    r"(?P<complexity>complexity)\b.*|(?P<mechanics>mechanics?)\W*|(?P<strategy>strateg(?:y|ies))\W*"
    r"|(?P<synergy>synerg(?:y|ies))\W*|(?P<examples>examples? of play)\W*"
    r"|(?P<purchase>(?:purchase|buy|order)\b.*)",
    re.IGNORECASE | re.DOTALL,
)


class Scene(NamedTuple):
    """What the headings before a card say about it; None: they don't."""

    deck: str | None = None  # of a special deck
    type: CardType | None = None
    in_cards: bool = False  # below a Cards heading, of a type that we know or not


@lru_cache(maxsize=4096)
def cards_heading(title: str) -> tuple[CardType | None] | None:
    """(card type or None,) of a heading such as `Cards - Minions`; None for other headings."""
    match = _CARDS.fullmatch(title.strip("= "))
    known = _TYPES.get(match[1].lower()) if match else None
    if known is not None:
        return (known,)
    return (None,) if _ANY_CARDS.fullmatch(title.strip("= ")) else None


@lru_cache(maxsize=4096)
def _type_alone(title: str) -> tuple[CardType] | None:
    """The card type of a heading such as `Minions`, which is one of cards if a card follows."""
    match = _TYPE_ALONE.fullmatch(title.strip("= "))
    return (_TYPES[match[1].lower()],) if match else None


@lru_cache(maxsize=4096)
def deck_name(title: str) -> str | None:
    """`Monster` of `The Monster Deck`; None for other headings."""
    match = _DECK.fullmatch(title.strip("= "))
    return match[1] if match else None


@lru_cache(maxsize=4096)
def head_part(title: str) -> str | None:
    """Which part of a faction's head a heading begins: `mechanics`, `synergy` and so on."""
    match = _HEAD.fullmatch(title.strip("= "))
    return match.lastgroup if match else None


@lru_cache(maxsize=4096)
def is_glossary(title: str) -> bool:
    """Whether a title or a heading announces definitions of terms."""
    return _GLOSSARY.search(title) is not None


def joined(sections: tuple[Section, ...]) -> tuple[Section, ...]:
    """Sections, those named Errata or Clarifications joined with the card that they follow."""
    kept: list[Section] = []
    for section in sections:
        if kept and _PART_OF_CARD.fullmatch(section.title) and counted_name(kept[-1].title):
            text = f"{kept[-1].text}\n\n{section.title.rstrip(':')}:\n\n{section.text}"
            kept[-1] = kept[-1]._replace(text=text)
        else:
            kept.append(section)
    return tuple(kept)


def with_roles(
    title: str, sections: tuple[Section, ...], is_cardlike: Callable[[Section], bool]
) -> Iterator[tuple[Section, Role, Scene]]:
    """Each section with its role and, for cards, the scene that the headings before it set.

    `is_cardlike` tells whether the text of a section without a count in its heading is a card's.
    """
    scene, deck_level = Scene(), 0
    glossary = _glossary(title, sections)
    for section, following in zip_longest(sections, sections[1:]):
        heading = section.title
        cards = cards_heading(heading)
        if cards is None and following and counted_name(following.title):
            cards = _type_alone(heading)
        deck = deck_name(heading)
        if not section.level:
            yield section, "lead", scene
        elif counted_name(heading):
            yield section, "card", scene
        elif section.line in glossary:
            yield section, glossary[section.line], scene
        elif cards:
            inside = scene.deck is not None and section.level > deck_level
            scene = Scene(scene.deck if inside else None, cards[0], True)
            yield section, "cards", scene
        elif deck:
            scene, deck_level = Scene(deck), section.level
            yield section, "deck", scene
        elif scene.in_cards and not head_part(heading) and is_cardlike(section):
            yield section, "card", scene
        else:
            if scene.deck is not None and section.level <= deck_level:
                scene = Scene()
            yield section, "prose", scene


def _glossary(title: str, sections: tuple[Section, ...]) -> dict[int, Role]:
    """Line to role for the sections that make a glossary: its heading and its terms.

    Terms stand below the glossary's heading. Where only the page's title announces them, they are
    the sections of the level that most sections have, and deeper ones.
    """
    headed = sections[1:]
    roles: dict[int, Role] = {}
    below: int | None = None
    for section in headed:
        if is_glossary(section.title):
            below = section.level
            roles[section.line] = "terms"
        elif below is not None and (section.level > below or below == 6):
            roles[section.line] = "term"
        else:
            below = None
    if not roles and is_glossary(title) and headed:
        levels = [section.level for section in headed]
        common = max(set(levels), key=lambda level: (levels.count(level), level))
        roles = {section.line: "term" for section in headed if section.level >= common}
    return roles
