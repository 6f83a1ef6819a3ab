"""The names that each wiki's texts may use, out of the database: what is held and listed."""

from __future__ import annotations

from collections.abc import Iterator

from sqlite_utils import Database

from ingest.folding import name_key, singular
from ingest.joins.one_name import without_aside
from ingest.mentions import Name
from ingest.mentions.wordlists import FUNCTION_WORDS, GAME_WORDS

_HELD = """
select page.wiki_id, 'card', card.id, v.name, page.title, deck.name, deck.special
from card_version v
join card on card.id = v.card_id
join deck on deck.id = v.deck_id
join page on page.id = card.page_id
where v.until_revision is null
union all
select page.wiki_id, 'faction', faction.id, v.name, page.title, '', 0
from faction_version v
join faction on faction.id = v.faction_id
join page on page.id = faction.page_id
where v.until_revision is null
union all
select page.wiki_id, 'term', term.id, v.name, page.title, '', 0
from term_version v
join term on term.id = v.term_id
join page on page.id = term.page_id
where v.until_revision is null
union all
select page.wiki_id, 'rule', rule.id, v.name, page.title, '', 0
from rule_version v
join rule on rule.id = v.rule_id
join page on page.id = rule.page_id
where v.until_revision is null and rule.subject = 'rule'
order by 1, 2, 3"""
_FORMER_CARDS = """
select distinct v.card_id, former.name
from card_version former
join card_version v on v.card_id = former.card_id and v.until_revision is null
where former.name_key <> v.name_key
order by 1, 2"""
_REDIRECTS = """
select wiki_id, title, redirect from page where redirect is not null and namespace = 0
union
select page.wiki_id, former_title.title, page.title
from former_title join page on page.id = former_title.page_id
order by 1, 2"""
_LISTED_FACTIONS = """
select page.wiki_id, l.label from listed_faction l join page on page.id = l.page_id
union
select page.wiki_id, s.name
from synergy s
join faction_version v on v.id = s.faction_version_id and v.until_revision is null
join faction on faction.id = v.faction_id
join page on page.id = faction.page_id
order by 1, 2"""
_LISTED_TITANS = """
select distinct page.wiki_id, l.titan from listed_titan l join page on page.id = l.page_id
order by 1, 2"""
_SETS = """
select distinct page.wiki_id, v.set_name
from faction_version v
join faction on faction.id = v.faction_id
join page on page.id = faction.page_id
where v.until_revision is null and v.set_name is not null
order by 1, 2"""


def names_by_wiki(db: Database) -> dict[int, list[Name]]:
    """Every name of each wiki (by its row id), in a settled order."""
    names: dict[int, list[Name]] = {row[0]: [] for row in db.execute("select id from wiki")}
    special: dict[int, set[str]] = {}
    for wiki, kind, number, name, page, deck, is_special in db.execute(_HELD):
        names[wiki].append(Name(kind, number, name, page, deck))
        if is_special:
            special.setdefault(wiki, set()).add(deck)
    for wiki, held in names.items():
        held[:] = list(_with_decks(held, special.get(wiki, set())))
        for more in (_former, _redirected, _listed):
            held += list(more(db, wiki, held))
    return names


def _with_decks(held: list[Name], decks: set[str]) -> Iterator[Name]:
    """The headings `The Monster Deck` know their decks, and are named by `monster` as well, unless
    a card bears that name."""
    cards = {name_key(name.name) for name in held if name.kind == "card"}
    headings = {name_key(f"the {deck} deck"): deck for deck in sorted(decks)}
    for name in held:
        deck = headings.get(name_key(name.name)) if name.kind == "rule" else None
        if deck is None:
            yield name
            continue
        yield name._replace(deck=deck)
        if name_key(deck) not in cards:
            yield name._replace(deck=deck, spelling=deck)


def _former(db: Database, wiki: int, held: list[Name]) -> Iterator[Name]:
    """Cards under their former names, which no card bears now."""
    cards = {name.id: name for name in held if name.kind == "card"}
    taken = {name_key(name.name) for name in held}
    for card, former in db.execute(_FORMER_CARDS):
        if card in cards and name_key(former) not in taken:
            yield cards[card]._replace(spelling=former)


def _redirected(db: Database, wiki: int, held: list[Name]) -> Iterator[Name]:
    """Factions under the titles that lead to their pages."""
    factions = {name.page: name for name in held if name.kind == "faction"}
    taken = {name_key(name.name) for name in held}
    for of_wiki, title, target in db.execute(_REDIRECTS):
        if of_wiki == wiki and target in factions and name_key(title) not in taken:
            yield factions[target]._replace(spelling=title)


def _listed(db: Database, wiki: int, held: list[Name]) -> Iterator[Name]:
    """What the wiki names, but no page held describes; and its sets, which are no cards."""
    cards = {name_key(name.name) for name in held if name.kind == "card"}
    factions = {_squeezed(n.spelling or n.name) for n in held if n.kind == "faction"}
    for of_wiki, faction in db.execute(_LISTED_FACTIONS):
        if of_wiki == wiki and _squeezed(faction) not in factions and not _placeholder(faction):
            factions.add(_squeezed(faction))
            yield Name("faction", None, faction, None)
    for of_wiki, titan in db.execute(_LISTED_TITANS):
        if of_wiki == wiki and name_key(titan) not in cards:
            yield Name("card", None, titan, None)
    for of_wiki, name in db.execute(_SETS):
        if of_wiki == wiki:
            yield from (Name("set", None, one, None) for one in {name: 0, without_aside(name): 0})


def _squeezed(name: str) -> str:
    """The same for `Super Heroes` and `Superheroes`."""
    return "".join(singular(word) for word in name_key(name).split())


def _placeholder(name: str) -> bool:
    """Whether a partner's name is a form not filled in: `Faction A`, `TBA`."""
    said = [singular(word) for word in name_key(name).split()]
    nothing = GAME_WORDS | FUNCTION_WORDS | {"tba", "tbd", "etc"}
    return any(word in nothing for word in said) and all(
        word in nothing or len(word) == 1 for word in said
    )
