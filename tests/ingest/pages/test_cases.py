"""Wikitext → records, one case after the other in `tests/ingest/cases/*.txt`.

A case is a line `#### what it shows`, wikitext, a line `----`, and JSON: what the records of the
page must hold. Of an object only the named fields are compared; a list must have these items. A
page's title is `Sea Folk` unless its wikitext begins with `title: …`.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ingest.pages import parse_page

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*.txt"))
CASE = re.compile(r"^#### (.*)\n(?:title: (.*)\n)?", re.MULTILINE)


def read_cases() -> Iterator[tuple[str, tuple[str, str, Any]]]:
    for path in CASES:
        parts = CASE.split(path.read_text(encoding="utf-8"))[1:]
        for label, title, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            wikitext, _, expected = f"\n{body}".rpartition("\n----\n")
            case = (title or "Sea Folk", wikitext[1:], json.loads(expected))
            yield f"{path.stem}: {label}", case


LABELLED = dict(read_cases())


def fits(found: Any, expected: Any, where: str = "page") -> None:
    if isinstance(expected, dict):
        for key, value in expected.items():
            fits(found[key], value, f"{where}.{key}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), f"{where}: {found}"
        for number, value in enumerate(expected):
            fits(found[number], value, f"{where}[{number}]")
    else:
        assert found == expected, where


every_case = pytest.mark.parametrize(
    ("title", "wikitext", "expected"), list(LABELLED.values()), ids=list(LABELLED)
)


@every_case
def test_case(title, wikitext, expected):
    records = dataclasses.asdict(parse_page(title, wikitext))
    fits(records, {"findings": [], **expected})


@every_case
def test_a_case_with_windows_line_ends(title, wikitext, expected):
    other = dataclasses.asdict(parse_page(title, wikitext.replace("\n", "\r\n")))
    fits(other, {"findings": [], **expected})


def test_cases_cover_every_grammar():
    assert {path.stem for path in CASES} >= {"headings", "cards", "errata", "factions", "decks"}
    assert len(LABELLED) == sum(1 for _ in read_cases())  # no two of one name
