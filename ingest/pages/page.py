"""One page: its sections by their roles, each read by the grammar of its role."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from ingest.markup import sections
from ingest.markup.blocks import Block
from ingest.markup.preprocess import GONE, masked, spans
from ingest.markup.wikitext import plain
from ingest.pages.abilities import read_abilities
from ingest.pages.card import CardBody, counted_name, infer_type, read_body
from ingest.pages.faction import faction_name, read_faction
from ingest.pages.glossary import read_terms
from ingest.pages.lists import listed_factions, titan_rows
from ingest.pages.prose import prose_text, read_blocks, rule, source
from ingest.pages.roles import Scene, head_part, joined, with_roles
from ingest.records import Card, Faction, Finding, Link, PageKind, PageRecords, Rule, Section, Term
from ingest.titles import normalise_title

_CARD_HEADING_LINE = re.compile(r"^==+[ \t]*\d{1,3}[ \t]*[x×].*", re.IGNORECASE | re.MULTILINE)

_LONGEST_EXCERPT = 120

Memo = dict[Hashable, Any]
Made = TypeVar("Made")
_CardRead = tuple[Card, list[Rule], list[Finding]]  # a card, strays after it, what is doubtful

_REDIRECT = re.compile(r"\s*#redirect\s*:?\s*\[\[([^\[\]|\n]+)(?:\|[^\]\n]*)?\]\]", re.IGNORECASE)


def parse_page(
    title: str,
    wikitext: str,
    namespace: int = 0,
    model: str = "wikitext",
    memo: Memo | None = None,
) -> PageRecords:
    """All that one revision's text says, as records.

    Any text gives records: what no grammar understands is a rule and a finding. Only wikitext of
    the main namespace says anything. `memo` may be shared by many calls: sections of equal text
    and role are then read once. Linear in the length of the text.
    """
    if namespace != 0 or model != "wikitext":
        return PageRecords("other")
    redirect = _REDIRECT.match(wikitext)
    if redirect:
        page, mark, fragment = plain(redirect[1]).replace("_", " ").partition("#")
        return PageRecords("other", redirect=normalise_title(page) + mark + fragment.strip())
    return _Page(title, wikitext, {} if memo is None else memo).records()


class _Page:
    """A page being read: what its sections are, and what was found on the way."""

    def __init__(self, title: str, wikitext: str, memo: Memo) -> None:
        self.title = title
        self.wikitext = wikitext
        self.memo = memo
        self.findings: list[Finding] = []
        split = joined(sections.split(wikitext))
        self.parts = list(with_roles(title, split, lambda s: self._body(s).is_cardlike))

    def records(self) -> PageRecords:
        """Records of the whole page, in the order of its sections."""
        kind = self._kind()
        cards: list[Card] = []
        rules: list[Rule] = []
        for section, role, scene in self.parts:
            if "=" in section.title or "==" in section.text:
                self._find_odd_headings(section)
            if role == "card":
                card, strays, findings = self._card(section, scene)
                cards.append(card)
                rules += strays
                self.findings += findings
            elif role == "cards" and self._body(section).is_cardlike:
                self.findings.append(_finding(section, "a card without a heading of its own"))
                rules += self._rules(section, kind)
            elif role != "term" and not (kind == "faction" and _is_purchase(section)):
                rules += self._rules(section, kind)
        head = [section for section, role, _ in self.parts if role in ("lead", "prose")]
        return PageRecords(
            kind,
            faction=self._faction(head) if kind == "faction" else None,
            cards=tuple(cards),
            terms=self._terms(),
            rules=tuple(rules),
            listed_factions=self._listed(),
            titans=tuple(row for section in head for row in titan_rows(self._blocks(section))),
            findings=tuple(self.findings),
        )

    def _kind(self) -> PageKind:
        """What the page is, by what stands on it: a faction page's cards make it one."""
        scenes = [scene for _, role, scene in self.parts if role == "card"]
        prose = [section for section, role, _ in self.parts if role in ("lead", "prose")]
        has_cards_heading = any(role == "cards" for _, role, _ in self.parts)
        if any(scene.in_cards and scene.deck is None for scene in scenes):
            return "faction"
        if any(scene.deck is not None for scene in scenes):
            return "decks"
        if has_cards_heading or any(head_part(part.title) == "complexity" for part in prose):
            return "faction"
        if any(role == "term" for _, role, _ in self.parts):
            return "glossary"
        if self._listed():
            return "index"
        if any(titan_rows(self._blocks(part)) for part in prose):
            return "list"
        return "rules"

    # ------------------------------------------------------------ sections, read once

    def _once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What `make` makes of what the key tells whole."""
        made: Made | None = self.memo.get(key)
        if made is None:
            made = self.memo[key] = make()
        return made

    def _body(self, section: Section) -> CardBody:
        return self._once(("body", section.text), lambda: read_body(section.text))

    def _blocks(self, section: Section) -> tuple[Block, ...]:
        return self._once(("blocks", section.text), lambda: read_blocks(section.text))

    def _prose(self, section: Section) -> tuple[str, tuple[Link, ...]]:
        return self._once(("prose", section.text), lambda: _prose(self._blocks(section)))

    # ------------------------------------------------------------ records

    def _card(self, section: Section, scene: Scene) -> _CardRead:
        key = ("card", self.title, section, scene)
        return self._once(key, lambda: self._read_card(section, scene))

    def _read_card(self, section: Section, scene: Scene) -> _CardRead:
        body = self._body(section)
        counted = counted_name(section.title)
        copies, name = counted or (None, section.title.strip("= "))
        printed = body.printed
        card_type = scene.type or infer_type(printed)
        special = scene.deck is not None
        card = Card(
            deck=scene.deck or faction_name(self.title),
            special=special,
            type=card_type,
            name=name,
            copies=copies,
            power=printed.power,
            breakpoint=printed.breakpoint,
            vps=printed.vps,
            treasures=printed.treasures if special else None,
            text=printed.text,
            abilities=read_abilities(printed.text),
            erratum=body.erratum,
            clarifications=body.clarifications,
            image=body.image,
            illustrator=body.illustrator,
            section=section.title,
            anchor=section.anchor,
            line=section.line,
            wikitext=source(section),
        )
        findings = [_finding(section, message) for message in _doubts(card, scene)]
        findings += [_finding(section, message, excerpt) for message, excerpt in body.oddities]
        strays = "\n".join(body.strays)
        rules = [rule(name, section, strays, (), source(section))] if body.strays else []
        return card, rules, findings

    def _faction(self, head: list[Section]) -> Faction:
        said = tuple((section.level, section.title, section.text) for section in head)
        notices = self.wikitext if "{{" in self.wikitext else ""
        return self._once(("faction", self.title, said, notices), lambda: self._read_faction(head))

    def _read_faction(self, head: list[Section]) -> Faction:
        parts = [(section, self._blocks(section)) for section in head]
        return read_faction(self.title, parts, self.wikitext)

    def _rules(self, section: Section, kind: PageKind) -> list[Rule]:
        if section.level:
            key = ("rules", self.title, section)
            return self._once(key, lambda: self._read_rules(section, kind))
        return self._read_rules(section, kind)

    def _read_rules(self, section: Section, kind: PageKind) -> list[Rule]:
        text, links = self._prose(section)
        wikitext = source(section)
        if not section.level and kind == "faction":
            # The purchase link's heading is no subject of its own: what follows describes the page.
            for other, role, _ in self.parts:
                if role == "prose" and _is_purchase(other):
                    more, more_links = self._prose(other)
                    text, links = "\n".join(filter(None, (text, more))), links + more_links
                    wikitext += source(other)
        if not text:
            return []
        name = section.title.strip("= ") if section.level else self.title
        return [rule(name or self.title, section, text, links, wikitext)]

    def _terms(self) -> tuple[Term, ...]:
        if not any(role == "term" for _, role, _ in self.parts):
            return ()
        parts = [
            (section, self._blocks(section), role == "term") for section, role, _ in self.parts
        ]
        terms = read_terms(parts)
        for term in terms:
            if not term.definition:
                self.findings.append(Finding(term.line, term.section, "", "a term not defined"))
        return tuple(terms)

    def _listed(self) -> tuple[Link, ...]:
        return tuple(
            link
            for section, role, _ in self.parts
            if role == "prose"
            for link in listed_factions(section.title, self._blocks(section))
        )

    def _find_odd_headings(self, section: Section) -> None:
        if section.title.startswith("=") or section.title.endswith("="):
            message = "a heading with more equals signs on one side, or more than six"
            self.findings.append(_finding(section, message))
        mask = masked(section.text, spans(section.text))
        line, counted = section.line + (section.level > 0), 0
        for match in _CARD_HEADING_LINE.finditer(section.text):
            line += section.text.count("\n", counted, match.start())
            counted = match.start()
            if mask[match.start()] != GONE:
                excerpt = match.group()[:_LONGEST_EXCERPT]
                message = "looks like a card's heading, but MediaWiki takes it for text"
                self.findings.append(Finding(line, section.title, excerpt, message))


def _finding(section: Section, message: str, excerpt: str | None = None) -> Finding:
    excerpt = section.heading if excerpt is None else excerpt
    excerpt = excerpt.partition("\n")[0][:_LONGEST_EXCERPT]
    return Finding(section.line, section.title, excerpt, message)


def _prose(section: tuple[Block, ...]) -> tuple[str, tuple[Link, ...]]:
    return prose_text(section), tuple(link for block in section for link in block.links)


def _is_purchase(section: Section) -> bool:
    return section.level > 0 and head_part(section.title) == "purchase"


def _doubts(card: Card, scene: Scene) -> list[str]:
    """What is doubtful about a card's place on its page."""
    doubts = []
    if card.copies is None:
        doubts.append("a card without a number of copies in its heading")
    if scene.deck is None and not scene.in_cards:
        doubts.append(f"a card outside the sections of cards; its type is inferred: {card.type}")
    elif scene.deck is None and scene.type is None:
        doubts.append(f"a card below a heading of no known type; its type is inferred: {card.type}")
    if card.type != "base" and card.breakpoint is not None:
        doubts.append(f"a breakpoint on a card of another type: {card.type}")
    if card.type == "base" and card.breakpoint is None:
        doubts.append("a base without a breakpoint")
    if card.type == "minion" and card.power is None:
        doubts.append("a minion without a power")
    return doubts
