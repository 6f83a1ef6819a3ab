"""Blocks of a section: paragraphs, list items, tables."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ingest.markup.blocks import blocks
from ingest.records import Link


def shown(text: str) -> list[tuple[str, str, str]]:
    return [(block.kind, block.marker, block.text) for block in blocks(text)]


def test_paragraphs_end_at_empty_lines_lists_and_images():
    text = "a\nb ''c\nd''\n\n\ne\n* f\ng\n[[File:A.png]]\nh\n----\ni"
    assert shown(text) == [
        ("text", "", "a b c d"),
        ("text", "", "e"),
        ("item", "*", "f"),
        ("text", "", "g"),
        ("images", "", ""),
        ("text", "", "h"),
        ("text", "", "i"),
    ]


def test_lines_within_a_paragraph():
    (block,) = blocks("a '''b\nc'''<br>d\ne")
    assert block.lines == (("a b",), ("c", "d"), ("e",))
    assert block.text == "a b c\nd e"


def test_items():
    assert shown("*a\n** b\n#: c\n;d\n:e<br>f\n*\n<div>* g</div>") == [
        ("item", "*", "a"),
        ("item", "**", "b"),
        ("item", "#:", "c"),
        ("item", ";", "d"),
        ("item", ":", "e\nf"),
        ("item", "*", ""),
        ("item", "*", "g"),
    ]


def test_wrappers_and_comments_leave_the_blocks_alone():
    text = "a\n<!-- b\n\n* c\n-->\nd\n<div>\n\n* e\n</div>\n<small>f\n"
    assert shown(text) == [("text", "", "a d"), ("item", "*", "e"), ("text", "", "f")]


def test_images_belong_to_their_blocks():
    found = blocks("a [[File:A.png]] b\n\n[[File:B.png]] [[File:C.png]]\n* [[File:D.png]]")
    files = [[image.file for image in block.images] for block in found]
    assert files == [["A.png"], ["B.png", "C.png"], ["D.png"]]
    assert found[0].text == "a b"


TABLE = """{| class="wikitable" |
|+ Caption
! style="" |Faction
! Titan !! scope="col" | More
|-
| style="width:1px" |[[Robots|Bots]]
| one
two
|-
|a||[[b|c]]||d
{|
| nested
|}
|}after
"""


def test_tables():
    before, table, after = blocks(f"x\n{TABLE}y")
    assert (before.text, after.text) == ("x", "y")
    rows = [[cell.text for cell in row] for row in table.rows]
    assert rows == [
        ["Caption"],
        ["Faction", "Titan", "More"],
        ["Bots", "one two"],
        ["a", "c", "d"],
        ["nested"],
        ["after"],
    ]
    assert table.links == (Link("Bots", "Robots"), Link("c", "B"))
    assert [cell.header for cell in table.rows[1]] == [True, True, True]


def test_an_unclosed_table_takes_its_own_lines_only():
    assert shown("{|\n| a\n|-\n| b\n\nc\nd") == [("table", "", ""), ("text", "", "c d")]


def test_links_of_a_block():
    (block,) = blocks("[[a]] and [[b|c]]")
    assert block.links == (Link("a", "A"), Link("c", "B"))


@given(st.text(alphabet="{|}!-+*#:;=[]\n aF'<>", max_size=80) | st.text())
def test_any_text_gives_blocks(text):
    for block in blocks(text):
        assert block.kind in ("text", "item", "table", "images")
        assert block.kind != "text" or block.source
