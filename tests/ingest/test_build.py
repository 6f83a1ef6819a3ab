"""A build as a whole: its transactions, its batches, what it does when another build is at work."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from ingest import build as building
from ingest import page_history
from ingest.build import build
from ingest.errors import DatabaseError
from tests.small_wiki import Save, atom, built, card, faction, feed_text, xml

OTTERS = faction(card())
WETTER = faction(card(text="Draw two cards."))
NEW_YEAR = "2026-01-01T00:00:00Z"


def no_index(*_: object) -> None:
    pass


def ask(db: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(db)) as conn:
        return conn.execute(query).fetchall()


def test_no_source_publishes_what_is_left(tmp_path):
    report = build(tmp_path / "smashup.db", [], no_index)
    assert (report.sources, report.generation) == ([], 1)


@pytest.mark.parametrize("tell", [feed_text, atom])
def test_a_feed_begins_with_the_newest_of_a_second(tell, tmp_path):
    feed = tmp_path / "feed"
    feed.write_text(tell([Save(2, NEW_YEAR, WETTER), Save(1, NEW_YEAR, OTTERS)]), encoding="utf-8")
    db = built(tmp_path / "db", feed)
    assert ask(db, "select text from cards") == [("Draw two cards.",)]
    assert built(tmp_path / "db", feed) == db
    assert ask(db, "select count(*) from revision") == [(2,)]


@pytest.fixture
def sizes(monkeypatch):
    """Sizes of the batches that come to be stored, of three revisions where nothing else counts."""
    found: list[int] = []
    monkeypatch.setattr("ingest.load.Loader.store", lambda _, batch: found.append(len(list(batch))))
    monkeypatch.setattr(building, "BATCH", 3)
    return found


def test_long_texts_are_stored_in_small_batches(sizes, tmp_path, monkeypatch):
    monkeypatch.setattr(building, "BATCH_TEXT", 1000)
    lengths = [1, 1, 1, 1, 1000, 400, 400, 400, 1]
    days = (f"2026-01-{n:02}T00:00:00Z" for n in range(1, 10))
    saves = [Save(n, day, "x" * lengths[n - 1]) for n, day in enumerate(days, 1)]
    built(tmp_path, xml(saves))
    assert sizes == [3, 2, 3, 1]


def test_revisions_of_one_second_are_stored_together(sizes, tmp_path):
    """As long as they are not too many."""
    days = [1, 2, 3, 3, 3, *[4] * 8]
    saves = [Save(n, f"2026-01-{day:02}T00:00:00Z", "x") for n, day in enumerate(days, 1)]
    built(tmp_path, xml(saves))
    assert sizes == [5, 6, 2]


def test_what_is_remembered_of_sections_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(page_history, "MEMO", 2)
    saves = [Save(n, NEW_YEAR, faction(card(power=n)), f"Page {n}", n) for n in range(1, 6)]
    db = built(tmp_path, xml(saves))
    assert ask(db, "select power from cards order by 1") == [(n,) for n in range(1, 6)]


def test_other_code_derives_all_anew(tmp_path, monkeypatch):
    """After an upgrade a grammar may read what it did not; the same code reads nothing twice."""
    dump = xml([Save(1, NEW_YEAR, OTTERS)])
    db = built(tmp_path, dump)
    package = tmp_path / "ingest"
    package.mkdir()
    (package / "grammar.py").write_text("better = True\n", encoding="utf-8")
    monkeypatch.setattr("ingest.publish._PACKAGE", package)
    generation = "select value from meta where key = 'generation'"
    assert ask(built(tmp_path, dump), generation) == [("2",)]
    assert ask(built(tmp_path, dump), generation) == [("2",)]
    assert ask(db, "select count(*) from cards") == [(1,)]


def test_what_is_read_again_and_brings_nothing_is_one_source(tmp_path):
    dump = xml([Save(1, NEW_YEAR, OTTERS)])
    for _ in range(4):
        db = built(tmp_path, dump)
    assert ask(db, "select new, complete from source order by id") == [(1, 1), (0, 1)]


def test_a_source_without_revisions_is_one_too(tmp_path):
    dump = xml([])
    for _ in range(3):
        db = built(tmp_path, dump)
    assert ask(db, "select revisions from source") == [(0,)]


def test_views_of_a_user_stay(tmp_path):
    dump = xml([Save(1, NEW_YEAR, OTTERS)])
    db = built(tmp_path, dump)
    with closing(sqlite3.connect(db)) as conn:
        conn.execute("create view mine as select name from cards")
        conn.execute("drop view errata")  # as of an older version, that had none
    built(tmp_path, dump)
    assert ask(db, "select name from mine") == ask(db, "select name from cards") != []
    assert ask(db, "select count(*) from errata") != []


def test_broken_off_between_batches_then_another_source(tmp_path, monkeypatch):
    """What was public stays so; the next build, of whatever, publishes what was stored."""
    db = built(tmp_path, xml([Save(1, NEW_YEAR, OTTERS)]))
    later = [
        Save(n, f"2026-02-0{n}T00:00:00Z", faction(card(power=n)), parent=n - 1) for n in (2, 3)
    ]
    dump = tmp_path / "later.xml"
    dump.write_text(xml([*later, Save(4, NEW_YEAR, WETTER, "Newts", 6)]), encoding="utf-8")
    monkeypatch.setattr(building, "BATCH", 1)

    def break_off(stage: str, done: int, total: int | None) -> None:
        if ask(db, "select count(*) from revision") == [(2,)]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(db, [str(dump)], no_index, progress=break_off)
    assert ask(db, "select power from cards") == [(3,)]
    assert ask(db, "select complete, revisions from source order by id") == [(1, 1), (0, 0)]
    built(tmp_path, xml([Save(9, NEW_YEAR, OTTERS, "Badgers", 7)]))
    assert ask(db, "select page, power from cards order by 1") == [("Badgers", 3), ("Otters", 2)]
    built(tmp_path, dump)
    assert ask(db, "select page, power from cards order by 1") == [
        ("Badgers", 3),
        ("Newts", 3),
        ("Otters", 3),
    ]
    assert ask(db, "select count(*) from revision") == [(5,)]


# ---------------------------------------------------------------- two at once


def test_a_build_waits_for_the_other(tmp_path):
    """Both begin with no database, both end well, nothing is lost."""
    dumps: list[Path] = []
    for name in ("Otters", "Badgers", "Newts"):
        saves = [Save(n, NEW_YEAR, OTTERS, f"{name} {n}", n) for n in range(len(dumps), 90, 3) if n]
        dumps.append(tmp_path / f"{name}.xml")
        dumps[-1].write_text(xml(saves), encoding="utf-8")
    failed: list[BaseException] = []

    def run(dump: Path) -> None:
        try:
            build(tmp_path / "smashup.db", [str(dump)], no_index)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(dump,)) for dump in dumps]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    db = tmp_path / "smashup.db"
    assert ask(db, "select count(*) from cards") == ask(db, "select count(*) from page") == [(89,)]
    assert ask(db, "select count(*) from page where stale") == [(0,)]
    assert ask(db, "pragma integrity_check") == [("ok",)]


def test_a_lock_that_lasts_is_one_clear_line(tmp_path, monkeypatch):
    db = built(tmp_path, xml([Save(1, NEW_YEAR, OTTERS)]))
    monkeypatch.setattr(building, "WAIT", 0.1)
    with closing(sqlite3.connect(db, isolation_level=None)) as other:
        other.execute("begin immediate")
        with pytest.raises(DatabaseError, match=r"another program is writing .*; try again"):
            built(tmp_path, xml([Save(2, NEW_YEAR, WETTER)]))
    assert ask(db, "select text from cards") == [("Draw a card.",)]
