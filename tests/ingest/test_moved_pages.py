"""Pages that were moved, deleted and made anew, told by several sources in any order.

What tells one page from another is the wiki's page id, else a revision id that both sources tell,
else the title; no revision is held twice, and no page under two rows.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from tests.small_wiki import Save, atom, built, card, faction, xml

OTTERS = faction(card())
LEFT = "#REDIRECT [[Sea Otters]]"


def at(day: int) -> str:
    return f"2026-01-{day:02d}T00:00:00Z"


def made(page: str, **more: Any) -> Save:
    return Save(1, at(1), OTTERS, page=page, **more)


def moved(page: str, day: int = 2, **more: Any) -> Save:
    """What a move leaves: a revision of the same text under the new title."""
    return Save(day, at(day), OTTERS, page=page, parent=day - 1, **more)


@pytest.fixture
def build(tmp_path: Path) -> Iterator[Callable[..., sqlite3.Connection]]:
    """Build sources one after the other into a fresh database; gives it, opened."""
    opened: list[sqlite3.Connection] = []

    def one_by_one(*sources: str) -> sqlite3.Connection:
        folder = tmp_path / str(len(opened))
        for source in sources:
            db = built(folder, source)
        opened.append(sqlite3.connect(db))
        return opened[-1]

    yield one_by_one
    for conn in opened:
        conn.close()


def pages(conn: sqlite3.Connection) -> list[tuple[object, ...]]:
    return conn.execute("select wiki_page_id, title from page order by title, 1").fetchall()


def revisions(conn: sqlite3.Connection) -> list[tuple[object, ...]]:
    return conn.execute(
        "select wiki_revision_id, page.title from revision join page on page.id = page_id"
        " order by wiki_revision_id, page.title"
    ).fetchall()


def decks(conn: sqlite3.Connection) -> list[str]:
    return [row[0] for row in conn.execute("select deck from cards")]


BEFORE = atom([made("Otters")])
AFTER = xml([made("Sea Otters"), moved("Sea Otters")])


@pytest.mark.parametrize("sources", list(permutations([BEFORE, AFTER])), ids=["before", "after"])
def test_a_feed_from_before_the_move_is_of_the_same_page(build, sources):
    conn = build(*sources)
    assert pages(conn) == [(5, "Sea Otters")]
    assert revisions(conn) == [(1, "Sea Otters"), (2, "Sea Otters")]
    assert decks(conn) == ["Sea Otters"]
    assert conn.execute("select title from former_title").fetchall() == [("Otters",)]


def test_two_feeds_around_a_move_tell_one_page(build):
    conn = build(BEFORE, atom([moved("Sea Otters"), made("Sea Otters")]))
    assert pages(conn) == [(None, "Sea Otters")]
    assert decks(conn) == ["Sea Otters"]


def test_the_redirect_may_stand_before_the_page_that_was_moved(build):
    """As where a page is moved over a redirect, which has the lower id."""
    left = Save(3, at(2), LEFT, page="Otters", page_id=4)
    conn = build(BEFORE, xml([left, made("Sea Otters"), moved("Sea Otters")]))
    assert pages(conn) == [(4, "Otters"), (5, "Sea Otters")]
    assert revisions(conn) == [(1, "Sea Otters"), (2, "Sea Otters"), (3, "Otters")]
    assert decks(conn) == ["Sea Otters"]


def test_the_redirect_that_a_move_leaves_is_a_page_of_its_own(build):
    feed = atom([Save(3, at(2), LEFT, page="Otters")])
    conn = build(xml([made("Otters")]), AFTER, feed)
    assert pages(conn) == [(None, "Otters"), (5, "Sea Otters")]
    assert decks(conn) == ["Sea Otters"], "the faction is no redirect"


def test_a_feed_from_after_a_move_tells_the_redirect_from_the_page(build):
    left = Save(3, at(2), LEFT, page="Otters")
    later = Save(4, at(3), OTTERS + "Wetter.", page="Sea Otters")
    feed = atom([later, left, moved("Sea Otters"), made("Sea Otters")])
    conn = build(xml([made("Otters")]), feed)
    assert pages(conn) == [(None, "Otters"), (5, "Sea Otters")]
    assert revisions(conn) == [(n, "Otters" if n == 3 else "Sea Otters") for n in (1, 2, 3, 4)]


ONCE = xml([made("Otters")])
TWICE = xml([made("Sea Otters"), moved("Sea Otters")])
THRICE = xml([made("Otters"), moved("Otters"), moved("Otters", 3)])


@pytest.mark.parametrize("sources", list(permutations([ONCE, TWICE, THRICE])))
def test_a_page_moved_there_and_back_has_its_newest_title(build, sources):
    conn = build(*sources)
    assert pages(conn) == [(5, "Otters")]
    assert conn.execute("select title from former_title").fetchall() == [("Sea Otters",)]


def test_a_page_moved_out_of_a_user_s_space_is_found_by_its_former_title(build):
    drafted = xml([made("User:Nell/Otters")]).replace("<ns>0", "<ns>2")
    after = xml([made("Otters"), moved("Otters")])
    conn = build(drafted, after, atom([made("User:Nell/Otters")]))
    assert conn.execute("select title, namespace from page").fetchall() == [("Otters", 0)]


AGAIN = Save(7, at(7), OTTERS + "Wetter.", page="Otters", page_id=44)


@pytest.mark.parametrize("feed_first", [True, False])
def test_two_pages_of_one_title_share_no_revision(build, feed_first):
    export, feed = xml([made("Otters"), AGAIN]), atom([AGAIN, made("Otters")])
    conn = build(*(feed, export) if feed_first else (export, feed))
    assert pages(conn) == [(5, "Otters"), (44, "Otters")]
    assert conn.execute(
        "select wiki_page_id, wiki_revision_id from revision join page on page.id = page_id"
        " order by 1"
    ).fetchall() == [(5, 1), (44, 7)]


def test_a_page_whose_revisions_are_all_another_s_goes(build):
    """Two sources told of one page as of two, until a third has the revisions of both."""
    current = xml([moved("Sea Otters")])
    conn = build(BEFORE, current)
    assert len(pages(conn)) == 2
    conn = build(BEFORE, current, AFTER)
    assert pages(conn) == [(5, "Sea Otters")]
    assert revisions(conn) == [(1, "Sea Otters"), (2, "Sea Otters")]
    assert conn.execute("pragma foreign_key_check").fetchall() == []
    assert decks(conn) == ["Sea Otters"]


def test_revisions_change_their_page_only_when_all_is_published(tmp_path, monkeypatch):
    """Broken off before, the pages that are public have the revisions that they had."""
    built(tmp_path, BEFORE)
    db = built(tmp_path, xml([moved("Sea Otters")]))
    with monkeypatch.context() as patch:
        patch.setattr("ingest.build.stale_pages", broken_off)
        with pytest.raises(KeyboardInterrupt):
            built(tmp_path, AFTER)
    with closing(sqlite3.connect(db)) as conn:
        assert revisions(conn) == [(1, "Otters"), (2, "Sea Otters")]
    built(tmp_path, AFTER)
    with closing(sqlite3.connect(db)) as conn:
        assert revisions(conn) == [(1, "Sea Otters"), (2, "Sea Otters")]


def broken_off(*_: object) -> list[int]:
    raise KeyboardInterrupt


# ---------------------------------------------------------------- in any order


class Author:
    """Edits, moves and deletes pages; tells of them by exports, whole or current, and feeds."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.saves: dict[int, list[Save]] = {}  # of the pages that are not deleted
        self.revisions = 0
        self.minutes = 0

    def act(self) -> None:
        self.minutes += 1
        act = self.rng.choice(
            [self.edit, self.edit, self.edit, self.create, self.move, self.delete]
        )
        act()

    def save(self, page_id: int, page: str, text: str) -> None:
        self.revisions += 1
        of_page = self.saves.setdefault(page_id, [])
        parent = of_page[-1].id if of_page else 0
        time = f"2026-01-01T{self.minutes // 60:02d}:{self.minutes % 60:02d}:00Z"
        of_page.append(Save(self.revisions, time, text, page, page_id, parent))

    def free(self) -> list[str]:
        used = {of_page[-1].page for of_page in self.saves.values()}
        return [title for title in ("Ants", "Bees", "Cats", "Dogs") if title not in used]

    def edit(self) -> None:
        if not self.saves:
            self.create()
        page_id = self.rng.choice(list(self.saves))
        self.save(page_id, self.saves[page_id][-1].page, f"Text {self.revisions}.")

    def create(self) -> None:
        if free := self.free():
            self.save(self.revisions + 100, self.rng.choice(free), f"Text {self.revisions}.")

    def move(self) -> None:
        if self.saves and (free := self.free()):
            page_id = self.rng.choice(list(self.saves))
            last = self.saves[page_id][-1]
            self.save(page_id, self.rng.choice(free), last.text or "")
            if self.rng.random() < 0.5:
                target = self.saves[page_id][-1].page
                self.save(self.revisions + 100, last.page, f"#REDIRECT [[{target}]]")

    def delete(self) -> None:
        if len(self.saves) > 1:
            del self.saves[self.rng.choice(list(self.saves))]

    def tell(self, kind: str) -> str:
        """All under the titles that they have now."""
        told = [
            replace(save, page=of_page[-1].page)
            for of_page in self.saves.values()
            for save in (of_page[-1:] if kind == "current" else of_page)
        ]
        if kind == "atom":
            return atom(sorted(told, key=lambda save: -save.id)[: self.rng.randint(1, 9)])
        return xml(told)


