"""Images: names, captions, credits."""

from __future__ import annotations

import pytest

from ingest.captions import credit
from ingest.markup.images import file_name, gallery_images, take_images
from ingest.markup.wikitext import IMAGE, clean


def images(text: str) -> list[tuple[str, str, str | None]]:
    found = take_images(clean(text))[1]
    return [(image.file, image.caption, image.illustrator) for image in found]


@pytest.mark.parametrize(
    "options",
    [
        "none|thumb|420x420px|Illustrated by: Ida Inkwell",
        "Illustrated by: Ida Inkwell|420x420px|none|thumb",
        " thumb | 200px|x300px|upright=1.2|alt=A fish|link=|Illustrated by: Ida Inkwell | left",
        "frameless|Illustrated by: ''Ida'' [[User:Ida|Inkwell]]",
        "Illustrated by: Ida Inkwell|A fish",
    ],
)
def test_options_in_any_order(options):
    assert images(f"[[File:Fish 1.png|{options}]]") == [
        ("Fish 1.png", "Illustrated by: Ida Inkwell", "Ida Inkwell")
    ]


@pytest.mark.parametrize(
    ("written", "file"),
    [
        ("File:fish_soup 1.png", "Fish soup 1.png"),
        ("Image:Fish soup  1.png", "Fish soup 1.png"),
        ("file: Fish soup 1 .png ", "Fish soup 1 .png"),
        ("File:Fish&amp;soup.png", "Fish&soup.png"),
        ("File:Fish<!-- 2 -->.png", "Fish.png"),
    ],
)
def test_names(written, file):
    assert images(f"[[{written}|thumb]]") == [(file, "", None)]
    assert file_name(written.partition(":")[2].replace("<!-- 2 -->", "")) == file


@pytest.mark.parametrize(
    ("caption", "expected"),
    [
        ("Illustrated by: Ida Inkwell", "Ida Inkwell"),
        ("Illustrated by Ida Inkwell & Bo Brush", "Ida Inkwell & Bo Brush"),
        ("illustrated: Ida", "Ida"),
        ("Illust: Ida", "Ida"),
        ("Illus. by Ida", "Ida"),
        ("Artist: Ida", "Ida"),
        ("Illustrated by:", None),
        ("Illust:", None),
        ("Illustrated by: TBA", None),
        ("Illustrated by: ?", None),
        ("The artists' fish", None),
        ("Art is long", None),
        ("", None),
    ],
)
def test_credits(caption, expected):
    assert credit(caption) == expected


def test_an_image_leaves_its_place():
    text, found = take_images("a [[File:B.png|c [[d]] [[e|f]]]] g")
    assert text == f"a {IMAGE} g"
    assert [(image.file, image.caption) for image in found] == [("B.png", "c d f")]


@pytest.mark.parametrize(
    "written",
    [
        "[[File:A.png|thumb|Illustrated by: Ida\nb",
        "[[File:A.png|thumb|Illustrated by: Ida]\nb",
        "[[File:A.png|thumb|Illustrated by: [[Ida]]\nb",
        "[[File:A.png|thumb|Illustrated by: Ida\nb\n\n]]",
    ],
)
def test_an_unclosed_image_ends_with_its_line(written):
    text, (image,) = take_images(written)
    assert text.startswith(f"{IMAGE}\nb")
    assert (image.file, image.illustrator, image.closed) == ("A.png", "Ida", False)


def test_an_unclosed_image_leaves_the_next_one_alone():
    assert images("[[File:A.png|a [[File:B.png|b]]") == [("A.png", "a", None), ("B.png", "b", None)]


def test_a_caption_may_have_lines():
    assert images("[[File:A.png|one\ntwo]]") == [("A.png", "one two", None)]


def test_galleries():
    text = "<gallery mode=x>\nFile:a.png|Illustrated by: Ida\nImage:B.png\nnothing\n</gallery>"
    found = [(image.file, image.illustrator) for image in gallery_images(text)]
    assert found == [("A.png", "Ida"), ("B.png", None)]
    assert gallery_images("<nowiki>" + text + "</nowiki>") == []
