"""What history costs: deriving it in a build, asking for it, and a build against plain parsing."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.dumps import open_source
from ingest.pages import parse_page
from ingest.versions import PageRevision, derive
from tests.big_wiki import export

pytestmark = pytest.mark.benchmark

TITLE = "Otters 7"
PLAIN_PARSING = """
import sys
from xml.etree.ElementTree import iterparse
import mwparserfromhell

for _, element in iterparse(sys.argv[1]):
    tag = element.tag.rpartition("}")[2]
    if tag == "text":
        for section in mwparserfromhell.parse(element.text or "").get_sections():
            section.strip_code()
    elif tag == "page":
        element.clear()
"""


@pytest.fixture(scope="session")
def big_dump(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole wiki, as large as the real one: 90 factions of 44 revisions, 35 MB."""
    path = tmp_path_factory.mktemp("big") / "wiki.xml"
    path.write_text(export(), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def big(big_dump: Path, process) -> Path:
    db = big_dump.with_suffix(".db")
    process("smashup", "--db", str(db), "build", str(big_dump))()
    return db


@pytest.fixture
def asking(process) -> Callable[..., Callable[[], object]]:
    return lambda db, *arguments: process("smashup", "--db", str(db), *arguments)


def test_history_of_a_card(at_most, asking, big: Path):
    at_most(3, asking(big, "history", "Otter 7"), asking(big, "card", "Otter 7"))


def test_diff_of_neighbours(at_most, asking, big: Path):
    at_most(3, asking(big, "diff", TITLE), asking(big, "card", "Otter 7"))


def test_diff_over_the_whole_history(at_most, asking, big: Path):
    at_most(3, asking(big, "diff", TITLE, "first", "latest"), asking(big, "card", "Otter 7"))


def test_deriving_versions_and_changes(at_most, big_dump: Path, process, tmp_path: Path):
    """At most a third of the whole build."""
    pages: dict[str, list[PageRevision]] = {}
    memo: dict[object, object] = {}
    with open_source(str(big_dump)) as source:
        for number, revision in enumerate(source, 1):
            assert revision.text is not None
            pages.setdefault(revision.title, []).append(
                PageRevision(
                    id=number,
                    timestamp=revision.timestamp,
                    revision_id=revision.revision_id,
                    parent_id=revision.parent_id,
                    text_state=revision.text_state,
                    text_id=number,
                    records=parse_page(revision.title, revision.text, memo=memo),
                    comment=revision.comment,
                )
            )

    def derive_all() -> None:
        assert all(derive(revisions, title)[1] for title, revisions in pages.items())

    at_most(1 / 3, derive_all, fresh_build(process, big_dump, tmp_path), rounds=1)


@pytest.mark.skipif(
    len(os.sched_getaffinity(0)) < 2, reason="needs two processors: with one it takes 0.74"
)
def test_the_whole_build(at_most, big_dump: Path, process, tmp_path: Path):
    """At most 0.7 of what parsing the same revisions takes, without keeping anything of it."""
    parse = process("python", "-c", PLAIN_PARSING, str(big_dump))
    at_most(0.7, fresh_build(process, big_dump, tmp_path), parse, rounds=1, attempts=5)


def fresh_build(process, dump: Path, folder: Path) -> Callable[[], object]:
    """A build into a new database, each time."""
    number = 0

    def build() -> None:
        nonlocal number
        number += 1
        process("smashup", "--db", str(folder / f"{number}.db"), "build", str(dump))()

    return build