def told_by(seed: int, kinds: Sequence[str]) -> list[str]:
    author = Author(random.Random(seed))
    sources = []
    for _ in range(3):
        for _ in range(author.rng.randint(1, 6)):
            author.act()
        sources.append(author.tell(author.rng.choice(kinds)))
    return sources


@pytest.mark.parametrize("seed", range(12))
def test_exports_in_any_order_tell_the_same(build, seed):
    sources = told_by(seed, ["whole", "current"])
    found = set()
    for order in permutations(sources):
        conn = build(*order)
        former = conn.execute("select page_id, title from former_title order by 1, 2").fetchall()
        titles = dict(conn.execute("select id, wiki_page_id from page"))
        found.add(repr((pages(conn), revisions(conn), sorted((titles[p], t) for p, t in former))))
    assert len(found) == 1


@pytest.mark.parametrize("seed", range(25))
def test_no_revision_is_held_twice_and_no_page_without_one(build, seed):
    sources = told_by(seed, ["whole", "current", "atom"])
    random.Random(seed).shuffle(sources)
    conn = build(*sources)
    told = [row[0] for row in revisions(conn)]
    assert len(told) == len(set(told))
    empty = "select title from page where id not in (select page_id from revision)"
    assert conn.execute(empty).fetchall() == []
    assert conn.execute("pragma foreign_key_check").fetchall() == []
    generation = "select value from meta where key = 'generation'"
    (before,) = conn.execute(generation)
    db = conn.execute("pragma database_list").fetchone()[2]
    built(Path(db).parent, sources[-1])
    assert conn.execute(generation).fetchall() == [before], "the last one again adds nothing"
