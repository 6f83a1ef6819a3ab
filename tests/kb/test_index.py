"""The index of a generation: complete or not there, of this database or not read."""

from __future__ import annotations

import os
import pickle
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.errors import IndexMissing
from kb.db import connect, generation
from kb.finding.marker import MARKER
from kb.finding.passages import Passage, passages
from kb.index.reading import open_index
from kb.index.writing import memory_index, prune, write_index
from tests.kb.small_wikis import Edit, Wiki, card, faction

LATER = "2026-02-01T00:00:00Z"


@pytest.fixture
def otters(make_wiki: Callable[..., Wiki]) -> Wiki:
    return make_wiki(Edit("Otters", faction("Raft", "Clam")), Edit("Boats", faction("Sail")))


def folder(wiki: Wiki, number: int) -> Path:
    return Path(f"{wiki.path}.index") / str(number)


def everything(wiki: Wiki) -> list[Passage]:
    index = open_index(wiki.conn, wiki.database)
    found = [
        index.passage(document)
        for page in {passage.page_id for passage in passages(wiki.conn)}
        for document in index.documents("page", str(page))
    ]
    index.close()
    return sorted(found)


def test_holds_the_passages(otters: Wiki):
    assert everything(otters) == sorted(passages(otters.conn))


def test_second_build_of_the_same_changes_nothing(make_wiki: Callable[..., Wiki], otters: Wiki):
    again = make_wiki(Edit("Otters", faction("Raft", "Clam")))
    assert generation(again.conn) == 1
    assert everything(again) == sorted(passages(again.conn))


def test_changed_page_is_replaced(make_wiki: Callable[..., Wiki], otters: Wiki):
    """No doubled hit, and no word of the old wording among the current ones (case d01)."""
    pages = [Edit(f"Page {n}", faction(f"Filler {n}")) for n in range(4)]
    make_wiki(*pages)
    new = card("Raft", "'''Power 2''' - Build a lighthouse.")
    wiki = make_wiki(Edit("Otters", faction(new, "Clam"), LATER))
    assert generation(wiki.conn) == 3
    assert everything(wiki) == sorted(passages(wiki.conn))
    index = open_index(wiki.conn, wiki.database)
    (lighthouse,) = index.scores("text", "lighthous")
    assert index.passage(lighthouse).heading == "Raft"
    index.close()


def test_incremental_scores_like_whole(make_wiki: Callable[..., Wiki], otters: Wiki):
    make_wiki(*(Edit(f"Page {n}", faction(f"Filler {n}")) for n in range(4)))
    wiki = make_wiki(Edit("Otters", faction("Raft", "Clam", "Pebble"), LATER))
    index, whole = open_index(wiki.conn, wiki.database), memory_index(passages(wiki.conn))
    for field, word in (("text", "draw"), ("heading", "raft"), ("context", "power")):
        one = sorted(round(score, 6) for score in index.scores(field, word).values())
        assert one == sorted(round(score, 6) for score in whole.scores(field, word).values())
    index.close()


def test_missing_index_is_one_clear_line(otters: Wiki):
    shutil.rmtree(folder(otters, 1))
    with pytest.raises(IndexMissing, match="run 'smashup build'") as told:
        open_index(otters.conn, otters.database)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("harm", ["truncate", "delete", "no marker", "empty marker", "garbage"])
def test_damaged_index_is_missing_and_the_next_build_mends_it(
    make_wiki: Callable[..., Wiki], otters: Wiki, harm: str
):
    place = folder(otters, 1)
    segment = next(place.glob("*.seg"))
    if harm == "truncate":
        os.truncate(segment, segment.stat().st_size // 2)
    elif harm == "delete":
        segment.unlink()
    elif harm == "no marker":
        (place / MARKER).unlink()
    elif harm == "empty marker":
        (place / MARKER).write_bytes(b"")
    else:  # all sizes are right
        segment.write_bytes(b"\x00" * segment.stat().st_size)
    with pytest.raises(IndexMissing):
        open_index(otters.conn, otters.database).close()
    wiki = make_wiki(Edit("Otters", faction("Raft", "Clam")))
    assert everything(wiki) == sorted(passages(wiki.conn))


class Bomb:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self.place),)

    def __init__(self, place: Path) -> None:
        self.place = place


def test_foreign_index_is_never_unpickled(otters: Wiki, tmp_path: Path):
    place, trap = folder(otters, 1), tmp_path / "unpickled"
    for toc in place.glob("*.toc"):
        toc.write_bytes(pickle.dumps(Bomb(trap)))
    marker = (place / MARKER).read_text().splitlines()
    (place / MARKER).write_text("\n".join(["another program's index", *marker[1:]]))
    with pytest.raises(IndexMissing):
        open_index(otters.conn, otters.database)
    assert not trap.exists()


def test_index_of_another_build_is_not_read(make_wiki: Callable[..., Wiki], otters: Wiki):
    """A build that was killed leaves an index for a generation that another build then makes."""
    place = folder(otters, 1)
    text = (place / MARKER).read_text()
    (place / MARKER).write_text(text.replace("of 20", "of 19", 1))
    with pytest.raises(IndexMissing):
        open_index(otters.conn, otters.database)


def test_leftovers_of_a_killed_build_go(make_wiki: Callable[..., Wiki], otters: Wiki):
    left = folder(otters, 1).parent / "2.making"
    left.mkdir()
    (left / "MAIN_WRITELOCK").touch()
    wiki = make_wiki(Edit("Boats", faction("Sail", "Oar"), LATER))
    assert not left.exists()
    assert everything(wiki) == sorted(passages(wiki.conn))


def test_failed_write_leaves_the_former_index(otters: Wiki, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("kb.finding.marker.seal", fail)
    conn = sqlite3.connect(otters.path)
    with pytest.raises(OSError, match="no space"):
        write_index(conn, folder(otters, 1).parent, 2, [1])
    conn.close()
    assert not folder(otters, 2).exists()
    assert everything(otters) == sorted(passages(otters.conn))


def test_prune_keeps_the_one_before(tmp_path: Path):
    for name in ("1", "2", "3", "notes"):
        (tmp_path / name).mkdir()
    prune(tmp_path, 3)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["2", "3", "notes"]
    prune(tmp_path / "absent", 3)


def test_a_connection_keeps_its_rows(otters: Wiki):
    conn = sqlite3.connect(otters.path)
    write_index(conn, folder(otters, 1).parent, 1, [1, 2])
    assert conn.execute("select 1").fetchone() == (1,)
    conn.close()


def test_reads_while_another_generation_is_made(make_wiki: Callable[..., Wiki], otters: Wiki):
    index = open_index(otters.conn, otters.database)
    make_wiki(Edit("Boats", faction("Sail", "Oar"), LATER))
    assert index.scores("heading", "raft")
    index.close()
    fresh = connect(otters.database)
    newest = open_index(fresh, otters.database)
    assert newest.scores("heading", "oar")
    newest.close()
    fresh.close()


def test_wiki_without_passages(make_wiki: Callable[..., Wiki]):
    wiki = make_wiki(Edit("File:Otter.png", "Drawn by nobody"))
    index = open_index(wiki.conn, wiki.database)
    assert index.scores("text", "otter") == {}
    assert index.documents("page", "1") == []
    index.close()
