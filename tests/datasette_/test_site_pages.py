"""Every page of tables, views and rows: it answers, shows labels, and takes no word for HTML."""

from __future__ import annotations

import re
import sqlite3

import pytest
from datasette.utils import tilde_encode

from tests.datasette_.conftest import OpenSite, Site
from tests.datasette_.odd_wiki import Maker, make_database
from tests.datasette_.rows import rows

VIEWS = ["cards", "factions", "errata", "clarifications", "terms", "rules", "revisions", "changes"]


def tables(site: Site) -> dict[str, set[str]]:
    """Every table that is not behind a search, with its columns that are foreign keys."""
    return {
        table["name"]: {key["column"] for key in table["foreign_keys"]["outgoing"]}
        for table in site.json("/smashup.json")["tables"]
        if not table["hidden"]
    }


def assert_labelled(shown: list, keys: set[str], where: str) -> None:
    for row in shown:
        for column in keys & set(row):
            cell = row[column]
            if not cell.text.strip():
                continue
            assert cell.links, (where, column, cell.text)
            assert not re.fullmatch(r"[\d,\s]+", cell.text), (where, column, cell.text)


def test_database_page_lists_everything(site: Site):
    html = site.html("/smashup")
    for name in [*VIEWS, *tables(site)]:
        assert f'href="/smashup/{name}"' in html


@pytest.mark.parametrize("view", VIEWS)
def test_view_pages_answer(site: Site, view: str):
    shown = rows(site.html(f"/smashup/{view}"))
    assert shown or site.json(f"/smashup/{view}.json")["filtered_table_rows_count"] == 0
    assert_labelled(shown, {"id", "page_id", "card_id"}, view)


def test_table_pages_show_labels(site: Site):
    for table, keys in tables(site).items():
        html = site.html(f"/smashup/{table}")
        assert_labelled(rows(html), keys | {"Link", "subject_id"}, table)


def test_row_pages_show_labels(site: Site):
    for table, keys in tables(site).items():
        answer = site.json(f"/smashup/{table}.json", _size="1", _nofacet="1", _shape="objects")
        for row in answer["rows"]:
            path = ",".join(tilde_encode(str(row[key])) for key in answer["primary_keys"])
            shown = rows(site.html(f"/smashup/{table}/{path}"))
            assert_labelled(shown, keys | {"subject_id"}, f"{table}/{path}")


def test_facets_are_there(site: Site):
    html = site.html("/smashup/cards")
    for column in ("type", "faction", "set", "power", "breakpoint", "errata", "illustrator"):
        assert f'id="facet-{column}"' in html
    facets = site.json("/smashup/cards.json")["facet_results"]
    assert {value["value"] for value in facets["type"]["results"]} <= {
        "minion",
        "action",
        "base",
        "titan",
    }
    for facet in facets.values():
        for value in facet["results"]:
            answer = site.json("/smashup/cards.json", **{facet["name"]: str(value["value"])})
            assert answer["filtered_table_rows_count"] == value["count"], (facet["name"], value)


def test_computed_numbers_can_be_filtered(site: Site):
    """A facet on a computed column leads to its rows, though a filter's value is text."""
    for view, column in (
        ("cards", "clarifications"),
        ("factions", "deck_size"),
        ("revisions", "characters"),
    ):
        values = site.json(f"/smashup/{view}.json", _facet=column)["facet_results"][column][
            "results"
        ]
        for value in values[:3]:
            answer = site.json(f"/smashup/{view}.json", **{column: str(value["value"])})
            assert answer["filtered_table_rows_count"] == value["count"], (view, value)


def test_wiki_text_is_no_html(odd_site: Site):
    pages = ["/", "/smashup"] + [f"/smashup/{name}" for name in [*VIEWS, *tables(odd_site)]]
    pages += [f"/smashup/{q['name']}" for q in odd_site.json("/smashup.json")["queries"]]
    pages += ["/smashup/card/720001", "/smashup/card_version/1", "/smashup/faction_version/1"]
    pages += ["/smashup/text/2", "/smashup/change/3", "/smashup/cards?_facet=errata_note"]
    told = 0
    for path in pages:
        html = odd_site.html(path)
        assert "<script>alert" not in html, path
        assert "<b>bold" not in html, path
        assert "<Brackets>" not in html, path
        told += html.count("&lt;script&gt;alert")
    assert told > 20


