"""The sample wiki's sources, its dump and what is expected of it must tell the same story."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
DUMP = HERE.parent.parent / "revisions" / "sample-wiki.xml"
EXPORT = "{http://www.mediawiki.org/xml/export-0.11/}"


def load_make_dump() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_dump", HERE / "make_dump.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((HERE / "expected.json").read_text("utf-8"))
    return found


@pytest.fixture(scope="module")
def revisions() -> dict[int, dict[str, Any]]:
    """Every revision of the dump by its id, read with nothing of the project."""
    found = {}
    for page in ET.parse(DUMP).getroot().iter(f"{EXPORT}page"):
        for revision in page.iter(f"{EXPORT}revision"):
            text = revision.find(f"{EXPORT}text")
            assert text is not None
            found[int(revision.findtext(f"{EXPORT}id") or 0)] = {
                "page": page.findtext(f"{EXPORT}title"),
                "timestamp": revision.findtext(f"{EXPORT}timestamp"),
                "text": text.text or "",
                "hidden": "deleted" in text.attrib,
            }
    return found


def plain(wikitext: str) -> str:
    return re.sub(r"'{2,}", "", wikitext)


def test_dump_holds_each_save_of_the_history(revisions: dict[int, dict[str, Any]]) -> None:
    saves = list(load_make_dump().read_history())
    held = {(r["timestamp"], r["text"]) for r in revisions.values() if not r["hidden"]}
    missing = [s for s in saves if not s.hide and (s.time, s.text) not in held]
    assert not missing
    redirects = [s for s in saves if s.move_to]  # a move makes two revisions of one save
    assert len(revisions) == len(saves) + len(redirects)


def test_expected_pages_and_revisions_are_the_dumps(
    expected: dict[str, Any], revisions: dict[int, dict[str, Any]]
) -> None:
    told = {r["revision_id"]: (r["page"], r["timestamp"]) for r in expected["revisions"]}
    assert told == {i: (r["page"], r["timestamp"]) for i, r in revisions.items()}
    assert sorted(i for p in expected["pages"] for i in p["revisions"]) == sorted(revisions)
    for kind in ("pages", "revisions", "cards", "terms", "factions"):
        assert len(expected[kind]) == expected["counts"][kind]


def test_expected_texts_stand_in_the_newest_text(
    expected: dict[str, Any], revisions: dict[int, dict[str, Any]]
) -> None:
    newest = {
        p["title"]: plain(revisions[p["newest_with_text"]]["text"])
        for p in expected["pages"]
        if p["newest_with_text"]
    }
    for card in expected["cards"]:
        wikitext = newest[card["page"]]
        assert f"{card['copies']}x {card['name']}" in wikitext
        for text in (*card["text"].split("\n"), *card["clarifications"]):
            # the one text with a link in it is told without its link
            assert text in wikitext.replace("[[Terms and Phrases#Laugh|Laugh]]", "Laugh")
        assert (card["errata"]["note"] or "") in wikitext
        assert f"[[File:{card['image']}|" in wikitext


def test_every_change_names_a_revision_and_the_rest_is_listed(expected: dict[str, Any]) -> None:
    revisions = {r["revision_id"]: r for r in expected["revisions"]}
    for change in expected["changes"]:
        revision = revisions[change["revision_id"]]
        assert (change["page"], change["timestamp"]) == (revision["page"], revision["timestamp"])
    first = {min(p["revisions"]) for p in expected["pages"]}
    changing = {c["revision_id"] for c in expected["changes"]}
    silent = set(expected["no_changes_from"])
    assert not changing & silent
    assert first | changing | silent == set(revisions)


def test_questions_have_their_answer_in_the_newest_text(
    expected: dict[str, Any], revisions: dict[int, dict[str, Any]]
) -> None:
    lines = (HERE / "questions.jsonl").read_text("utf-8").splitlines()
    questions = [json.loads(line) for line in lines]
    newest = {p["title"]: revisions.get(p["newest_with_text"]) for p in expected["pages"]}
    assert sum(bool(q["answers"]) for q in questions) == 20
    assert len(questions) == 25
    for question in questions:
        for answer in question["answers"]:
            held = newest[answer["page"]]
            assert held is not None
            assert answer["revision"] == held["timestamp"], question["id"]
            assert answer["must_contain"] in plain(held["text"]), question["id"]


def test_edits_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    make_dump = load_make_dump()
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.wiki").write_text("one one", "utf-8")
    begin = '[[revision]]\npage = "A"\ntime = 2025-01-01T00:00:00Z\nby = "B"\n'
    edit = begin.replace("00:00:00", "00:00:01") + 'edits = [["one", "two"]]\n'
    (tmp_path / "history.toml").write_text(f'{begin}text_from = "a.wiki"\n{edit}', "utf-8")
    with pytest.raises(ValueError, match="2 times there: 'one'"):
        list(make_dump.read_history(tmp_path))
    (tmp_path / "history.toml").write_text(f'{begin}text_from = "a.wiki"\n' * 2, "utf-8")
    with pytest.raises(ValueError, match="not after the save before it"):
        list(make_dump.read_history(tmp_path))
