"""The texts of the current state that may name something, out of the database."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sqlite_utils import Database

from ingest.mentions import Place, Register
from ingest.records import Link
from ingest.statements import select


class Text(NamedTuple):
    """A text of the current state, and whose it is."""

    wiki_id: int
    page_id: int
    subject_id: int
    where: str  # text, clarification, errata, term, rule
    position: int  # of a clarification, from 0
    text: str
    place: Place


_CARDS = """
select page.wiki_id, page.title, card.id, v.id as version_id, v.name, v.text, deck.name as deck,
       erratum.note
from card
join card_version v on v.card_id = card.id and v.until_revision is null
join deck on deck.id = v.deck_id
join page on page.id = card.page_id
left join erratum on erratum.card_version_id = v.id
where card.page_id = ? order by v.position"""
_CLARIFICATIONS = "select position, text from clarification where card_version_id = ? order by 1"
_TERMS = """
select page.wiki_id, page.title, term.id, v.name, v.definition, v.exception
from term
join term_version v on v.term_id = term.id and v.until_revision is null
join page on page.id = term.page_id
where term.page_id = ? order by v.position"""
_RULES = """
select page.wiki_id, page.title, rule.id, rule.subject, v.id as version_id, v.name, v.path, v.text,
       (select f.name from faction f where f.page_id = page.id) as faction
from rule
join rule_version v on v.rule_id = rule.id and v.until_revision is null
join page on page.id = rule.page_id
where rule.page_id = ? order by v.position"""
_LINKS = "select label, target from rule_link where rule_version_id = ? order by position"


def texts_of(db: Database, page_id: int) -> Iterator[Text]:
    """The texts of a page that may name things: of its cards, terms, rules and prose."""
    for card in select(db, _CARDS, [page_id]):
        place = Place(card["title"], "card", card["name"], card["deck"])
        parts = [("text", 0, card["text"]), ("errata", 0, card["note"])]
        said = db.execute(_CLARIFICATIONS, [card["version_id"]])
        parts += [("clarification", position, text) for position, text in said]
        for where, position, text in parts:
            if text:
                yield Text(card["wiki_id"], page_id, card["id"], where, position, text, place)
    for term in select(db, _TERMS, [page_id]):
        place = Place(term["title"], "term", term["name"])
        for position, text in enumerate((term["definition"], term["exception"])):
            if text:
                yield Text(term["wiki_id"], page_id, term["id"], "term", position, text, place)
    for rule in select(db, _RULES, [page_id]):
        links = tuple(Link(*row) for row in db.execute(_LINKS, [rule["version_id"]]))
        place = Place(
            page=rule["title"],
            kind="rule",
            name=rule["name"],
            deck=rule["faction"] or "",
            register=_register(rule["subject"], rule["path"]),
            links=links,
        )
        yield Text(rule["wiki_id"], page_id, rule["id"], "rule", 0, rule["text"], place)


def _register(subject: str, path: str) -> Register:
    """How a section speaks. Above a faction page's first heading stand jokes and the set."""
    if subject == "rule":
        return "rules"
    return "flavour" if path == "[]" else "prose"
