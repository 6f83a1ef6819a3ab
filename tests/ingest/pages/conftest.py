"""Texts of real and invented wiki pages, by title."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

SAMPLE = Path(__file__).parents[2] / "sample_wiki" / "pages"


@pytest.fixture(scope="session")
def sample_pages() -> dict[str, str]:
    """Invented pages: title → wikitext."""
    files = [path for path in sorted(SAMPLE.glob("*.wiki")) if not path.stem.startswith("file-")]
    texts = {
        path.stem.replace("-", " ").title(): path.read_text(encoding="utf-8") for path in files
    }
    return {title.replace("And", "and"): text for title, text in texts.items()}


@pytest.fixture(scope="session")
def real_pages(shared: Path) -> dict[str, str]:
    """Pages of the real wiki's main namespace: title → newest wikitext that is held."""
    root = ET.parse(shared / "fixtures" / "pristine" / "full-history.xml").getroot()
    space = root.tag.partition("}")[0] + "}"
    newest: dict[str, tuple[str, str]] = {}
    for page in root.iter(f"{space}page"):
        title = page.findtext(f"{space}title") or ""
        for revision in page.iter(f"{space}revision"):
            timestamp = revision.findtext(f"{space}timestamp") or ""
            text = revision.findtext(f"{space}text")
            if text and page.findtext(f"{space}ns") == "0":
                newest[title] = max(newest.get(title, ("", "")), (timestamp, text))
    return {title: text for title, (_, text) in newest.items()}
