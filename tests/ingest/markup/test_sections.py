"""Sections by MediaWiki's heading rule; every expectation here was checked on MediaWiki 1.39."""

from __future__ import annotations

import gzip
import html
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ingest.markup.sections import split


def headings(text: str) -> list[tuple[int, str]]:
    return [(section.level, section.title) for section in split(text)[1:]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("== A ==\nb\n=C=", [(2, "A"), (1, "C")]),
        ("====== 1x A ======\n======1x B======", [(6, "1x A"), (6, "1x B")]),
        ("======= A =======", [(6, "= A =")]),
        ("======1x A=====\n==1x B===", [(5, "=1x A"), (2, "1x B=")]),
        ("== A ==\t \n== B == x\n == C ==", [(2, "A")]),
        ("== A ==&nbsp;\n== B ==\u00a0", []),
        ("=\n==\n===\n====\n=====\n======\n==============", [(1, "="), (1, "=="), (2, "="),
                                                             (2, "=="), (6, "==")]),
        ("= =\n==  ==\n== = ==", [(1, ""), (2, ""), (2, "=")]),
        ("== A == x ==\n== == B ==", [(2, "A == x"), (2, "== B")]),
        # comments
        ("== A == <!-- b -->\n== C == <!-- d --> <!-- e --> ", [(2, "A"), (2, "C")]),
        ("<!-- a -->== B ==\n<!-- c --> == D ==", [(2, "B")]),
        ("x\n<!-- a -->\n== B ==", [(2, "B")]),
        ("== A <!-- two\nlines --> ==\n<!--\n== B ==\n-->\n== C ==", [(2, "A"), (2, "C")]),
        ("== A ==\n<!-- never closed\n== B ==", [(2, "A")]),
        ("==A<!-- b -->==\n=<!-- c -->= D ==", [(2, "A"), (1, "= D =")]),
        # extension tags and templates
        ("<nowiki>\n== A ==\n</nowiki>\n== B ==", [(2, "B")]),
        ("<pre>\n== A ==\n</pre>\n<gallery>\n== B ==\n</gallery>\n== C ==", [(2, "C")]),
        ("<ref>\n== A ==\n</ref>\n<poem>\n== B ==\n</poem>\n== C ==", [(2, "C")]),
        ("<noinclude>\n== A ==\n</noinclude>\n<includeonly>\n== B ==\n</includeonly>", [(2, "A")]),
        ("<noinclude>== A ==</noinclude>\n== B ==<onlyinclude/>\n", [(2, "A"), (2, "B")]),
        ("{{a|\n== A ==\n}}\n== B ==", [(2, "B")]),
        ("{{{a|\n== A ==\n}}}\n== B ==", [(2, "A"), (2, "B")]),
        ("{{a}\n== A ==\n}}\n== B ==", [(2, "A"), (2, "B")]),
        # nothing unclosed swallows a heading
        ("<nowiki>\n== A ==", [(2, "A")]),
        ("<ref>\n== A ==\n<pre>\n== B ==\n<gallery>\n== C ==", [(2, "A"), (2, "B"), (2, "C")]),
        ("{{a|\n== A ==\n[[b|\n== B ==\n{|\n== C ==", [(2, "A"), (2, "B"), (2, "C")]),
        ("<div>\n== A ==\n<small>\n== B ==", [(2, "A"), (2, "B")]),
        ("''a\n== ''B ==\n== C'' ==\n'''d\n== E ==", [(2, "B"), (2, "C"), (2, "E")]),
        ("[[File:A.png|thumb|b\n== C ==\n]]\n{|\n| d\n== E ==\n|}", [(2, "C"), (2, "E")]),
        # HTML headings
        ("<h1 class=a>A <span>b</span></h1>\n== C ==", [(1, "A b"), (2, "C")]),
        ("<h2>\nA\n</h2>\n<H3>B</H3 > <h7>C</h7>", [(2, "A"), (3, "B")]),
        ("== <h3>A</h3> ==\n<h1>B</h1><h2>C</h2>", [(2, "A"), (1, "B"), (2, "C")]),
        # titles
        ("== ''[https://a.example b c]'' [[d|e]]s ==", [(2, "b c es")]),
        ("== A&nbsp;&amp;&nbsp;B __NOTOC__ ==", [(2, "A & B")]),
        ("== <nowiki>''a''</nowiki> <b>b</b> ==", [(2, "''a'' b")]),
        ("== l'''amour'' ==\n== a '''b ''c ==", [(2, "l'amour"), (2, "a 'b c")]),
    ],
)  # fmt: skip
def test_headings(text, expected):
    assert headings(text) == expected


