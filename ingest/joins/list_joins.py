"""Lists and labels joined over the pages: partners and listed factions with the factions held, the
titan list with its cards, spellings of a set or an artist with the one that stands for all.
"""

from __future__ import annotations

from collections import Counter

from sqlite_utils import Database

from ingest.folding import name_key
from ingest.joins.one_name import artists_by_spelling, artists_of, sets_by_spelling
from ingest.mentions import Name, Names, Place, find
from ingest.records import Link

_QUOTES = str.maketrans("‘’ʼ", "'''")
_PROSE = Place(register="prose")  # where a faction is meant rather than a card of its name

# Table, its key, the label and the link of what names a faction there.
_FACTION_LISTS = (
    ("synergy", "faction_version_id", "name", "page"),
    ("listed_faction", "page_id", "label", "target"),
    ("listed_titan", "page_id", "faction", "faction"),
)


def join_lists(db: Database, finders: dict[int, Names]) -> None:
    """Point lists at what is held, and fold spellings; made anew as a whole."""
    for wiki, names in finders.items():
        for table, key, label, link in _FACTION_LISTS:
            _point_at_factions(db, names, wiki, table, key, label, link)
        _point_at_titans(db, wiki)
    _fold_sets(db)
    _fold_artists(db)


def faction_named(names: Names, label: str, page: str | None) -> Name | None:
    """The faction that a list's entry names, held or not: by its link, else by its words."""
    linked = names.target(Link(label, page)) if page else None
    if linked is not None and linked.kind == "faction" and linked.id is not None:
        return linked
    for mention in find(label, names, _PROSE):
        if mention.kind == "faction" and name_key(mention.written) == name_key(label):
            return Name("faction", mention.id, mention.name, mention.page)
    return linked if linked is not None and linked.kind == "faction" else None


_OF_WIKI: dict[str, str] = {
    "page_id": "select id from page where wiki_id = ?",
    "faction_version_id": (
        "select v.id from faction_version v join faction f on f.id = v.faction_id"
        " join page on page.id = f.page_id where page.wiki_id = ?"
    ),
}


def _point_at_factions(
    db: Database, names: Names, wiki: int, table: str, key: str, label: str, link: str
) -> None:
    rows = db.execute(
        f"select {key}, position, {label}, {link}, faction_id from {table}"
        f" where {key} in ({_OF_WIKI[key]})",
        [wiki],
    ).fetchall()
    known: dict[tuple[str, str | None], int | None] = {}
    for row_key, position, said, target, held in rows:
        if (said, target) not in known:
            faction = faction_named(names, said, target)
            known[said, target] = faction.id if faction else None
        if known[said, target] != held:
            db.execute(
                f"update {table} set faction_id = ? where {key} = ? and position = ?",
                [known[said, target], row_key, position],
            )


def _point_at_titans(db: Database, wiki: int) -> None:
    """A titan on the list is the titan card of that name in that faction's deck."""
    titans = {
        (faction, key): card
        for faction, key, card in db.execute(
            "select faction.id, v.name_key, card.id from card_version v"
            " join card on card.id = v.card_id join faction on faction.page_id = card.page_id"
            " where v.until_revision is null and v.type = 'titan'"
        )
    }
    rows = db.execute(
        "select page_id, position, faction_id, titan from listed_titan"
        f" where page_id in ({_OF_WIKI['page_id']})",
        [wiki],
    ).fetchall()
    for page, position, faction, titan in rows:
        db.execute(
            "update listed_titan set card_id = ? where page_id = ? and position = ?",
            [titans.get((faction, name_key(titan))), page, position],
        )


def _fold_sets(db: Database) -> None:
    uses = Counter(
        name
        for (name,) in db.execute(
            "select set_name from faction_version"
            " where set_name is not null and until_revision is null"
        )
    )
    folded = sets_by_spelling(uses)
    several = [s for s in uses if sum(folded[s] == other for other in folded.values()) > 1]
    if several:  # the rules pages tell which of them is usual
        text = "\n".join(
            row[0].translate(_QUOTES)
            for row in db.execute(
                "select v.text from rule_version v join rule on rule.id = v.rule_id"
                " where v.until_revision is null and rule.subject = 'rule'"
            )
        )
        for spelling in several:
            uses[spelling] += text.count(spelling.translate(_QUOTES))
    db.execute("delete from set_spelling")
    db.conn.executemany(
        "insert into set_spelling values (?, ?)", sorted(sets_by_spelling(uses).items())
    )


_CREDITS = """
select illustrator, image from card_version where until_revision is null
union all select illustrator, image from term_version where until_revision is null
union all select cover_illustrator, cover from faction_version where until_revision is null"""


def _fold_artists(db: Database) -> None:
    credits_ = [row for row in db.execute(_CREDITS) if row[0]]
    uses: Counter[str] = Counter()
    images: dict[str, set[str]] = {}
    for credit, image in credits_:
        for artist in artists_of(credit):
            uses[artist] += 1
            if image:
                images.setdefault(artist, set()).add(image)
    folded = artists_by_spelling(uses, images)
    db.execute("delete from credit")
    db.conn.executemany(
        "insert into credit values (?, ?, ?, ?)",
        [
            (credit, position, artist, folded[artist])
            for credit in sorted({credit for credit, _ in credits_})
            for position, artist in enumerate(artists_of(credit))
        ],
    )
