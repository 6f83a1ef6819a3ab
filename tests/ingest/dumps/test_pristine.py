"""The seed's revisions in every format of a real MediaWiki agree byte for byte."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest

from ingest.dumps import open_source
from ingest.errors import DumpError
from ingest.records import Site

FULL = [
    "full-history.xml",
    "full-history.xml.gz",
    "full-history.xml.bz2",
    "full-history.xml.xz",
    "full-history-schema0.10.xml.gz",
    "feedcontributions.atom",
    "feedcontributions.rss",
    "../seed-import-chrono.xml.gz",
]


def facts(revisions):
    """What every format tells."""
    return sorted(
        (r.title, r.namespace, r.timestamp, r.contributor, r.comment, r.text or "")
        for r in revisions
    )


def test_the_seed(read, seed: Path) -> None:
    result = read(seed)
    assert result.format == "contributions-text"
    assert (result.complete, result.warnings) == (True, [])
    assert result.site == Site(name="smashup-rulebook")
    assert Counter(r.text_state for r in result.revisions) == {"present": 38, "missing": 12}
    assert len({r.title for r in result.revisions}) == 39
    assert sum(r.namespace == 6 for r in result.revisions) == 11


def test_the_seeds_texts_are_its_lines(read, seed: Path) -> None:
    """Nothing but heads and blank lines lies between the texts, in order."""
    rest = seed.read_text(encoding="utf-8")
    for revision in read(seed).revisions:
        head = f"{revision.title}\n\n{revision.timestamp}\n\n{revision.contributor}:"
        between, found, rest = rest.partition(f"{head} {revision.comment}".rstrip())
        assert found
        assert between.strip() in ("", "smashup-rulebook - User contributions [en]")
        assert rest.startswith("\n\n" + (revision.text or "")) or not rest
        rest = rest.removeprefix("\n\n" + (revision.text or ""))
    assert rest == ""


@pytest.mark.parametrize("name", FULL)
def test_every_full_text_format_agrees_with_the_seed(read, shared: Path, seed: Path, name) -> None:
    result = read(shared / "fixtures" / "pristine" / name)
    assert (result.complete, result.warnings) == (True, [])
    assert result.site is not None
    assert result.site.name == "smashup-rulebook"
    assert facts(result.revisions) == facts(read(seed).revisions)


def test_feeds_keep_the_seeds_order(read, shared: Path, seed: Path) -> None:
    titles = [(r.title, r.timestamp) for r in read(seed).revisions]
    for name in ("feedcontributions.atom", "feedcontributions.rss"):
        revisions = read(shared / "fixtures" / "pristine" / name).revisions
        assert [(r.title, r.timestamp) for r in revisions] == titles
        assert [r.revision_id for r in revisions] == list(range(51, 1, -1))


def test_packed_exports_are_equal_in_every_field(read, shared: Path) -> None:
    pristine = shared / "fixtures" / "pristine"
    plain = read(pristine / "full-history.xml")
    for name in FULL[1:4]:
        packed = read(pristine / name)
        assert (packed.revisions, packed.site) == (plain.revisions, plain.site)


def test_older_schema_and_stub_tell_the_same(read, shared: Path) -> None:
    pristine = shared / "fixtures" / "pristine"
    plain = read(pristine / "full-history.xml").revisions
    assert read(pristine / "full-history-schema0.10.xml.gz").revisions == plain
    for full, stub in zip(
        plain, read(pristine / "full-history-stub.xml.gz").revisions, strict=True
    ):
        assert stub.text_state == ("empty" if full.text_state == "empty" else "missing")
        assert (stub.sha1, stub.size, stub.revision_id) == (full.sha1, full.size, full.revision_id)


def test_declared_hashes_and_sizes_fit_the_texts(read, shared: Path) -> None:
    for revision in read(shared / "fixtures" / "pristine" / "full-history.xml").revisions:
        data = (revision.text or "").encode()
        assert revision.size == len(data)
        assert revision.sha1 is not None
        assert int(revision.sha1, 36) == int(hashlib.sha1(data).hexdigest(), 16)


READ = {"MediaWiki XML", "feed contributions"}


def counts(shared: Path):
    return json.loads((shared / "gold" / "events" / "counts.json").read_text(encoding="utf-8"))


def test_counts_of_every_fixture(read, shared: Path) -> None:
    checked = 0
    for name, expected in counts(shared)["files"].items():
        if expected["format"] not in READ or name.endswith((".7z", ".zst")):
            continue
        result = read(shared / "fixtures" / name)
        states = Counter(revision.text_state for revision in result.revisions)
        told = {
            "pages": len({(r.namespace, r.title) for r in result.revisions}),
            "elements": len(result.revisions),
            "empty": states["empty"],
            "hidden": states["hidden"],
            "missing": states["missing"],
        }
        assert told == {
            "pages": expected["pages"],
            "elements": expected.get("elements", expected["revisions"]),
            "empty": expected["text_empty"],
            "hidden": expected["text_hidden"],
            "missing": expected["text_unproven"] + expected["no_text_in_format"],
        }, name
        assert (result.complete, result.warnings) == (True, []), name
        checked += 1
    assert checked >= 20


def test_every_other_fixture_is_refused(shared: Path) -> None:
    files = counts(shared)["files"]
    refused = [name for name, told in files.items() if told["format"] not in READ]
    refused += [name for name in files if name.endswith((".7z", ".zst"))]
    refused += counts(shared)["without_revisions"]
    for name in refused:
        if "(together)" in name:
            continue
        with pytest.raises(DumpError) as error, open_source(shared / "fixtures" / name) as source:
            list(source)
        assert str(error.value).isprintable()
        if name.endswith((".7z", ".zst")):
            assert "unpack it first" in str(error.value)
