"""A wiki in pieces, built one after the other, is what one build of it all is."""

from __future__ import annotations

import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.building import ROOT
from tests.small_wiki import built

_PAGE = re.compile(r"(<page>.*?)(<revision>.*?</revision>)\s*</page>", re.DOTALL)
_REVISION = re.compile(r"<revision>.*?</revision>", re.DOTALL)

# All that is derived but the rows' own numbers, which tell what came first.
QUERIES = (
    "select title, namespace, kind, redirect, wiki_page_id, stale from page",
    "select page.title, sequence, revision.timestamp, revision.text_state from revision"
    " join page on page.id = page_id",
    "select page.title, v.position, v.name, v.type, v.copies, v.power, v.text, v.line, f.sequence,"
    " u.sequence, s.sequence, v.since_exact, t.sequence, v.text_since_exact, e.status, e.raw,"
    " es.sequence, card.name, card.slug, deck.slug from card_version v"
    " join card on card.id = card_id join page on page.id = card.page_id"
    " join deck on deck.id = deck_id join erratum e on e.card_version_id = v.id"
    " join revision f on f.id = from_revision left join revision u on u.id = until_revision"
    " join revision s on s.id = v.since_revision join revision t on t.id = v.text_since_revision"
    " join revision es on es.id = e.since_revision",
    "select card, deck, text, depth, outdated, since, since_exact, page from clarifications",
    'select page, name, "set", titan, mechanics, synergies, deck_size, cover from factions',
    "select faction, position, partner, partner_held, listed, link from synergies",
    "select name, definition, exception, since, since_exact, slug from terms",
    "select page, subject, name, path, text, since, since_exact, slug from rules",
    "select id, timestamp, page, subject, name, field, op, old, new, cosmetic, reverted"
    " from changes",
    "select page.title, a.sequence, b.sequence, reason from gap join page on page.id = gap.page_id"
    " left join revision a on a.id = after_revision"
    " left join revision b on b.id = before_revision",
    'select page, subject, subject_name, "where", written, cue, kind, name, named_page, position,'
    " start from mentions",
    "select page.title, position, label, target, faction.name from listed_faction l"
    " join page on page.id = l.page_id left join faction on faction.id = l.faction_id",
    "select position, faction, titan, card.name from listed_titan"
    " left join card on card.id = card_id",
    "select page.title, line, heading, message from finding join page on page.id = page_id",
    "select * from set_spelling",
    "select * from credit",
    "select name, text, clarifications, errata from card_fts",
    "select card, text from clarification_fts",
    "select name, definition from term_fts",
    "select name, text from rule_fts",
)


def pieces_of(export: str, rng: random.Random) -> list[str]:
    """An export's revisions in two to five exports, in any order, some in two of them."""
    head, tail = export.partition("<page>")[0], "</mediawiki>\n"
    pieces = [head] * rng.randint(2, 5)
    told = [(page, one) for page, all_ in _PAGE.findall(export) for one in _REVISION.findall(all_)]
    for page, revision in rng.sample(told, len(told)):
        for number in rng.sample(range(len(pieces)), 2 if rng.random() < 0.1 else 1):
            pieces[number] += f"{page}{revision}</page>\n"
    return [piece + tail for piece in pieces]


def contents(db: Path) -> dict[str, list[str]]:
    with closing(sqlite3.connect(db)) as conn:
        return {query: sorted(map(repr, conn.execute(query).fetchall())) for query in QUERIES}


@pytest.fixture(scope="module")
def export() -> str:
    (path,) = (ROOT / "revisions").glob("*.xml")
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def whole(export: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    found = contents(built(tmp_path_factory.mktemp("whole"), export))
    assert sum(map(bool, found.values())) > 15, "the sample has nearly everything"
    return found


@pytest.mark.parametrize("seed", range(8))
def test_pieces_one_after_the_other_give_the_whole(seed, export, whole, tmp_path):
    for piece in pieces_of(export, random.Random(seed)):
        db = built(tmp_path, piece)
    found = contents(db)
    for query in QUERIES:
        assert found[query] == whole[query], query
