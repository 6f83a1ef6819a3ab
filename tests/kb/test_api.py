"""The Python API: the commands' answers, for any number of threads, of one generation each."""

from __future__ import annotations

import doctest
import os
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from ingest.errors import DatabaseError, IndexMissing
from kb import KnowledgeBase, open_kb
from tests.acceptance.asking import ask
from tests.building import build_database
from tests.conftest import ROOT
from tests.kb.small_wikis import Edit, dump, faction

THREADS = 8
LATER = "2026-02-01T00:00:00Z"

# A method with its arguments, and the command line that answers the same.
SAME: list[tuple[str, dict[str, Any], list[str]]] = [
    ("card", {"name": "junior clerks"}, ["card", "junior clerks"]),
    ("card", {"name": "Zzyzx"}, ["card", "Zzyzx"]),
    ("card", {"name": "Settee", "mentions": True}, ["card", "Settee", "--mentions"]),
    ("faction", {}, ["faction"]),
    ("faction", {"name": "Understudies"}, ["faction", "Understudies"]),
    ("term", {"name": "Laugh"}, ["term", "Laugh"]),
    ("rule", {"name": "When Titans Bump"}, ["rule", "When Titans Bump"]),
    ("ruling", {"question": "what is a base?", "limit": 2},
     ["ruling", "what is a base?", "--limit", "2"]),
    ("search", {"query": "type:minion", "sort": "power", "limit": 5},
     ["search", "type:minion", "--sort", "power", "--limit", "5"]),
    ("diff", {"page": "Tax Auditors", "start": "first", "end": "latest"},
     ["diff", "Tax Auditors", "first", "latest"]),
    ("diff", {"page": "Zzyzx"}, ["diff", "Zzyzx"]),
    ("history", {"name": "Settee"}, ["history", "Settee"]),
    ("history", {"name": "Settee", "faction": "Zzyzx"},
     ["history", "Settee", "--faction", "Zzyzx"]),
    ("changes", {"since": "2026-05-01", "limit": 3},
     ["changes", "--since", "2026-05-01", "--limit", "3"]),
    ("changes", {"page": "Zzyzx"}, ["changes", "--page", "Zzyzx"]),
    ("errata", {"kind": "functional"}, ["errata", "--kind", "functional"]),
    ("errata", {"faction": "Zzyzx"}, ["errata", "--faction", "Zzyzx"]),
    ("lint", {"page": "Tax Auditors"}, ["lint", "Tax Auditors"]),
    ("lint", {"page": "Zzyzx"}, ["lint", "Zzyzx"]),
    ("info", {}, ["info"]),
]  # fmt: skip


@pytest.mark.parametrize(("method", "arguments", "line"), SAME, ids=lambda one: str(one)[:40])
@pytest.mark.parametrize("as_of", [None, "2026-05-05"])
def test_answers_as_the_command_does(
    sample_db: Path, method: str, arguments: dict[str, Any], line: list[str], as_of: str | None
):
    if line[0] == "info" and as_of:
        pytest.skip("info has no --as-of")
    with open_kb(sample_db, as_of) as kb:
        answer = getattr(kb, method)(**arguments)
    told = ask(sample_db, *line, *(["--as-of", as_of] if as_of else []), "--json")
    assert answer == told.json


def test_moments(sample_db: Path):
    instants: dict[str | date, str] = {
        "2026-05-05": "2026-05-05T23:59:59Z",
        date(2026, 5, 5): "2026-05-05T23:59:59Z",
        datetime(2026, 5, 5, 7, 30, tzinfo=UTC): "2026-05-05T07:30:00Z",
    }
    for given, instant in instants.items():
        with open_kb(sample_db, given) as kb:
            assert kb.info()["as_of"] == instant
    with pytest.raises(ValueError, match="is no date"):
        open_kb(sample_db, "soon")


