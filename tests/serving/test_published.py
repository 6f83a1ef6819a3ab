"""The copies that are served: made when something was published, kept while they are read."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ingest.errors import SmashupError
from kb.serving import published as published_module
from kb.serving.published import PREFIX, SETTLED, Copy, Published
from tests.datasette_.odd_wiki import make_database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    make_database(tmp_path / "kb.db")
    return tmp_path / "kb.db"


@pytest.fixture
def published(path: Path) -> Iterator[Published]:
    found = Published(str(path))
    yield found
    found.close()
    assert not os.path.exists(found.folder)


def newest(published: Published) -> Copy:
    copy = published.pin()
    assert copy
    published.unpin(copy)
    return copy


def change(path: Path, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as conn:
        conn.execute(sql, values)
        conn.commit()


def names(copy: Copy) -> list[str]:
    with copy.connection() as conn:
        return [name for (name,) in conn.execute("select name from cards order by id")]


def publish(path: Path, name: str) -> None:
    """A new generation, in which the first card has another name."""
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("update card_version set name = ? where id = 1", [name])
        conn.execute("update meta set value = value + 1 where key = 'generation'")
        conn.commit()


def test_one_copy_a_state(path: Path, published: Published):
    first = newest(published)
    time.sleep(2 * SETTLED)
    assert newest(published) is first
    assert published.pin(wait=False) is first
    published.unpin(first)
    publish(path, "Greater")
    assert published.pin(wait=False) is None  # it has to be made first
    assert names(newest(published))[0] == "Greater"
    assert newest(published).state != first.state
    assert not os.path.exists(first.path)


def test_what_is_read_stays(path: Path, published: Published):
    copy = published.pin()
    assert copy
    for name in ("One", "Two"):
        publish(path, name)
        assert names(newest(published))[0] == name
        assert names(copy)[0] == "Lesser <Than>"
    published.unpin(copy)
    assert not os.path.exists(copy.path)
    assert len(os.listdir(published.folder)) == 1


def test_a_change_by_hand_counts_too(path: Path, published: Published):
    newest(published)
    change(path, "update card_version set name = 'By hand' where id = 1")
    assert names(newest(published))[0] == "By hand"


def test_what_a_build_only_stores_does_not(path: Path, published: Published):
    change(path, "update revision set sequence = 0 where id = 1")
    first = newest(published)
    change(path, "update revision set comment = 'stored' where id = 1")
    assert newest(published) is first
    publish(path, "Greater")
    assert newest(published) is not first


@pytest.mark.parametrize("broken", ["gone", "no database", "cut", "another program's", "empty"])
def test_without_a_readable_file_the_copy_stays(path: Path, published: Published, broken: str):
    first = newest(published)
    whole = path.read_bytes()
    path.unlink()
    if broken == "no database":
        path.write_text("<html>" * 1000)
    elif broken == "cut":
        path.write_bytes(whole[: len(whole) // 2])
    elif broken == "another program's":
        change(path, "create table card(id)")
    elif broken == "empty":
        path.touch()
    assert newest(published) is first
    assert names(first)[0] == "Lesser <Than>"
    path.write_bytes(whole)
    assert names(newest(published))[0] == "Lesser <Than>"


def test_a_copy_that_somebody_deleted_is_made_anew(published: Published):
    os.unlink(newest(published).path)
    assert names(newest(published))[0] == "Lesser <Than>"


def test_a_file_moved_over_it(path: Path, published: Published, tmp_path: Path):
    """Also one of the same generation, built in the same second, though readers left a journal."""
    newest(published)
    other = tmp_path / "other.db"
    shutil.copy(path, other)
    change(other, "update card_version set name = 'Other' where id = 1")
    reader = sqlite3.connect(path)
    reader.execute("select count(*) from card").fetchone()
    os.replace(other, path)
    assert names(newest(published))[0] == "Other"
    reader.close()
    assert names(newest(published))[0] == "Other"


def test_there_must_be_something(tmp_path: Path):
    published = Published(str(tmp_path / "none.db"))
    with pytest.raises(SmashupError):
        published.pin()
    published.close()


def test_no_room_for_a_copy(path: Path, published: Published):
    """Before there is any copy it is told with the way out; later the former copy stays."""
    folder, published.folder = published.folder, f"{path}/no folder"
    with pytest.raises(SmashupError, match="TMPDIR"):
        published.pin()
    published.folder = folder
    first = newest(published)
    publish(path, "Greater")
    published.folder = f"{path}/no folder"
    assert newest(published) is first
    published.folder = folder
    assert names(newest(published))[0] == "Greater"


def test_a_folder_that_was_cleared_up(published: Published):
    newest(published)
    shutil.rmtree(published.folder)
    assert names(newest(published))[0] == "Lesser <Than>"


def test_what_killed_servers_left_behind(path: Path):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    left = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{gone.pid}-"))
    another = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
    Published(str(path)).close()
    assert not left.exists()
    assert another.exists()
    another.rmdir()


def test_who_is_done_waits_for_no_copy(
    path: Path, published: Published, monkeypatch: pytest.MonkeyPatch
):
    """The server's one loop says so; it must not stand still while a copy is made."""
    copy = published.pin()
    assert copy
    begun, go_on = threading.Event(), threading.Event()
    make = published_module.make_copy

    def slowly(source: sqlite3.Connection, to: str) -> None:
        begun.set()
        assert go_on.wait(60)
        make(source, to)

    monkeypatch.setattr(published_module, "make_copy", slowly)
    publish(path, "Greater")
    maker = threading.Thread(target=newest, args=[published])
    maker.start()
    assert begun.wait(60)
    published.unpin(copy)  # would wait for ever
    assert published.pin(wait=False) is None
    go_on.set()
    maker.join(60)
    assert names(newest(published))[0] == "Greater"


