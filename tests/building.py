"""Build a knowledge base for a test, as `smashup build` does."""

from __future__ import annotations

from pathlib import Path

from ingest.build import build
from kb.index.writing import write_index

ROOT = Path(__file__).resolve().parent.parent


def build_database(folder: Path, *sources: Path | str, name: str = "smashup.db") -> Path:
    """A knowledge base with its index, in `folder`; building again adds to it."""
    path = folder / name
    index = Path(f"{path}.index")
    build(
        path,
        [str(source) for source in sources],
        lambda conn, generation, pages: write_index(conn, index, generation, pages),
    )
    return path
