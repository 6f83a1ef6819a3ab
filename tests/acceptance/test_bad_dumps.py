"""Bad dumps on the command line: one clear line, status 3, what is whole is kept, nothing lost."""

from __future__ import annotations

import bz2
import gzip
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from kb.cli import smashup
from tests.acceptance.asking import (
    SAMPLE,
    ask,
    assert_one_line,
    prints,
)


def cut(path: Path, keep: float) -> bytes:
    data = path.read_bytes()
    return data[: int(len(data) * keep)]


NO_DUMPS: dict[str, bytes] = {
    "text": b"Dear diary,\n\ntoday I met an otter.\n",
    "empty": b"",
    "blank": b"\n \n",
    "noise": bytes(range(256)) * 40,
    "picture": b"\x89PNG\r\n\x1a\n" + b"\0" * 500,
    "json": b'{"query": {"pages": []}}',
    "html": b"<!DOCTYPE html><html><body><p>404</p></body></html>",
    "other xml": b'<?xml version="1.0"?><rss2><otter/></rss2>',
    "gzip of nothing": gzip.compress(b""),
    "broken gzip": gzip.compress(b"<mediawiki/>" * 99)[:20],
    "bzip2 of noise": bz2.compress(bytes(range(256))),
    "zip": b"PK\x03\x04" + b"\0" * 100,
    "database": b"SQLite format 3\0" + b"\0" * 200,
}


@pytest.mark.parametrize("kind", NO_DUMPS)
def test_a_file_that_is_no_dump(kind: str, kb: Path, tmp_path: Path) -> None:
    path = tmp_path / "file.xml"
    path.write_bytes(NO_DUMPS[kind])
    before = knowledge(kb)
    assert_one_line(ask(kb, "build", str(path)), 3, "file.xml")
    assert knowledge(kb) == before
    assert_one_line(ask(kb, "build", str(path), "--json"), 3, "file.xml")
    new = tmp_path / "new.db"
    assert_one_line(ask(new, "build", str(path)), 3, "file.xml")
    assert_one_line(ask(new, "card", "Settee"), 3, "smashup build")


def knowledge(db: Path) -> list[str]:
    """What a knowledge base answers, and its tables' contents."""
    with closing(sqlite3.connect(db)) as conn:
        dump = [line for line in conn.iterdump() if line.startswith("INSERT")]
    return [ask(db, "card", "Settee", "--json").stdout, ask(db, "info").stdout, *dump]


def test_paths_that_are_not_there(kb: Path, tmp_path: Path) -> None:
    before = knowledge(kb)
    (tmp_path / "folder").mkdir()
    for path in ("nothing.xml", "folder", "folder/nothing.xml"):
        assert_one_line(ask(kb, "build", str(tmp_path / path)), 3, path)
    assert_one_line(ask(kb, "build", "\0"), 3)
    assert_one_line(ask(kb, "build", "-", stdin=b""), 3)
    assert_one_line(ask(kb, "build", "-", stdin=b"no dump"), 3)
    assert knowledge(kb) == before


def test_a_bad_file_among_good_ones(tmp_path: Path) -> None:
    bad, good = tmp_path / "bad.txt", tmp_path / "good.xml"
    bad.write_bytes(NO_DUMPS["noise"])
    shutil.copy(SAMPLE, good)
    db = tmp_path / "smashup.db"
    answer = ask(db, "build", str(bad), str(good))
    assert answer.status == 3
    assert answer.stderr.count("\n") == 1
    assert "bad.txt" in answer.stderr
    assert "good.xml" in answer.stdout
    assert ask(db, "card", "Settee").status == 0
    told = ask(db, "build", str(bad), str(good), "--json")
    assert told.status == 3
    assert [source["complete"] for source in told.json["sources"]] == [False, True]


PARTS = {  # kind → a whole dump of it, and how much of that is left
    "xml": (SAMPLE.name, 0.5),
    "xml, first page": (SAMPLE.name, 0.05),
    "gz": ("full-history.xml.gz", 0.5),
    "bz2": ("full-history.xml.bz2", 0.99),
    "atom": ("feedcontributions.atom", 0.5),
    "rss": ("feedcontributions.rss", 0.5),
}


