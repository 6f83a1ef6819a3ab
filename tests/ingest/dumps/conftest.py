"""A dump from bytes: written to a file and read whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ingest.dumps import open_source
from ingest.records import Revision, Site


@dataclass
class Read:
    """What a source gave, and what it said about itself afterwards."""

    format: str
    revisions: list[Revision]
    site: Site | None
    complete: bool
    warnings: list[str]


def read_path(path: str | Path) -> Read:
    with open_source(path) as source:
        revisions = list(source)
        return Read(source.format, revisions, source.site, source.complete, source.warnings)


@pytest.fixture
def read(tmp_path: Path) -> Callable[[bytes | str | Path], Read]:
    """Function: bytes or text of a dump, or its path → Read. Raises DumpError."""

    def read(dump: bytes | str | Path) -> Read:
        if isinstance(dump, Path):
            return read_path(dump)
        path = tmp_path / "dump"
        path.write_bytes(dump.encode() if isinstance(dump, str) else dump)
        return read_path(path)

    return read
