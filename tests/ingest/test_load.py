"""One row for one thing, however many sources tell of it, in whatever order."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlite_utils import Database

from ingest.errors import DumpError
from ingest.load import Loader
from ingest.records import Revision, Site
from ingest.schema import ensure_schema
from ingest.wikis import wiki_for

OTTER = Site(name="Otter Rules", base="https://otter.example/wiki/Main_Page", dbname="otter")


@pytest.fixture
def db():
    database = Database(memory=True)
    database.execute("pragma foreign_keys = on")
    ensure_schema(database, "memory")
    yield database
    database.close()


def told(**more: object) -> Revision:
    """What a feed tells of a revision; `more` as an export would add."""
    feed = Revision("Tide Callers", "2026-01-01T00:00:00Z", "splash", "present", contributor="Nell")
    return replace(feed, **more)  # type: ignore[arg-type]


FEED = told()
EXPORT = told(namespace=0, page_id=5, revision_id=11, parent_id=0, comment="made", minor=False)


def load(db: Database, *revisions: Revision, site: Site | None = OTTER) -> Loader:
    loader = Loader(db, wiki_for(db, site), site)
    loader.store(revisions)
    return loader


def rows(db: Database) -> list[dict[str, object]]:
    return list(
        db.query(
            "select page.title, wiki_page_id, wiki_revision_id, wiki_parent_id, timestamp,"
            " contributor.name, comment, text_state, withheld, text.wikitext"
            " from revision join page on page.id = page_id"
            " left join contributor on contributor.id = contributor_id"
            " left join text on text.id = text_id order by timestamp, revision.id"
        )
    )


@pytest.mark.parametrize("order", [(FEED, EXPORT), (EXPORT, FEED)])
def test_a_revision_told_twice_is_one_row_completed_by_who_tells_more(db, order):
    first = load(db, order[0])
    second = load(db, order[1])
    assert (first.new, second.new) == (1, 0)
    assert rows(db) == [
        {
            "title": "Tide Callers",
            "wiki_page_id": 5,
            "wiki_revision_id": 11,
            "wiki_parent_id": 0,
            "timestamp": "2026-01-01T00:00:00Z",
            "name": "Nell",
            "comment": "made",
            "text_state": "present",
            "withheld": 0,
            "wikitext": "splash",
        }
    ]


@pytest.mark.parametrize("feed_first", [True, False])
def test_an_export_tells_the_summary_as_it_was_written(db, feed_first):
    feed, export = told(comment="see Reef"), replace(EXPORT, comment="see [[Reef]]")
    load(db, feed if feed_first else export)
    load(db, export if feed_first else feed)
    assert [row["comment"] for row in rows(db)] == ["see [[Reef]]"]


def test_repeating_adds_nothing_and_leaves_the_page_as_it_was(db):
    load(db, EXPORT)
    db.execute("update page set stale = 0")
    assert load(db, EXPORT).new == 0
    assert db.execute("select stale from page").fetchall() == [(0,)]


@pytest.mark.parametrize("state", ["hidden", "missing"])
@pytest.mark.parametrize("late", [False, True])
def test_of_one_second_a_revision_without_text_leaves_the_other_its_own(db, state, late):
    """A feed tells the text without an id; the export has two revisions of that second."""
    bare = replace(EXPORT, text=None, text_state=state, contributor="Ned")
    shown = replace(EXPORT, revision_id=12, parent_id=11)
    load(db, FEED)
    load(db, *((shown, bare) if late else (bare, shown)))
    found = {row["wiki_revision_id"]: row for row in rows(db)}
    assert set(found) == {11, 12}
    assert (found[11]["wikitext"], found[11]["withheld"]) == (None, 0)
    assert (found[12]["wikitext"], found[12]["name"]) == ("splash", "Nell")


@pytest.mark.parametrize("state", ["hidden", "missing", "empty"])
def test_text_once_known_is_not_overwritten_by_text_withheld(db, state):
    load(db, EXPORT)
    load(db, replace(EXPORT, text=None, text_state=state))
    (row,) = rows(db)
    assert (row["text_state"], row["wikitext"]) == ("present", "splash")
    assert row["withheld"] == (1 if state == "hidden" else 0)


def test_text_that_comes_later_fills_a_revision_without(db):
    load(db, replace(EXPORT, text=None, text_state="missing"))
    load(db, EXPORT)
    (row,) = rows(db)
    assert (row["text_state"], row["wikitext"]) == ("present", "splash")


def test_text_that_another_source_hides_is_marked_whichever_comes_first(db):
    load(db, replace(EXPORT, text=None, text_state="hidden"))
    load(db, EXPORT)
    (row,) = rows(db)
    assert (row["text_state"], row["wikitext"], row["withheld"]) == ("present", "splash", 1)


def test_a_proven_blank_says_more_than_a_feed_without_text(db):
    load(db, told(text=None, text_state="missing"))
    load(db, replace(EXPORT, text=None, text_state="empty"))
    assert [row["text_state"] for row in rows(db)] == ["empty"]


def test_white_space_is_no_text(db):
    load(db, told(text=" \n\t\n"))
    assert [row["text_state"] for row in rows(db)] == ["empty"]


def test_revisions_of_one_second_are_told_apart_by_their_ids_and_texts(db):
    load(db, told(revision_id=1, page_id=5), told(revision_id=2, page_id=5, text="splosh"))
    assert load(db, told(text="splosh"), told(text="splash")).new == 0
    assert len(rows(db)) == 2
    assert load(db, told(text="splish")).new == 1


def test_a_page_id_under_a_new_title_is_a_move_and_the_old_title_still_finds_it(db):
    load(db, EXPORT)
    moved = replace(
        EXPORT,
        title="Tide Callers (faction)",
        revision_id=12,
        timestamp="2026-02-01T00:00:00Z",
    )
    redirect = replace(
        EXPORT,
        page_id=9,
        revision_id=13,
        timestamp="2026-02-01T00:00:00Z",
        text="#REDIRECT [[Tide Callers (faction)]]",
    )
    load(db, moved, redirect)
    titles = db.execute("select wiki_page_id, title from page order by wiki_page_id").fetchall()
    assert titles == [(5, "Tide Callers (faction)"), (9, "Tide Callers")]
    assert db.execute("select title from former_title").fetchall() == [("Tide Callers",)]
    assert load(db, FEED).new == 0, "the feed's old title means the page that held that revision"


def test_a_title_used_again_is_another_page(db):
    load(db, EXPORT)
    load(db, replace(EXPORT, page_id=44, revision_id=61, timestamp="2026-03-01T00:00:00Z"))
    assert db.execute("select count(*) from page where title = 'Tide Callers'").fetchone() == (2,)


def test_the_same_wiki_at_another_address_is_one_wiki(db):
    assert wiki_for(db, OTTER) == wiki_for(
        db, replace(OTTER, base="http://127.0.0.1:8391/wiki/Main")
    )
    assert wiki_for(db, Site(name="otter rules")) == 1
    assert wiki_for(db, None) == 1


def test_a_source_that_names_no_wiki_needs_to_say_which_when_there_are_several(db):
    wiki_for(db, OTTER)
    assert wiki_for(db, Site(name="Badger Rules")) == 2
    with pytest.raises(DumpError, match="--wiki ADDRESS"):
        wiki_for(db, None)
    assert wiki_for(db, None, OTTER.base) == 1


def test_the_address_given_by_hand_completes_a_wiki_that_tells_none(db):
    wiki_for(db, Site(name="Otter Rules"))
    wiki_for(db, Site(name="Otter Rules"), "https://otter.example/wiki/Main_Page")
    assert db.execute("select base from wiki").fetchall() == [(OTTER.base,)]


def test_underscores_and_blanks_are_one_title(db):
    load(db, EXPORT, replace(EXPORT, title="Tide_Callers", revision_id=12))
    assert db.execute("select title from page").fetchall() == [("Tide Callers",)]


# ---------------------------------------------------------------- what a feed can only guess


@pytest.mark.parametrize("feed_first", [True, False])
def test_an_export_tells_the_model_that_a_feed_guesses(db, feed_first):
    feed, export = told(text="{}"), replace(EXPORT, text="{}", model="json")
    load(db, feed if feed_first else export)
    load(db, export if feed_first else feed)
    assert db.execute("select model from revision").fetchall() == [("json",)]


@pytest.mark.parametrize("feed_first", [True, False])
def test_a_wiki_s_own_namespace_is_one_page_for_who_does_not_know_it(db, feed_first):
    feed, export = told(title="Portal:Tides"), replace(EXPORT, title="Portal:Tides", namespace=100)
    load(db, feed if feed_first else export)
    load(db, export if feed_first else feed)
    assert db.execute("select title, namespace from page").fetchall() == [("Portal:Tides", 100)]


@pytest.mark.parametrize("feed_first", [True, False])
def test_the_newline_that_a_feed_s_text_lacks_makes_no_other_revision(db, feed_first):
    feed, export = FEED, replace(EXPORT, text="splash\n")
    load(db, feed if feed_first else export)
    load(db, export if feed_first else feed)
    assert [row["wikitext"] for row in rows(db)] == ["splash\n"]


def test_sizes_tell_revisions_of_one_second_apart_where_texts_are_not_told(db):
    load(db, told(text="splish splash"), told(text="splash"))
    stub = replace(EXPORT, text=None, text_state="missing")
    load(db, replace(stub, revision_id=11, size=6), replace(stub, revision_id=12, size=13))
    found = [(row["wiki_revision_id"], row["wikitext"]) for row in rows(db)]
    assert sorted(found) == [(11, "splash"), (12, "splish splash")]


def test_a_revision_twice_in_a_batch_is_one(db):
    load(db, EXPORT, EXPORT, replace(EXPORT, title="Tide Callers II"))
    assert len(rows(db)) == 1


def test_an_address_of_another_host_is_another_wiki(db):
    wiki_for(db, OTTER)
    assert wiki_for(db, None, "https://otter.example/wiki/") == 1
    assert wiki_for(db, None, "https://badger.example/wiki/Main_Page") == 2


def test_a_name_joins_the_address_that_came_alone(db):
    assert wiki_for(db, None, "https://otter.example") == 1
    assert wiki_for(db, OTTER) == 1
    assert db.execute("select name from wiki").fetchall() == [("Otter Rules",)]


# ---------------------------------------------------------------- many of them


def stored_in(db: Database, revisions: list[Revision]) -> int:
    """Steps of SQLite's machine that storing takes, in thousands."""
    steps = 0

    def step() -> int:
        nonlocal steps
        steps += 1
        return 0

    load(db)
    db.conn.set_progress_handler(step, 1000)
    load(db, *revisions)
    db.conn.set_progress_handler(None, 1000)
    return steps


def stamp(number: int) -> str:
    return f"2026-01-{1 + number // 1440:02d}T{number // 60 % 24:02d}:{number % 60:02d}:00Z"


MANY = {
    "revisions of a page": [
        told(page_id=5, revision_id=n + 1, timestamp=stamp(n)) for n in range(2000)
    ],
    "the same without ids": [told(timestamp=stamp(n)) for n in range(2000)],
    "pages": [told(title=f"Page {n}", page_id=n + 1, revision_id=n + 1) for n in range(2000)],
    "pages without ids": [told(title=f"Page {n}") for n in range(2000)],
}


@pytest.mark.parametrize("what", MANY)
def test_twice_as_many_take_twice_as_long(db, what):
    first, second = MANY[what][:500], MANY[what][500:]
    few, many = stored_in(db, first), stored_in(db, second)  # three times as many
    assert many < 4 * few


def test_so_does_a_page_under_its_new_title(db):
    revisions = MANY["revisions of a page"]
    load(db, *revisions)
    renamed = [replace(revision, title="Sea Callers") for revision in revisions]
    few, many = stored_in(db, renamed[:500]), stored_in(db, renamed[500:])
    assert many < 4 * few
    assert db.execute("select title from page").fetchall() == [("Sea Callers",)]
