"""Knowledge bases for the tests of look-up and finding."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kb.db import connect
from tests.kb.small_wikis import Edit, Wiki, build_wiki


@pytest.fixture
def make_wiki(tmp_path: Path) -> Iterator[Callable[..., Wiki]]:
    """`make_wiki(Edit(…), …)`: a wiki of the test's own; called again, it adds to that wiki."""
    made: list[Wiki] = []

    def make(*edits: Edit) -> Wiki:
        made.append(build_wiki(tmp_path, *edits, name=f"{len(made)}.txt"))
        return made[-1]

    yield make
    for wiki in made:
        wiki.conn.close()


@pytest.fixture(scope="session")
def sample(sample_db: Path) -> Iterator[Wiki]:
    """The sample wiki. Read only: it is one for all tests."""
    conn = connect(str(sample_db))
    yield Wiki(sample_db, conn)
    conn.close()


@pytest.fixture(scope="session")
def seeded(seed_db: Path) -> Iterator[Wiki]:
    """The real wiki's seed. Read only: it is one for all tests."""
    conn = connect(str(seed_db))
    yield Wiki(seed_db, conn)
    conn.close()