def test_threads(path: Path, published: Published):
    """Readers in threads while states are published: each reads one state, whole."""
    wrong: list[object] = []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            copy = published.pin()
            assert copy
            try:
                once = names(copy)
                with copy.connection() as conn:
                    found = conn.execute("select value from meta where key = 'generation'")
                    generation = found.fetchone()[0]
                if names(copy) != once or (once[0], generation) not in states:
                    wrong.append((once, generation))
            except sqlite3.Error as error:
                wrong.append(error)
            finally:
                published.unpin(copy)

    states = {("Lesser <Than>", "1")} | {(f"Name {n}", str(n)) for n in range(2, 12)}
    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for number in range(2, 12):
        publish(path, f"Name {number}")
        time.sleep(0.05)
    done.set()
    for thread in threads:
        thread.join(60)
    assert wrong == []
    assert names(newest(published))[0] == "Name 11"
    assert len(os.listdir(published.folder)) == 1


def test_nothing_of_the_machine_and_nothing_hidden(path: Path, published: Published):
    source = "/home/ann/dumps/a.xml"
    change(path, "update source set path = ?, warnings = ?", source, f'["{source}: cut short"]')
    change(path, "insert into contributor(name) values ('Somebody Hidden')")
    hide = "update revision set contributor_id = 2, contributor_hidden = 1, comment_hidden = 1"
    change(path, f"{hide}, comment = 'said in secret' where id = 1")
    copy = newest(published)
    with copy.connection() as conn:
        row = conn.execute("select path, warnings from source").fetchone()
        assert row == ("a.xml", '["a.xml: cut short"]')
        hidden = "select contributor_id, comment from revision where id = 1"
        assert conn.execute(hidden).fetchone() == (None, None)
        others = "select count(*) from revision where contributor_id = 1 and comment is not null"
        assert conn.execute(others).fetchone()[0] > 0
        assert conn.execute("select count(*) from contributor").fetchone()[0] == 1
    assert b"/home/ann" not in Path(copy.path).read_bytes()
