"""Changes of the sample wiki, against what was written down by hand with it."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from ingest.dumps import open_source
from ingest.pages import parse_page
from ingest.records import Revision
from ingest.versions import Change, PageRevision, derive

ROOT = Path(__file__).resolve().parents[2]
ANY = object()


def sample_changes() -> list[tuple[str, Change]]:
    """(page, change) of every page; a change's revision is the wiki's own id."""
    pages: dict[int | None, list[Revision]] = defaultdict(list)
    with open_source(str(ROOT / "revisions/sample-wiki.xml")) as source:
        for revision in source:
            pages[revision.page_id].append(revision)
    found: list[tuple[str, Change]] = []
    for held in pages.values():
        title = held[-1].title
        _, changes, _ = derive([page_revision(title, revision) for revision in held], title)
        found += [(title, change) for change in changes]
    return found


def page_revision(title: str, revision: Revision) -> PageRevision:
    assert revision.revision_id is not None
    text = revision.text if revision.text and revision.text.strip() else None
    return PageRevision(
        id=revision.revision_id,
        timestamp=revision.timestamp,
        revision_id=revision.revision_id,
        parent_id=revision.parent_id,
        text_state=revision.text_state,
        text_id=text,
        records=parse_page(title, text, revision.namespace or 0) if text else None,
    )


def is_expected(gold: dict[str, Any], page: str, change: Change) -> bool:
    return (
        not change.cosmetic
        and (page, change.name) == (gold["page"], gold["name"])
        and (change.revision, change.reverted) == (gold["revision_id"], gold.get("reverted", False))
        and all(
            getattr(change, what) in (gold[what], *gold.get(f"{what}_accept", []))
            for what in ("subject", "field", "op")
        )
        and gold.get("old", ANY) in (change.old, ANY)
        and gold.get("new", ANY) in (change.new, ANY)
    )


def test_every_change_is_found_and_none_invented():
    expected = json.loads((ROOT / "tests/sample_wiki/expected.json").read_text(encoding="utf-8"))
    left = sample_changes()
    for gold in expected["changes"]:
        found = next((item for item in left if is_expected(gold, *item)), None)
        assert found or gold.get("optional"), gold
        if found:
            left.remove(found)
    assert [change for _, change in left if not change.cosmetic] == []
