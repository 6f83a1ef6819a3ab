"""The canned queries: those of queries/*.sql that are not internal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.datasette_.conftest import Site

QUERIES = Path(__file__).resolve().parents[2] / "queries"
FILES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(QUERIES.glob("*.sql"))}
CANNED = [
    name for name, text in FILES.items() if not re.search(r"^-- canned: no$", text, re.MULTILINE)
]
HEADER = re.compile(r"(-- (title|description|canned|param \w+): .+\n(--   .+\n)*)+(?!--)")


@pytest.mark.parametrize("name", FILES)
def test_header(name: str):
    text = FILES[name]
    match = HEADER.match(text)
    assert match, "a query begins with its header"
    assert len(re.findall(r"^-- title: ", match[0], re.MULTILINE)) == 1
    assert len(re.findall(r"^-- description: ", match[0], re.MULTILINE)) == 1
    if name in CANNED:
        explained = set(re.findall(r"^-- param (\w+):", match[0], re.MULTILINE))
        assert set(re.findall(r":([a-z_]+)", text[match.end() :])) == explained


def test_canned_queries_are_listed(site: Site):
    listed = {query["name"]: query for query in site.json("/smashup.json")["queries"]}
    assert sorted(listed) == CANNED
    assert len(CANNED) > 15
    for query in listed.values():
        assert query["title"]
        assert not query["sql"].startswith("--")


def test_no_query_hides_a_table(site: Site):
    answer = site.json("/smashup.json")
    names = {item["name"] for item in [*answer["tables"], *answer["views"]]}
    assert names & set(CANNED) == set()


@pytest.mark.parametrize("name", CANNED)
def test_canned_queries_answer_without_parameters(site: Site, name: str):
    html = site.html(f"/smashup/{name}")
    assert "message-error" not in html
    assert site.json(f"/smashup/{name}.json", _shape="array") is not None


HOSTILE = [
    "'",
    '"',
    "%",
    "x' or 1=1 --",
    "<script>alert(1)</script>",
    "-1",
    "999999999999999999999",
]


@pytest.mark.parametrize("value", [*HOSTILE, "\0", "a" * 4000])
def test_canned_queries_take_any_parameter(odd_site: Site, value: str):
    for name in CANNED:
        for parameter in re.findall(r"^-- param (\w+):", FILES[name], re.MULTILINE):
            html = odd_site.html(f"/smashup/{name}", **{parameter: value})
            assert "message-error" not in html, (name, parameter)
            assert "<script>alert" not in html, (name, parameter)


def asked(site: Site, name: str, **parameters: str) -> list[dict]:
    answer: list[dict] = site.json(f"/smashup/{name}.json", _shape="array", **parameters)
    return answer


def test_parameters_narrow(odd_site: Site):
    assert len(asked(odd_site, "cards-by-artist", artist="ann")) == 3
    assert asked(odd_site, "cards-by-artist", artist="bob") == []
    assert [row["base"] for row in asked(odd_site, "bases-by-breakpoint", at_least="20")] == [
        "The Gap"
    ]
    assert asked(odd_site, "bases-by-breakpoint", at_least="21") == []
    assert asked(odd_site, "bases-by-breakpoint", at_most="19") == []
    assert len(asked(odd_site, "errata-by-set", set="odd")) == 1
    assert asked(odd_site, "errata-by-set", set="even") == []
    assert len(asked(odd_site, "recent-changes", since="2025-04")) == 3
    assert asked(odd_site, "recent-changes", since="2025-05") == []
    assert len(asked(odd_site, "cards-by-label", label="talent")) == 3
    assert asked(odd_site, "cards-by-label", label="Fusion") == []
    assert asked(odd_site, "card-versions") == []
    assert len(asked(odd_site, "card-versions", card="gap")) == 1
    assert len(asked(odd_site, "cards-without-errata-line")) == 2
    assert [row["target"] for row in asked(odd_site, "factions-not-held")] == ["Lost & Found"]


def test_silent_change_of_the_sample_is_found(sample_site: Site):
    assert "Junior Clerk" in [row["card"] for row in asked(sample_site, "silent-changes")]
