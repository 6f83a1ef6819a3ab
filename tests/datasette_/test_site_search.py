"""Search boxes: every word is wanted, nothing is a syntax error."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.serving.search_words import escape_fts
from tests.datasette_.conftest import Site

VIEWS = ["cards", "clarifications", "errata", "terms", "rules"]


def found(site: Site, view: str, search: str) -> list[str]:
    answer = site.json(f"/smashup/{view}.json", _search=search, _shape="array", _size="max")
    return [row.get("name") or row["card"] for row in answer]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(
    "search", ['"', '"" "', "*", "a AND", "NEAR(", "^x", "name:", "-", "\0", "x" * 3999]
)
def test_no_search_is_an_error(odd_site: Site, view: str, search: str):
    odd_site.html(f"/smashup/{view}", _search=search)


@given(st.text())
def test_every_text_is_an_expression(text: str):
    conn = sqlite3.connect(":memory:")
    conn.execute("create virtual table t using fts5(name)")
    conn.execute("insert into t values ('zombie')")
    assert (
        conn.execute("select count(*) from t where t match ?", [escape_fts(text)]).fetchone()[0] < 2
    )
    conn.close()


def test_words(odd_site: Site):
    assert found(odd_site, "cards", "lesser") == ["Lesser <Than>"]
    assert found(odd_site, "cards", "lesser gap") == []
    assert found(odd_site, "cards", "LESS*") == ["Lesser <Than>"]
    assert found(odd_site, "cards", "less") == []
    assert found(odd_site, "cards", '"destroy a minion"') == ["Lesser <Than>"]
    assert found(odd_site, "cards", '"minion destroy"') == []
    assert found(odd_site, "cards", 'shut "') == ['Open and "Shut"']
    assert sorted(found(odd_site, "clarifications", "quite")) == sorted(
        found(odd_site, "cards", "quite")
    )


def test_an_empty_box_asks_for_nothing(odd_site: Site):
    assert len(found(odd_site, "cards", "")) == 3
    assert len(found(odd_site, "cards", "  ")) == 3
    html = odd_site.html("/smashup/cards", _search="", type="base")
    assert "The Gap" in html
    assert "Lesser" not in html


def test_search_finds_the_sample(sample_site: Site):
    assert "Junior Clerk" in found(sample_site, "cards", "junior clerk")
    for view in VIEWS:
        rows = sample_site.json(f"/smashup/{view}.json", _shape="array", _size="max")
        first = rows[0].get("name") or rows[0]["card"]
        assert first in found(sample_site, view, first), view


def test_what_fits_best_comes_first(sample_site: Site):
    """The card of that name before cards that only mention the word, whatever the alphabet says."""
    cards = found(sample_site, "cards", "paperwork")
    assert cards[0] == "Paperwork"
    assert cards != sorted(cards)
    assert cards == found(sample_site, "cards", "PAPERWORK")


def test_another_order_is_kept(sample_site: Site):
    for order in ("name", "id"):
        answer = sample_site.json(
            "/smashup/cards.json", _search="paperwork", _sort=order, _shape="array"
        )
        assert [row[order] for row in answer] == sorted(row[order] for row in answer)


def test_pages_of_a_search_hold_each_row_once(sample_site: Site):
    whole = found(sample_site, "clarifications", "minion")
    paged = []
    for start in range(0, len(whole), 2):
        answer = sample_site.json(
            "/smashup/clarifications.json",
            _search="minion", _size="2", _next=str(start), _shape="array",
        )  # fmt: skip
        paged += [row["card"] for row in answer]
    assert paged == whole


def test_a_search_can_be_filtered_and_counted(sample_site: Site):
    answer = sample_site.json("/smashup/cards.json", _search="minion", type="action")
    facets = answer["facet_results"]["type"]["results"]
    assert answer["filtered_table_rows_count"] == len(answer["rows"]) == facets[0]["count"]
