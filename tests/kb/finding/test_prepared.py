"""Names and words that lie ready beside the index: the same as made anew, or not taken."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kb.db import FOREVER
from kb.finding import prepared
from kb.finding.recognition import keys
from kb.finding.synonyms import EVERYDAY, OURS, everyday, load, parse
from kb.index.fields import generation_folder
from tests.kb.small_wikis import Edit, Wiki, faction, glossary


@pytest.fixture
def wiki(make_wiki: Callable[..., Wiki]) -> Wiki:
    return make_wiki(
        Edit("Otters", faction("The Raft", "Sea & Sky")), Edit("Terms", glossary(Move="Go."))
    )


def folder(wiki: Wiki) -> Path:
    return Path(generation_folder(wiki.conn, wiki.database))


def test_ready_is_as_made_anew(wiki: Wiki):
    ready = prepared.read(str(folder(wiki)))
    assert ready is not None
    assert ready == prepared.prepare(wiki.conn, FOREVER)
    assert {name.name for name in ready.names} >= {"The Raft", "Sea & Sky", "Otters"}
    assert all(set(name.keys) == keys(name.key) for name in ready.names)


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\xe9\x00", b"N"])
def test_what_can_not_be_read_is_made_anew(wiki: Wiki, content: bytes):
    (folder(wiki) / prepared.FILE).write_bytes(content)
    assert prepared.read(str(folder(wiki))) is None


def test_other_words_make_it_old(wiki: Wiki, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    words = tmp_path / "words.txt"
    words.write_text(Path(OURS).read_text(encoding="utf-8") + "\n# more\n", encoding="utf-8")
    monkeypatch.setattr(prepared, "OURS", str(words))
    assert prepared.read(str(folder(wiki))) is None


def test_our_words_are_well_formed():
    """Each line has its reason; no phrase is longer than is looked for."""
    table = load()
    assert len(table) > 300
    assert max(map(len, table)) <= 4
    assert all(others for others in table.values())


def test_everyday_words_are_no_words_of_the_game():
    found = everyday()
    assert {"strength", "mat", "beer"} <= found
    assert found.isdisjoint({"minion", "base", "titan", "duel", "breakpoint", "talent"})
    assert Path(EVERYDAY).read_text(encoding="utf-8").isascii()


def test_words_of_one_phrase_on_two_lines_are_joined():
    table = parse(["zap = destroy : one", "zap = cancel : other", "", "# no"], "words")
    assert table == {("zap",): (("destroy",), ("cancel",))}