def test_an_unclosed_reference_does_not_reach_the_next_ones():
    """Here MediaWiki would show one long reference: nobody means that, and cards would be lost."""
    assert headings("<ref>a\n== B ==\n<ref>c</ref>\n== D ==") == [(2, "B"), (2, "D")]


@pytest.mark.parametrize(
    ("titles", "anchors"),
    [
        (["A", "a", "A", "A_2", "A"], ["A", "a_2", "A_3", "A_2_2", "A_4"]),
        (["É", "é"], ["É", "é"]),
        (["A  b_c", "1x A"], ["A_b_c", "1x_A"]),
        (["&nbsp;A", "<s>gone</s> B"], ["_A", "gone_B"]),
        (["\u200eA\u200e", "A\u3000B", "a\u200bb"], ["A", "A_B", "a\u200bb"]),
        (["c<br>d", "#x", "100% &lt;b&gt;"], ["cd", "#x", "100%_<b>"]),
    ],
)
def test_anchors(titles, anchors):
    text = "".join(f"== {title} ==\n" for title in titles)
    assert [section.anchor for section in split(text)[1:]] == anchors


def test_a_section_has_its_line_path_and_text():
    text = "lead\r\n\r\n== A ==\r\na\r\n<!--\r\n= no =\r\n-->\r\n=== B ===\r\nb\r\n= C =\r\n"
    lead, a, b, c = split(text)
    assert (lead.level, lead.title, lead.text, lead.path, lead.line) == (0, "", "lead\n\n", (), 1)
    assert (a.line, a.path, a.text) == (3, (), "a\n<!--\n= no =\n-->\n")
    assert (b.line, b.path, b.text, b.heading) == (8, ("A",), "b\n", "B")
    assert (c.line, c.path, c.text) == (10, (), "")


def test_text_without_headings_is_one_section():
    assert [section.text for section in split("")] == [""]
    assert [section.text for section in split("a < b\n=c\n")] == ["a < b\n=c\n"]


WIKITEXT = st.lists(
    st.sampled_from(
        [
            "=",
            "==",
            "\n",
            "\n== A ==\n",
            "a",
            " ",
            "<!--",
            "-->",
            "<nowiki>",
            "</nowiki>",
            "<ref>",
            "</ref>",
            "{{",
            "}}",
            "[[",
            "]]",
            "''",
            "<h2>",
            "</h2>",
            "\r\n",
            "\x00",
            "\U000f0100",
        ]
    )
).map("".join)


@given(WIKITEXT | st.text())
@example("\n== A ==<h2>\n</h2>")
def test_sections_hold_all_of_a_text(text):
    """Every character is in one section, in its order, but for headings and their line ends."""
    sections = split(text)
    assert sections[0].level == 0
    rest = re.sub(r"\r\n?", "\n", text)
    for section in sections:
        body = re.sub("[\x00-\x08\x0b\x0e-\x1f]", "\ufffd", rest)
        at = body.find(section.text)
        assert at >= 0
        rest = rest[at + len(section.text) :]
    lines = [section.line for section in sections]
    assert lines == sorted(lines)
    anchors = [section.anchor.lower() for section in sections[1:]]
    assert len(set(anchors)) == len(anchors)


# ---------------------------------------------------------------- MediaWiki's own answers


def revisions(path: Path) -> dict[int, str]:
    content = path.read_bytes()
    root = ET.fromstring(gzip.decompress(content) if path.suffix == ".gz" else content)
    namespace = root.tag.partition("}")[0] + "}"
    return {
        int(revision.findtext(f"{namespace}id") or 0): revision.findtext(f"{namespace}text") or ""
        for revision in root.iter(f"{namespace}revision")
    }


@pytest.mark.parametrize(
    ("folder", "dump"), [("pristine", "full-history.xml"), ("events", "full-history.xml.gz")]
)
def test_every_section_is_mediawikis(shared, folder, dump):
    texts = revisions(shared / "fixtures" / folder / dump)
    answers = sorted((shared / "fixtures" / folder).glob("api-parse-*.json"))
    assert answers
    for path in answers:
        parsed = json.loads(path.read_text())["parse"]
        expected = [
            (int(s["level"]), html.unescape(re.sub("<[^>]*>", "", s["line"])), s["anchor"])
            for s in parsed["sections"]
        ]
        found = [(s.level, s.title, s.anchor) for s in split(texts[parsed["revid"]])[1:]]
        assert found == expected, path.name
