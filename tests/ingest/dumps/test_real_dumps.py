"""Small dumps of other wikis and MediaWiki versions, and the cases behind public bug reports."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from ingest.dumps import open_source
from ingest.errors import DumpError

# Revisions that can't be kept, by file: a page without a title, XML that ends too soon.
LEFT_OUT = {"wiki-dump-reader__zhwiki-broken-1.xml": 1}
INCOMPLETE = {
    "wiki-dump-reader__zhwiki-broken-1.xml",
    "wiki-dump-reader__zhwiki-broken-3.xml",
    "mw-core__import_BadXML.xml",
    "mw-core__import_MissingMainTextField.xml",
}
REFUSED = {"mw-core__import_MissingMediaWikiTag.xml", "pywikibot__article-pyrus.xml_invalid.7z"}


def test_every_real_dump(read, shared: Path) -> None:
    folder = shared / "fixtures" / "real-dumps"
    with (folder / "expected.tsv").open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    assert len(rows) > 40
    for row in rows:
        name, path = row["file"], folder / row["file"]
        if name in REFUSED or name.endswith(".7z"):
            with pytest.raises(DumpError) as error:
                open_source(path)
            assert name in REFUSED or "7z archive; unpack it first" in str(error.value)
            continue
        result = read(path)
        pages = {(r.page_id, r.title) for r in result.revisions}
        left_out = LEFT_OUT.get(name, 0)
        assert len(result.revisions) == int(row["revision_elements"]) - left_out, name
        assert len(pages) == int(row["page_elements"]) - left_out, name
        assert result.complete == (name not in INCOMPLETE), name
        assert result.complete or result.warnings


@pytest.mark.parametrize("kind", ["", ".gz", ".bz2", ".xz", ".lzma"])
def test_packings_and_encodings_of_one_dump(read, shared: Path, kind: str) -> None:
    folder = shared / "fixtures" / "real-dumps"
    plain = read(folder / "pywikibot__article-pyrus-utf16.xml")
    packed = read(folder / f"pywikibot__article-pyrus.xml{kind}")
    assert packed.revisions == plain.revisions
    assert packed.site == plain.site


def test_what_old_and_new_schemas_tell(read, shared: Path) -> None:
    folder = shared / "fixtures" / "real-dumps"
    old = read(folder / "pywikibot__article-pear.xml").revisions
    assert {revision.parent_id for revision in old} == {None}
    new = read(folder / "pywikibot__pair-0.10.xml").revisions
    assert [revision.parent_id is None for revision in new] == [False] * len(new)
    hidden = read(folder / "wmf-refinery__mediawiki-dump-test.xml").revisions
    assert [revision.text_state for revision in hidden[-3:]] == ["present", "empty", "hidden"]
    assert [revision.contributor_hidden for revision in hidden[-3:]] == [False, True, False]
    assert [revision.comment_hidden for revision in hidden[-3:]] == [False, False, True]


# ---------------------------------------------------------------- cases


def case(shared: Path, id: str) -> str:
    lines = (shared / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return next(str(case["input"]) for case in map(json.loads, lines) if case["id"] == id)


def test_x01_hash_outside_of_the_revision(read, shared: Path) -> None:
    result = read(case(shared, "x01"))
    [one] = result.revisions
    assert (one.revision_id, one.page_id, result.complete) == (11, 5, True)


def test_x04_cut_short(read, shared: Path) -> None:
    result = read(case(shared, "x04"))
    assert [(r.title, r.revision_id) for r in result.revisions] == [("Tide Callers", 11)]
    assert not result.complete
    assert result.warnings == ['cut short in "Robots", line 35']


def test_x05_unescaped_markup(read, shared: Path) -> None:
    result = read(case(shared, "x05"))
    [one] = result.revisions
    assert "Draw a card.<br />Then discard one.\n\nErrata: No" in one.text
    assert "unescaped markup" in result.warnings[0]
    assert result.complete


def test_x07_ids_told_apart(read, shared: Path) -> None:
    revisions = read(case(shared, "x07")).revisions
    assert [r.revision_id for r in revisions] == [811, 812]
    assert [r.parent_id for r in revisions] == [0, 811]
    assert {r.page_id for r in revisions} == {5}
    assert [r.contributor for r in revisions] == ["Nell", "203.0.113.9"]


def test_x09_hidden_is_not_empty(read, shared: Path) -> None:
    first, hidden, last = read(case(shared, "x09")).revisions
    assert (hidden.revision_id, hidden.text, hidden.text_state) == (12, None, "hidden")
    assert (hidden.contributor, hidden.contributor_hidden, hidden.size) == (None, True, 612)
    assert first.text == last.text
    assert [r.text_state for r in (first, last)] == ["present", "present"]


def test_f01_unescaped_once(read, shared: Path) -> None:
    [one] = read(case(shared, "f01")).revisions
    assert (one.revision_id, one.contributor, one.comment) == (812, "Nell", "power < 3 fix")
    assert "power &lt; 3.<br>The Otters<nowiki/>s tale, <s>old</s> new.\n\nErrata: No" in one.text
    assert one.text.startswith("===Cards - Minions===\n======1x Reef Guard======\n'''Power 3'''")
