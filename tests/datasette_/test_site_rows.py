"""The page of a card, faction, term or rule shows it as it stands now."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.datasette_.conftest import OpenSite, Site
from tests.datasette_.odd_wiki import make_database
from tests.datasette_.rows import rows


def standing(html: str) -> str:
    """What stands now: the part of the page above its row."""
    above, _, below = html.partition('<section class="standing"')
    assert "<h1>" in above
    return below.partition("</section>")[0]


def test_a_card(odd_site: Site):
    now = standing(odd_site.html("/smashup/card/720001"))
    assert "1× minion · Angle &lt;Brackets&gt; · power 3" in now
    assert "Destroy a minion. &lt;script&gt;" in now
    assert "yes, functional: &lt;script&gt;" in now
    assert "Quite so. &lt;script&gt;" in now
    assert "older than the card" in now
    assert 'href="https://wiki.example/wiki/Angle_%3CBrackets%3E"' in now


def test_a_base_and_an_unstated_erratum(odd_site: Site):
    now = standing(odd_site.html("/smashup/card/720003"))
    assert "breakpoint 20 · 4 / 2 / 1 VP" in now
    assert "the wiki does not say" in now


def test_a_faction_lists_its_cards(odd_site: Site):
    now = standing(odd_site.html("/smashup/faction/710001"))
    assert "<p>One.</p>" in now
    assert '2× action <a href="/smashup/card/720002">Open and &#34;Shut&#34;</a>' in now
    assert 'href="javascript' not in now


def test_a_term_and_a_rule(odd_site: Site):
    assert "<p>A pile.</p>" in standing(odd_site.html("/smashup/term/730001"))
    rule = standing(odd_site.html("/smashup/rule/740001"))
    assert rule.count("<p>Knock.</p>") == 300
    assert "Doors › Knock &lt;first&gt;" in rule


def test_every_current_card_shows_its_text(sample_site: Site):
    for row in rows(sample_site.html("/smashup/cards", _size="100")):
        html = sample_site.html(row["id"].links[0])
        assert row["name"].text in html.replace("&#39;", "'").replace("&#34;", '"')
        assert standing(html)


def test_a_card_that_is_gone_says_so(tmp_path: Path, open_site: OpenSite):
    make_database(tmp_path / "kb.db")
    conn = sqlite3.connect(tmp_path / "kb.db")
    conn.execute("update card_version set until_revision = 2 where card_id = 720001")
    conn.commit()
    conn.close()
    html = open_site(tmp_path / "kb.db").html("/smashup/card/720001")
    assert "No page has this card any more" in html
    assert '<section class="standing"' not in html
    assert 'href="/smashup/card_version?card_id=720001"' in html


def test_what_hangs_on_a_row_has_a_title(odd_site: Site):
    html = odd_site.html("/smashup/card/720001")
    assert ">Versions of cards: 1</a>" in html
    assert ">Pages" not in html


@pytest.mark.parametrize("key", ["0", "x", "99999999999999999999", "-1", "1,2"])
def test_no_such_row(odd_site: Site, key: str):
    assert odd_site.get(f"/smashup/card/{key}").status_code == 404


def title(html: str) -> str:
    return html.partition("<title>")[2].partition("</title>")[0]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/", "Smash Up rulebook"),
        ("/smashup", "All lists and questions · Smash Up rulebook"),
        ("/smashup/cards", "Cards · Smash Up rulebook"),
        (
            "/smashup/cards?type=minion&_sort=power",
            "Cards of the type minion, sorted by power · Smash Up rulebook",
        ),
        (
            "/smashup/cards?_search=ghost&power__gte=3",
            "Cards with power of at least 3, that match “ghost” · Smash Up rulebook",
        ),
        (
            "/smashup/card?page_id=1",
            "Cards through time of the page Angle &lt;Brackets&gt; · Smash Up rulebook",
        ),
        ("/smashup/artists", "Artists · Smash Up rulebook"),
        ("/smashup?sql=select+1", "A question in SQL · Smash Up rulebook"),
        (
            "/smashup/card/720001",
            "Lesser &lt;Than&gt; · Cards through time · Smash Up rulebook",
        ),
    ],
)
def test_titles_are_sentences(odd_site: Site, path: str, expected: str):
    assert title(odd_site.html(path)) == expected


@pytest.mark.parametrize("typed", ["{", "{x}", "%s", "{0}", "a" * 150])
def test_titles_of_what_nobody_would_ask(odd_site: Site, typed: str):
    assert odd_site.get("/smashup/cards", **{f"name__{typed}": typed}).status_code == 400
    for name in ("power", "name__contains", "_search", "page_id"):
        assert odd_site.get("/smashup/cards", **{name: typed}).status_code == 200, name


def test_a_question_says_what_its_boxes_mean(odd_site: Site):
    html = odd_site.html("/smashup/cards-by-artist")
    assert '<label for="qp1">Artist</label>' in html
    assert "part of a name, in any case; empty for all</span>" in html
    assert "Run SQL" not in html
    assert "Custom SQL" not in html
    assert "codemirror" not in html


def test_sql_can_be_edited_only_where_it_may_be_run(odd_database: Path, open_site: OpenSite):
    site = open_site(odd_database, "--setting", "default_allow_sql", "off")
    for path in ("/smashup", "/smashup/cards", "/smashup/artists", "/smashup/artists?_show_sql=1"):
        html = site.html(path)
        assert "?sql=" not in html, path
        assert "codemirror" not in html, path
        assert "textarea" not in html, path


def test_pages_need_no_inline_script_or_style(odd_site: Site):
    for path in ("/", "/smashup", "/smashup/cards", "/smashup/artists", "/smashup?sql=select+1"):
        html = odd_site.html(path)
        assert "<script>" not in html, path
        assert "<style" not in html, path
        assert " style=" not in html, path
