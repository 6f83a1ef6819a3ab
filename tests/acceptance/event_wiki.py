"""The real wiki after its 41 odd events, as a knowledge base: built by the command, read by SQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.acceptance.asking import Answer, Object, ask

SOURCES = {  # scenario → what is read, one build after another
    "A": ("events/full-history.xml.gz",),
    "B": ("events/feedcontributions-Krecord21.atom",),
    "C": ("pristine/full-history.xml", "events/full-history.xml.gz"),
}
Row = sqlite3.Row
Complaints = Iterator[str]  # what is wrong, a line each


def differ(what: object, told: object, right: object) -> Complaints:
    if told != right:
        yield f"{what}: {told!r}, not {right!r}"


@dataclass
class Wiki:
    """One scenario's knowledge base."""

    db: Path
    conn: sqlite3.Connection
    builds: list[Object]  # `sources` of each build's report
    cards_before: dict[int, int | None]  # before the last build: card's id → wiki's page id

    def ask(self, *arguments: str) -> Answer:
        return ask(self.db, *arguments, "--json")

    def rows(self, sql: str, *values: object) -> list[Row]:
        return self.conn.execute(sql, values).fetchall()

    def column(self, sql: str, *values: object) -> list[Any]:
        return [row[0] for row in self.conn.execute(sql, values)]

    def one(self, sql: str, *values: object) -> Any:
        found = self.column(sql, *values)
        return found[0] if len(found) == 1 else None

    def revision(self, number: int) -> Row | None:
        """A revision by the wiki's own number, with its page and text."""
        rows = self.rows(
            "select r.*, page.title as page, contributor.name as user, text.wikitext"
            " from revision r join page on page.id = r.page_id"
            " left join contributor on contributor.id = r.contributor_id"
            " left join text on text.id = r.text_id where r.wiki_revision_id = ?",
            number,
        )
        return rows[0] if len(rows) == 1 else None

    def wikitext(self, number: int) -> str | None:
        row = self.revision(number)
        return row["wikitext"] if row else None

    def page_revisions(self, title: str) -> list[int]:
        """The wiki's numbers of a page's revisions, oldest first."""
        return self.column(
            "select r.wiki_revision_id from revision r join page on page.id = r.page_id"
            " where page.title = ? order by r.sequence",
            title,
        )

    def cards(self, page: str) -> list[str]:
        """Names of a page's current cards."""
        return self.column("select name from cards where page = ?", page)

    def cards_at(self, page: str, moment: str) -> list[str]:
        """Names of a page's cards as of an instant."""
        return self.column(
            "select v.name from card_version v join card on card.id = v.card_id"
            " join page on page.id = card.page_id join revision f on f.id = v.from_revision"
            " left join revision u on u.id = v.until_revision where page.title = ?"
            " and f.timestamp <= ? and (u.id is null or u.timestamp > ?)",
            *(page, moment, moment),
        )

    def card(self, name: str, page: str, *options: str) -> Object | None:
        """A page's card of a name, as the command answers."""
        found = self.ask("card", name, *options).json["cards"]
        mine = [card for card in found if card["page"] == page and card["name"] == name]
        return mine[0] if len(mine) == 1 else None

    def changes(self, number: int) -> list[Row]:
        """All CHANGEs made by a revision, cosmetic and undone ones too."""
        return self.rows("select * from changes where revision_id = ? order by id", number)


def built(scenario: str, shared: Path, folder: Path) -> Wiki:
    """Read a scenario's sources in order, each by a build of its own."""
    db = folder / f"{scenario}.db"
    builds: list[Object] = []
    cards: dict[int, int | None] = {}
    for source in SOURCES[scenario]:
        if db.exists():
            cards = card_pages(db)
        answer = ask(db, "build", str(shared / "fixtures" / source), "--json")
        assert answer.status == 0, answer.stderr
        builds += answer.json["sources"]
    conn = sqlite3.connect(f"file:{db}?mode=ro", uri=True)
    conn.row_factory = sqlite3.Row
    return Wiki(db, conn, builds, cards)


def card_pages(db: Path) -> dict[int, int | None]:
    with closing(sqlite3.connect(db)) as conn:
        return dict(
            conn.execute(
                "select card.id, page.wiki_page_id from card join page on page.id = card.page_id"
            )
        )


@contextmanager
def wikis(scenarios: Iterable[str], shared: Path, folder: Path) -> Iterator[dict[str, Wiki]]:
    """The scenarios' knowledge bases, their connections closed at the end."""
    found = {scenario: built(scenario, shared, folder) for scenario in scenarios}
    try:
        yield found
    finally:
        for wiki in found.values():
            wiki.conn.close()
