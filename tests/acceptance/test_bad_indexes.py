"""An index that is lost, damaged or foreign: one clear line, and the next build mends it."""

from __future__ import annotations

import os
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.acceptance.asking import (
    ASKING,
    SAMPLE,
    ask,
    assert_one_line,
    prints,
)


class Evil:
    """Pickled: a call that leaves a trace when it is unpickled."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, (str(self.trace),)


def index_files(kb: Path) -> list[Path]:
    files = [path for path in Path(f"{kb}.index").rglob("*") if path.is_file()]
    assert files
    return files


def lose_the_index(kb: Path) -> None:
    shutil.rmtree(f"{kb}.index")


def lose_a_file_of_the_index(kb: Path) -> None:
    max(index_files(kb), key=lambda path: path.stat().st_size).unlink()


def cut_the_index(kb: Path) -> None:
    for path in index_files(kb):
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty_the_index(kb: Path) -> None:
    for path in index_files(kb):
        path.write_bytes(b"")


def put_a_file_in_its_place(kb: Path) -> None:
    shutil.rmtree(f"{kb}.index")
    Path(f"{kb}.index").write_text("x")


def take_a_foreign_index(kb: Path) -> None:
    """Of other software: pickles that nobody may open."""
    for folder in [path for path in Path(f"{kb}.index").iterdir() if path.is_dir()]:
        shutil.rmtree(folder)
        folder.mkdir()
        evil = pickle.dumps(Evil(kb.parent / "opened"))
        for name in ("_MAIN_1.toc", "MAIN_abcdefgh.seg", "segments.gen", "index.pkl"):
            (folder / name).write_bytes(evil)


SPOIL_INDEX = (
    lose_the_index,
    lose_a_file_of_the_index,
    cut_the_index,
    empty_the_index,
    take_a_foreign_index,
)


@pytest.mark.parametrize("spoil_index", [*SPOIL_INDEX, put_a_file_in_its_place])
def test_an_unusable_index(spoil_index: Callable[[Path], None], kb: Path, sample_db: Path) -> None:
    right = [ask(sample_db, *question, "--json").stdout for question in ASKING]
    spoil_index(kb)
    before = prints(kb)
    for question in ASKING:
        assert_one_line(ask(kb, *question), 3, "index", "smashup build")
    assert ask(kb, "card", "Settee").status == 0, "needs no index"
    assert prints(kb) == before
    assert not (kb.parent / "opened").exists(), "a foreign index was unpickled"
    answer = ask(kb, "build", str(SAMPLE))
    if spoil_index is put_a_file_in_its_place:
        assert_one_line(answer, 3, "smashup.db.index")
        return
    assert answer.status == 0, answer.stderr
    assert [ask(kb, *question, "--json").stdout for question in ASKING] == right


def test_the_index_of_another_wiki(kb: Path, tmp_path: Path) -> None:
    """Of the same generation, and whole: not ours all the same."""
    other = tmp_path / "other.xml"
    other.write_text(SAMPLE.read_text("utf-8").replace("Carbon", "Rubber"), "utf-8")
    other_db = tmp_path / "other.db"
    assert ask(other_db, "build", str(other)).status == 0
    shutil.rmtree(f"{kb}.index")
    shutil.copytree(f"{other_db}.index", f"{kb}.index")
    for question in ASKING:
        assert_one_line(ask(kb, *question), 3, "index", "smashup build")


def test_bytes_overwritten_in_the_index(kb: Path) -> None:
    """Files of the right size with other contents: an answer or one line, never a traceback."""
    for path in index_files(kb):
        data = bytearray(path.read_bytes())
        middle = len(data) // 2
        data[middle : middle + 200] = b"\x00" * len(data[middle : middle + 200])
        path.write_bytes(bytes(data))
    for question in ASKING:
        answer = ask(kb, *question)
        assert answer.status in (0, 1, 3), answer
        assert answer.status != 3 or answer.stderr.count("\n") == 1