def test_the_environment_names_the_database(sample_db: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SMASHUP_DB", str(sample_db))
    with open_kb() as kb:
        assert kb.path == str(sample_db)


def test_errors_are_one_line(sample_db: Path, tmp_path: Path):
    with pytest.raises(DatabaseError, match="no knowledge base at") as told:
        open_kb(tmp_path / "none.db")
    assert "\n" not in str(told.value)
    with open_kb(sample_db) as kb, pytest.raises(ValueError, match="the question is empty"):
        kb.ruling(" ")
    lonely = tmp_path / "lonely.db"
    shutil.copy(sample_db, lonely)
    with open_kb(lonely) as kb, pytest.raises(IndexMissing, match="run 'smashup build'"):
        kb.search("otter")


def test_closed(sample_db: Path):
    kb = open_kb(sample_db)
    kb.close()
    kb.close()
    with pytest.raises(ValueError, match="was closed"):
        kb.info()


def in_threads(kb: KnowledgeBase, questions: list[str]) -> list[dict[str, Any]]:
    """Each thread's answers to all questions, begun at one moment."""
    start = threading.Barrier(THREADS)

    def work(_: int) -> list[dict[str, Any]]:
        start.wait()
        return [kb.ruling(question) for question in questions] + [kb.search("type:minion")]

    with ThreadPoolExecutor(THREADS) as pool:
        return [{"answers": answers} for answers in pool.map(work, range(THREADS))]


@pytest.mark.parametrize("as_of", [None, "2026-05-05"])
def test_eight_threads_answer_alike(sample_db: Path, as_of: str | None):
    questions = ["what is a base?", "does the Settee move?", "who wins on a tie in a duel"]
    with open_kb(sample_db, as_of) as kb:
        alone = [kb.ruling(question) for question in questions] + [kb.search("type:minion")]
        assert in_threads(kb, questions) == [{"answers": alone}] * THREADS


def test_connections_of_ended_threads_are_closed(sample_db: Path):
    with open_kb(sample_db) as kb:
        for _ in range(3):
            thread = threading.Thread(target=kb.info)
            thread.start()
            thread.join()
        kb._local.file = None  # as if another file were there: makes it look through its threads
        kb.info()
        assert len(kb._open) == 1


def write(folder: Path, *edits: Edit) -> Path:
    """A wiki's knowledge base in `folder`, made or added to."""
    source = folder / "wiki.txt"
    source.write_text(dump(edits), encoding="utf-8")
    return build_database(folder, source)


def test_a_rebuild_is_noticed(tmp_path: Path):
    before = Edit("Otters", faction("Raft"))
    path = write(tmp_path, before)
    with open_kb(path) as kb:
        assert kb.search("lantern")["total"] == 0
        first = kb.info()["generation"]
        write(tmp_path, before, Edit("Boats", faction("Lantern"), LATER))
        assert kb.search("lantern")["total"] == 1
        assert kb.ruling("what does Lantern do?")["cards"][0]["name"] == "Lantern"
        assert kb.info()["generation"] == first + 1


def test_another_file_in_its_place_is_noticed(tmp_path: Path):
    for name, page in (("one", "Otters"), ("two", "Boats")):
        (tmp_path / name).mkdir()
        write(tmp_path / name, Edit(page, faction("Raft")))
    one, two = tmp_path / "one" / "smashup.db", tmp_path / "two" / "smashup.db"
    with open_kb(one) as kb:
        assert [f["name"] for f in kb.faction()["factions"]] == ["Otters"]
        shutil.rmtree(f"{one}.index")
        shutil.copytree(f"{two}.index", f"{one}.index")
        os.replace(two, one)
        assert [f["name"] for f in kb.faction()["factions"]] == ["Boats"]


def test_import_is_light():
    """`import kb` loads none of its modules; a look-up neither whoosh nor click."""
    told = subprocess.run(
        [sys.executable, "-c", "import sys, kb; print([m for m in sys.modules if 'kb.' in m]);"
         "from kb import open_kb; print({'whoosh', 'click', 'json'} & set(sys.modules))"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout.splitlines() == ["[]", "set()"]


def test_no_other_names():
    with pytest.raises(ImportError, match="cannot import name 'open_kbb'"):
        from kb import open_kbb  # noqa: F401


def test_documented_examples(
    sample_db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """docs/api.md is a session on the sample wiki."""
    shutil.copy(sample_db, tmp_path / "smashup.db")
    shutil.copytree(f"{sample_db}.index", tmp_path / "smashup.db.index")
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(
        str(ROOT / "docs" / "api.md"), module_relative=False, encoding="utf-8",
        optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE,
    )  # fmt: skip
    assert tried > 10
    assert failed == 0
