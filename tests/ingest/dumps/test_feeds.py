"""Contributions feeds, Atom and RSS: the inversion is exact, other feeds are refused."""

from __future__ import annotations

import html
from xml.sax.saxutils import escape

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.dumps.feeds import site_of_feed, split_head
from ingest.errors import DumpError
from ingest.records import Site

TITLE = "Otter Rules - User contributions [en]"
API = "https://w.example/w/api.php?action=feedcontributions&user=Nell&feedformat=atom"
PAGE = "https://w.example/wiki/Special:Contributions/Nell"
TEXT = "===Cards===\n'''Power 3''' - a &lt; b <br> & \"c\"\n\n  <nowiki/>x &amp;amp; y"


def description(text: str, user: str = "Nell", comment: str = "a < b") -> str:
    """As MediaWiki's ApiFeedContributions::feedItemDesc writes it."""
    body = html.escape(text, quote=True).replace("&#x27;", "&#039;").replace("\n", "<br />\n")
    return f"<p>{html.escape(user)}: {html.escape(comment)}</p>\n<hr />\n<div>{body}</div>"


def entry(text: str = TEXT, user: str = "Nell", comment: str = "a < b", **other: str) -> dict:
    diff = "https://w.example/w/index.php?title=Tide_Callers&diff=812"
    return {
        "title": "Tide Callers",
        "address": diff,
        "author": user,
        "iso": "2026-02-03T04:05:06Z",
        "rfc": "Tue, 03 Feb 2026 04:05:06 GMT",
        "description": description(text, user, comment),
    } | other


def atom(*entries: dict, title: str = TITLE, id: str = API, link: str = PAGE) -> str:
    items = "".join(
        f"<entry><id>{escape(e['address'])}</id><title>{escape(e['title'])}</title>"
        f'<link rel="alternate" type="text/html" href="{escape(e["address"])}"/>'
        f"<updated>{e['iso']}</updated>\n\n"
        f'<summary type="html">{escape(e["description"])}</summary>'
        f"<author><name>{escape(e['author'])}</name></author></entry>"
        for e in entries
    )
    return (
        '<?xml version="1.0"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">'
        f"<id>{escape(id)}</id><title>{escape(title)}</title>"
        f'<link rel="self" href="{escape(id)}"/><link rel="alternate" href="{escape(link)}"/>'
        "<updated>2026-11-30T00:00:00Z</updated><subtitle>User contributions</subtitle>"
        f"<generator>MediaWiki 1.43.8</generator>{items}</feed>"
    )


def rss(*entries: dict, title: str = TITLE, link: str = PAGE, id: str = "") -> str:
    items = "".join(
        f"<item><title>{escape(e['title'])}</title><link>{escape(e['address'])}</link>"
        f'<guid isPermaLink="false">{escape(e["address"])}</guid>'
        f"<description>{escape(e['description'])}</description><pubDate>{e['rfc']}</pubDate>"
        f"<dc:creator>{escape(e['author'])}</dc:creator></item>"
        for e in entries
    )
    return (
        '<?xml version="1.0"?>\n'
        '<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>'
        f"<title>{escape(title)}</title><link>{escape(link)}</link>"
        "<description>User contributions</description><language>en</language>"
        f"<generator>MediaWiki 1.43.8</generator>{items}</channel></rss>"
    )


both = pytest.mark.parametrize("feed", [atom, rss])


@both
def test_every_field(read, feed) -> None:
    result = read(feed(entry()))
    [one] = result.revisions
    assert result.format == feed.__name__
    assert (result.complete, result.warnings) == (True, [])
    assert result.site == Site(name="Otter Rules", base="https://w.example/wiki/")
    assert (one.title, one.namespace) == ("Tide Callers", 0)
    assert (one.timestamp, one.revision_id) == ("2026-02-03T04:05:06Z", 812)
    assert (one.contributor, one.comment) == ("Nell", "a < b")
    assert (one.text, one.text_state) == (TEXT, "present")
    assert (one.page_id, one.parent_id, one.minor, one.sha1, one.size) == (None,) * 5
    assert (one.contributor_hidden, one.comment_hidden) == (False, False)