@pytest.mark.parametrize("kind", PARTS)
def test_a_dump_cut_short(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """What is whole is kept, the source is marked, and the whole dump completes it later."""
    name, keep = PARTS[kind]
    if name == SAMPLE.name:
        whole = SAMPLE
    else:
        whole = request.getfixturevalue("shared") / "fixtures" / "pristine" / name
    path = tmp_path / whole.name
    path.write_bytes(cut(whole, keep))
    db = tmp_path / "smashup.db"
    answer = ask(db, "build", str(path))
    assert answer.status == 3
    assert answer.stderr.count("\n") == 1, answer.stderr
    assert whole.name in answer.stderr
    if not answer.stdout:
        assert kind == "bz2", "nothing of a bzip2 file's last block can be read"
        return
    told = ask(db, "build", str(path), "--json")
    (source,) = told.json["sources"]
    assert (told.status, source["complete"], source["new"]) == (3, False, 0)
    kept = source["revisions"]
    info = ask(db, "info", "--json").json
    assert [s["complete"] for s in info["sources"]] == [False, False]
    assert info["counts"]["revisions"] == kept > 0
    again = ask(db, "build", str(whole), "--json")
    assert again.status == 0
    (source,) = again.json["sources"]
    assert source["new"] == source["revisions"] - kept
    clean = tmp_path / "clean.db"
    assert ask(clean, "build", str(whole)).status == 0
    cards = "select page, deck, name, text, errata, changed, revision from cards order by 1, 2, 3"
    with closing(sqlite3.connect(db)) as one, closing(sqlite3.connect(clean)) as other:
        assert one.execute(cards).fetchall() == other.execute(cards).fetchall()


def test_a_dump_cut_short_takes_nothing_away(kb: Path, tmp_path: Path) -> None:
    path = tmp_path / "part.xml"
    path.write_bytes(cut(SAMPLE, 0.4))
    before = ask(kb, "card", "Settee", "--json").stdout
    answer = ask(kb, "build", str(path), "--json")
    assert (answer.status, answer.json["sources"][0]["new"]) == (3, 0)
    assert ask(kb, "card", "Settee", "--json").stdout == before


BAD_BYTES: dict[str, Callable[[bytes], bytes]] = {
    "a stray byte": lambda data: data.replace(b"Settee", b"Zz\xffyz\xfex", 1),
    "Latin-1": lambda data: data.decode().encode("latin-1", "replace"),
    "half a character at the end": lambda data: data + "é".encode()[:1],
    "another encoding than declared": lambda data: (
        b'<?xml version="1.0" encoding="utf-16"?>' + data
    ),
    "an unknown encoding": lambda data: b'<?xml version="1.0" encoding="klingon"?>' + data,
    "a NUL": lambda data: data.replace(b"Settee", b"Set\0tee", 1),
}


@pytest.mark.parametrize("kind", BAD_BYTES)
def test_a_bad_encoding(kind: str, kb: Path, tmp_path: Path) -> None:
    path = tmp_path / "bad.xml"
    path.write_bytes(BAD_BYTES[kind](SAMPLE.read_bytes()))
    before = ask(kb, "card", "Settee", "--json").stdout
    answer = ask(kb, "build", str(path))
    assert answer.status == 3
    assert answer.stderr.count("\n") == 1, answer.stderr
    assert "bad.xml" in answer.stderr
    assert ask(kb, "card", "Settee", "--json").stdout == before
    assert prints(path)


def test_a_text_that_is_not_utf_8(seed: Path, tmp_path: Path) -> None:
    path = tmp_path / "seed.txt"
    data = seed.read_bytes()
    half = data.index(b"\n", len(data) // 2)
    path.write_bytes(data[:half] + b"\xff\xfe" + data[half:])
    db = tmp_path / "smashup.db"
    answer = ask(db, "build", str(path))
    assert answer.status == 3
    assert answer.stderr.count("\n") == 1, answer.stderr
    info = ask(db, "info", "--json").json
    assert 0 < info["counts"]["revisions"] < 50
    assert info["sources"][0]["complete"] is False


def test_utf_16_is_a_good_encoding(tmp_path: Path) -> None:
    """Not bad at all: what an XML file declares and holds is read."""
    path = tmp_path / "wide.xml"
    text = '<?xml version="1.0" encoding="utf-16"?>\n' + SAMPLE.read_text("utf-8")
    path.write_bytes(text.encode("utf-16"))
    answer = ask(tmp_path / "smashup.db", "build", str(path), "--json")
    assert (answer.status, answer.json["sources"][0]["new"]) == (0, 45)


def test_control_characters_in_a_dump_reach_no_terminal(tmp_path: Path) -> None:
    """Trust no wiki: a text of contributions can hold anything."""
    path = tmp_path / "contributions.txt"
    path.write_text(
        "Contributions of Nell [en]\n\nTide Callers\n\n2026-01-01T00:00:00Z\n\nNell: hello\n\n"
        "===Cards - Minions===\n======1x Reef Guard======\n"
        "'''Power 3''' - Draw \x1b]0;pwned\x07a \x1b[31mcard.\n\nErrata: No\n",
        "utf-8",
    )
    db = tmp_path / "smashup.db"
    built = ask(db, "build", str(path))
    if built.status == 3:
        return  # refused: as good
    for arguments in (("card", "Reef Guard"), ("ruling", "does Reef Guard draw a card?")):
        told = CliRunner().invoke(smashup, ["--db", str(db), *arguments], catch_exceptions=False)
        assert not {"\x1b", "\x07"} & set(told.stdout + told.stderr)
        told = CliRunner().invoke(
            smashup, ["--db", str(db), *arguments], color=True, catch_exceptions=False
        )
        assert "\x1b]" not in told.stdout
        assert "\x07" not in told.stdout
        assert "\x1b[31mcard" not in told.stdout