def test_only_web_addresses_are_links(odd_site: Site):
    row = rows(odd_site.html("/smashup/factions"))[0]
    assert row["purchase_url"].text == "javascript:alert(1)"
    assert row["purchase_url"].links == []
    for view in VIEWS:
        for row in rows(odd_site.html(f"/smashup/{view}")):
            for cell in row.values():
                assert all(
                    link.startswith(("/", "https://wiki.example/wiki/")) for link in cell.links
                )


def test_values_are_readable(odd_site: Site):
    shown = {row["name"].text: row for row in rows(odd_site.html("/smashup/cards"))}
    base, minion = shown["The Gap"], shown["Lesser <Than>"]
    assert base["vps"].text == "4 / 2 / 1"
    assert base["breakpoint"].text == "20 power"
    assert (minion["copies"].text, base["copies"].text) == ("1 card", "3 cards")
    assert minion["changed"].text == "2025-04-01 10:00 UTC"
    assert minion["page"].links == ["https://wiki.example/wiki/Angle_%3CBrackets%3E"]
    assert minion["image"].links == ["https://wiki.example/wiki/File:Less_%26_more.png"]
    rule = rows(odd_site.html("/smashup/rules"))[0]
    assert rule["path"].text == "Doors › Knock <first>"
    source = rows(odd_site.html("/smashup/source"))[0]
    assert (source["warnings"].text, source["complete"].text) == ("cut <short>", "yes")
    link = rows(odd_site.html("/smashup/rule_link"))[0]
    assert link["target"].links == ["https://wiki.example/wiki/Words#Pile_%3Cup%3E"]


def test_changes_are_readable(odd_site: Site):
    shown = {row["field"].text: row for row in rows(odd_site.html("/smashup/changes"))}
    assert shown["text"]["old"].text == 'It was "so".'
    assert shown["vps"]["new"].text == "4, 2, 1"
    assert shown["errata"]["new"].text.startswith("statusyeskindsfunctionalnote")
    revision = shown["text"]["revision_id"]
    assert (revision.text, revision.links) == (
        "112", ["https://wiki.example/wiki/Angle_%3CBrackets%3E?oldid=112"],
    )  # fmt: skip
    stored = {row["field"].text: row for row in rows(odd_site.html("/smashup/change"))}
    assert stored["text"]["old"].text == 'It was "so".'
    assert (stored["text"]["subject_id"].text, stored["text"]["subject_id"].links) == (
        "Lesser <Than>", ["/smashup/card/720001"],
    )  # fmt: skip


def test_long_texts_are_folded_but_whole(odd_site: Site):
    rule = odd_site.html("/smashup/rules")
    assert rule.count("<p>Knock.</p>") == 300
    assert rule.index("<summary>Knock. Knock.") < rule.index("<p>Knock.</p>")
    assert odd_site.html("/smashup/cards").count("word ") > 400


def test_texts_in_quotes_keep_them(odd_site: Site):
    """A text that happens to be JSON is no JSON."""
    assert (
        rows(odd_site.html("/smashup/cards", name='Open and "Shut"'))[0]["name"].text
        == 'Open and "Shut"'
    )


def test_home_page(site: Site):
    html = site.html("/")
    counts = site.json("/smashup/counts.json", _shape="array")[0]
    assert f"<strong>{counts['cards']:,}</strong> cards" in html
    assert 'name="_search"' in html
    assert '<label for="finder">' in html
    assert 'href="#content"' in html
    assert 'id="content"' in html
    assert '<html lang="en">' in html
    assert site.get("/static/smashup.css").status_code == 200
    newest = site.json("/smashup/revisions.json", _size="1", _shape="objects")["rows"][0]
    assert newest["timestamp"][:10] in html


def test_home_page_of_nothing(tmp_path, open_site: OpenSite):
    """A knowledge base that holds nothing yet, and a Datasette without one."""
    maker = Maker(tmp_path / "empty.db")
    maker.add("meta", key="generation", value="1")
    maker.conn.commit()
    maker.conn.close()
    assert "smashup build" in open_site(tmp_path / "empty.db").html("/")
    (tmp_path / "other.db").touch()
    assert "smashup serve" in open_site(tmp_path / "other.db").html("/")


def test_a_wiki_without_an_address_gets_no_links(tmp_path, open_site: OpenSite):
    make_database(tmp_path / "a.db")
    conn = sqlite3.connect(tmp_path / "a.db")
    conn.execute("update wiki set base = 'javascript:alert(1)//', name = null")
    conn.commit()
    conn.close()
    site = open_site(tmp_path / "a.db")
    assert rows(site.html("/smashup/cards"))[0]["page"].links == []
    assert rows(site.html("/smashup/page"))[0]["wiki_id"].text == "javascript:alert(1)//"