@both
def test_order_is_the_feeds(read, feed) -> None:
    result = read(feed(entry("b"), entry("a", iso="2026-02-03T04:05:05Z")))
    assert [one.text for one in result.revisions] == ["b", "a"]


# What an XML document can hold, newlines as the parser gives them.
WIKITEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\n\t<>&\"';"))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=WIKITEXT, comment=WIKITEXT.map(lambda text: " ".join(text.split())))
def test_the_inversion_is_exact(read, text: str, comment: str) -> None:
    [one] = read(atom(entry(text, comment=comment))).revisions
    assert (one.text or "") == text
    assert one.comment == comment
    assert one.text_state == ("present" if text else "missing")


@both
def test_an_entry_without_text_proves_nothing(read, feed) -> None:
    [one] = read(feed(entry("", comment=""))).revisions
    assert (one.text, one.text_state, one.comment) == (None, "missing", "")


@both
@pytest.mark.parametrize("user", ["2001:DB8:0:0:0:0:0:1", "A: B", "127.0.0.1", "Ann & <Bo>"])
def test_names_with_colons(read, feed, user: str) -> None:
    [one] = read(feed(entry(user=user, comment="x: y"))).revisions
    assert (one.contributor, one.comment) == (user, "x: y")


@both
def test_the_author_is_in_the_text_where_no_element_tells(read, feed) -> None:
    address = "2001:DB8:0:0:0:0:0:1"
    told = entry(author="", description=description("hi", address, "x: y"))
    [one] = read(feed(told)).revisions
    assert (one.contributor, one.comment) == (address, "x: y")


@both
def test_a_withheld_author(read, feed) -> None:
    [one] = read(feed(entry(user="", comment="tide"))).revisions
    assert (one.contributor, one.contributor_hidden, one.comment) == (None, True, "tide")


@both
@pytest.mark.parametrize("separator", ["：", " : ", ":&#32;"])
def test_other_languages_separators(read, feed, separator: str) -> None:
    text = description("hi").replace("Nell: ", f"Nell{separator}")
    [one] = read(feed(entry(description=text))).revisions
    assert (one.contributor, one.comment) == ("Nell", "a < b")


@both
def test_old_wikis_tell_no_revision(read, feed) -> None:
    [one] = read(feed(entry(address="https://w.example/wiki/Tide_Callers"))).revisions
    assert one.revision_id is None


@both
def test_namespace_and_model_by_title(read, feed) -> None:
    titles = ("File:Otter.png", "Otter Rules:About", "MediaWiki:Common.css", "Oops: again")
    result = read(feed(*(entry(title=title) for title in titles)))
    assert [(one.namespace, one.model) for one in result.revisions] == [
        (6, "wikitext"),
        (4, "wikitext"),
        (8, "css"),
        (0, "wikitext"),
    ]


@both
def test_markup_that_mediawiki_does_not_write(read, feed) -> None:
    rendered = "<p>Nell: x</p>\n<hr />\n<div><b>shown</b></div>"
    result = read(feed(entry(description=rendered), entry(description="")))
    assert [one.text_state for one in result.revisions] == ["missing", "missing"]
    assert [one.comment for one in result.revisions] == ["x", None]
    assert (
        result.warnings == ['"Tide Callers" at 2026-02-03T04:05:06Z: no page text in the entry'] * 2
    )


@both
def test_entries_without_title_or_time(read, feed) -> None:
    result = read(feed(entry(title=""), entry(iso="soon", rfc="soon"), entry()))
    assert len(result.revisions) == 1
    assert not result.complete
    assert len(result.warnings) == 2
    assert "without title" in result.warnings[0]
    assert "without time" in result.warnings[1]


