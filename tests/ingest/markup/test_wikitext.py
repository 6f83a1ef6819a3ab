"""A piece of wikitext to plain text, links and template parameters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.markup.wikitext import (
    bold_runs,
    clean,
    external_links,
    links,
    plain,
    replace_templates,
    templates,
)
from ingest.records import Link


@pytest.mark.parametrize(
    ("piece", "expected"),
    [
        ("  a \t b\n c ", "a b c"),
        ("a\u00a0b&nbsp;c &amp;lt; &#8217;&#x2019; &bogus; &amp", "a b c &lt; ’’ &bogus; &amp"),
        ("power <=2, <3 and a < b > c", "power <=2, <3 and a < b > c"),
        # links
        ("[[A]] [[b c|d]] [[A_B#C]]s [[:File:A.png]]", "A d A_B#Cs File:A.png"),
        ("[[Category:A]]x[[File:A.png|thumb|b [[c]]]]", "x"),
        ("[[a|b]", "[[a|b]"),
        ("[[a [[b]] c", "[[a b c"),
        ("[https://a.example b ''c''] [https://a.example] https://d.example", "b c https://d.example"),
        ("[not a link] [1]", "[not a link] [1]"),
        # what gives nothing
        ("a{{b|c}}d {{!}} e<!-- f -->g<!-- h", "ad | eg"),
        ("a<ref>b</ref><ref name=c/>d<gallery>\nFile:A.png\n</gallery>", "ad"),
        ("a <s>b <b>c</b></s><del>d</del> <strike>e", "a e"),
        ("a <s>b <s>c</s> d</s> e </s> f", "a e f"),
        ("__NOTOC__a __b__", "a __b__"),
        # tags
        ("a<br>b<br/>c<BR />", "a\nb\nc"),
        ("<div class='x'>a</div><div>b <small>c</small></div>", "a\nb c"),
        ("<ref>a <small>b</div> <nowiki>c", "a b\nc"),
        ("<ul><li>a</li><li>b</li></ul>", "* a * b"),
        # literal text
        ("<nowiki>''a'' [[b]] {{c}}</nowiki>", "''a'' [[b]] {{c}}"),
        ("<nowiki><!-- d --> &lt; &#39;</nowiki>", "<!-- d --> < '"),
        ("<pre>\n * ''a''\n</pre>", "* ''a''"),
        ("<poem>a ''b''\nc</poem>", "a b\nc"),
    ],
)  # fmt: skip
def test_plain(piece, expected):
    assert plain(piece) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("''a'' '''b''' '''''c'''''", "a b c"),
        ("'''(Power 5''') - a", "(Power 5) - a"),
        ("''a", "a"),
        ("'''a ''b", "a b"),
        ("l'''amour''", "l'amour"),  # MediaWiki: an apostrophe and italics
        ("a '''b ''c", "a b c"),
        ("'''Robots'''' cards", "Robots' cards"),
        ("'''a''''''", "a"),
        ("Ongoing''':''' a", "Ongoing: a"),
    ],
)
def test_quotes(line, expected):
    assert plain(line) == expected


def test_quotes_exactly_as_mediawiki_shows_them():
    assert plain("a '''b ''c", exact=True) == "a 'b c"
    assert plain("'''a''''''", exact=True) == "a'"


def test_an_unclosed_quote_ends_with_its_line():
    assert plain("''a\n'''b\nc'''d") == "a b cd"


def test_bold_runs():
    cleaned = clean("a '''b''' '''''c''' d'' ''e'' '''f ''g''''' '''[[h|i]]'''")
    assert bold_runs(cleaned) == ("b", "c", "f g", "i")


def test_links():
    text = clean(
        "[[robots|Bots]] [[Zombie lord]]s [[A_b#c d]] [[#e]] [[:Category:F]] [[Category:G]]"
    )
    assert links(text) == (
        Link("Bots", "Robots"),
        Link("Zombie lords", "Zombie lord"),
        Link("A_b#c d", "A b#c d"),
        Link("#e", "#e"),
        Link("Category:F", "Category:F"),
    )


def test_external_links():
    text = clean("[https://a.example/b?c=d e '''f'''] [//g.example] [javascript:alert(1) h]")
    assert external_links(text) == (
        Link("e f", "https://a.example/b?c=d"),
        Link("", "//g.example"),
    )


def test_templates():
    box, other = templates("{{Text_box|Type=important|text=a [[b|c=d]] {{e|f=g}}|h}}\n{{ x }}")
    assert box.name == "Text box"
    assert box.get("type") == "important"
    assert box.get("text") == "a [[b|c=d]] {{e|f=g}}"
    assert (box.get("1"), box.get("2")) == ("h", "")
    assert (other.name, other.parameters) == ("x", ())


def test_a_huge_template_is_known_by_its_name_only():
    (template,) = templates("{{Box|text=" + "[[a]] " * 400 + "}}")
    assert (template.name, template.parameters) == ("Box", ())


def test_replace_templates():
    text = "a {{b|x}} c {{d}}"
    assert replace_templates(text, lambda t: t.get("1") or None) == "a x c {{d}}"


@given(st.text() | st.text(alphabet="[]{}<>|'&;=!* \nab/-", max_size=60))
def test_any_text_gives_plain_text(text):
    shown = plain(text)
    assert shown == "\n".join(line.strip(" ") for line in shown.split("\n"))
    assert not any(0xF0000 <= ord(char) <= 0xF0101 for char in shown)
    links(clean(text)), templates(text), bold_runs(clean(text))
