"""A knowledge base to be spoiled."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest


@pytest.fixture
def kb(sample_db: Path, tmp_path: Path) -> Path:
    """A copy of the sample's knowledge base and index, to be spoiled."""
    path = tmp_path / "smashup.db"
    with closing(sqlite3.connect(sample_db)) as conn, closing(sqlite3.connect(path)) as copy:
        conn.backup(copy)
    shutil.copytree(f"{sample_db}.index", f"{path}.index")
    return path