@both
def test_a_feed_without_entries(read, feed) -> None:
    result = read(feed())
    assert (result.revisions, result.complete, result.warnings) == ([], True, [])
    assert result.site == Site(name="Otter Rules", base="https://w.example/wiki/")


@both
def test_a_feed_in_another_language(read, feed) -> None:
    title = "Otter-Regeln - Benutzerbeiträge [de-formal]"
    link = "https://w.example/wiki/Spezial:Beiträge/Nell"
    result = read(feed(entry(), title=title, id="", link=link))
    assert len(result.revisions) == 1
    assert result.site == Site(name="Otter-Regeln")


DIFF = (
    '<p>fix</p>\n<table style="background-color: #fff;"><tr class="diff-title"><td>old</td></tr>'
    "</table>"
)
NEW_PAGE = "<p>made</p>\n<p><b>New page</b></p><div>Otters<br />\n</div>"


@both
@pytest.mark.parametrize(
    ("title", "page"),
    [
        ("Tide Callers - Revision history", "https://w.example/w/index.php?title=T&action=history"),
        ("Otter Rules  - Recent changes [en]", "https://w.example/wiki/Special:RecentChanges"),
        ("Tide Callers - Versionsgeschichte", "https://w.example/wiki/Tide_Callers"),
    ],
)
@pytest.mark.parametrize("text", [DIFF, NEW_PAGE])
def test_feeds_of_changes_are_refused(read, feed, title: str, page: str, text: str) -> None:
    changes = feed(entry(description=text), title=title, id=page, link=page)
    with pytest.raises(DumpError, match="diffs, no page texts"):
        read(changes)


@both
def test_other_feeds_are_refused(read, feed) -> None:
    blog = {"title": "Otters at sea", "id": "https://b.example/", "link": "https://b.example/"}
    post = entry(description="<p>We went out.</p>", address="https://b.example/1")
    for entries in ((post,), ()):
        with pytest.raises(DumpError, match="not of a MediaWiki user's contributions"):
            read(feed(*entries, **blog))


@both
def test_document_types_are_refused(read, feed) -> None:
    doctype = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    with pytest.raises(DumpError, match="DOCTYPE"):
        read(feed(entry()).replace("?>", "?>" + doctype, 1))


@both
def test_cut_short(read, feed) -> None:
    whole = feed(entry("one"), entry("two"))
    result = read(whole[: whole.index("two")])
    assert [one.text for one in result.revisions] == ["one"]
    assert not result.complete
    [warning] = result.warnings
    assert warning.startswith('cut short in "Tide Callers", line ')


# ---------------------------------------------------------------- long and odd

LONG = 200_000  # characters that a quadratic search would not come through


@pytest.mark.parametrize(
    "head", ["Nell" + " " * LONG + "wrote", "a" + " a" * LONG, " " * LONG, "：" * LONG]
)
def test_a_head_of_any_length_is_gone_through_once(head):
    parts = split_head(head)
    assert parts is None or "".join(parts).count("a") == head.count("a")


def test_a_summary_of_any_length_is_gone_through_once(read):
    """The rule between summary and text, over and over, and no end."""
    odd = "<p>Nell: " + "</p>\n<hr />\n<div>" * (LONG // 10)
    (revision,) = read(atom(entry(description=odd))).revisions
    assert (revision.text_state, revision.comment) == ("missing", None)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Otter Rules - User contributions [en]", "Otter Rules"),
        ("Otter - Rules - Beiträge [de-x]", "Otter - Rules"),
        (" - User contributions [en]", None),
        ("Otter Rules - [en]", None),
        ("Otter Rules - User contributions [e n]", None),
        ("Otter Rules - User contributions", None),
        ("Otter Rules-User contributions [en]", None),
        ("a - b [" * LONG, None),
        ("a - " * LONG + "b [en]", ("a - " * LONG).removesuffix(" - ")),
    ],
    ids=range(9),
)
def test_a_title_names_the_wiki(title, name):
    assert site_of_feed(title) == (None if name is None else Site(name=name))
