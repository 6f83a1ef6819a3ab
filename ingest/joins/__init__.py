"""What crosses pages, a second pass over the current state: which texts name what, and lists that
name what other pages describe.

Runs after the changed pages are published, in the same transaction. While the names of the wiki are
what they were, only the texts of changed pages are read again, else all (design decision 2).
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence

from sqlite_utils import Database

from ingest.joins.list_joins import join_lists
from ingest.joins.names_held import names_by_wiki
from ingest.joins.texts_held import Text, texts_of
from ingest.mentions import Names, find
from ingest.records import Mention, NamedKind


def join_pages(db: Database, changed: Collection[int]) -> None:
    """Find the mentions anew: in the texts of the changed pages, in all when a name has changed."""
    by_wiki = names_by_wiki(db)
    stamp = hashlib.sha256(repr(by_wiki).encode()).hexdigest()
    held = db.execute("select value from meta where key = 'names'").fetchone()
    if held and held[0] == stamp:
        pages: Sequence[int] = sorted(changed)
    else:
        pages = [row[0] for row in db.execute("select id from page order by id")]
        db.execute("insert or replace into meta values ('names', ?)", [stamp])
    finders = {wiki: Names(names) for wiki, names in by_wiki.items()}
    _find_mentions(db, finders, pages)
    join_lists(db, finders)


def _find_mentions(db: Database, finders: dict[int, Names], pages: Sequence[int]) -> None:
    for page in pages:
        db.execute("delete from mention where page_id = ?", [page])
        for text in texts_of(db, page):
            rows = [
                _row(text, mention)
                for mention in find(text.text, finders[text.wiki_id], text.place)
            ]
            db.conn.executemany(_INSERT, rows)


_COLUMNS = (
    *("page_id", "subject", "card_id", "term_id", "rule_id", '"where"', "position", "start"),
    *("length", "written", "cue", "kind", "name"),
    *("named_card_id", "named_faction_id", "named_term_id", "named_rule_id"),
)
_INSERT = f"insert into mention ({', '.join(_COLUMNS)}) values ({', '.join('?' * len(_COLUMNS))})"
_KINDS: tuple[NamedKind, ...] = ("card", "faction", "term", "rule")


def _row(text: Text, mention: Mention) -> tuple[object, ...]:
    subject = text.place.kind
    subjects = (text.subject_id if subject == kind else None for kind in ("card", "term", "rule"))
    named = (mention.id if mention.kind == kind else None for kind in _KINDS)
    return (
        *(text.page_id, subject, *subjects, text.where, text.position),
        *(mention.start, mention.end - mention.start, mention.written, mention.cue),
        *(mention.kind, mention.name, *named),
    )
