"""What stands aside in wikitext: comments, extension tags, templates."""

from __future__ import annotations

import pytest

from ingest.markup.preprocess import GONE, OPAQUE, masked, normalise, spans


def aside(text: str) -> list[tuple[str, str]]:
    return [(span.kind, text[span.start : span.end]) for span in spans(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a <!-- b --> c", [("comment", "<!-- b -->")]),
        ("a <!-- b", [("comment", "<!-- b")]),
        ("a\n <!-- b --> \nc", [("comment", " <!-- b --> \n")]),
        ("a\n<!-- b --> <!-- c -->\nd", [("comment", "<!-- b --> <!-- c -->\n")]),
        ("a <!-- b --> <!-- c -->\nd", [("comment", "<!-- b -->"), ("comment", "<!-- c -->")]),
        ("<nowiki><!-- a --></nowiki>", [("tag", "<nowiki><!-- a --></nowiki>")]),
        ("<!-- <nowiki> --> x </nowiki>", [("comment", "<!-- <nowiki> -->")]),
        ("<nowiki/> a </nowiki>", [("tag", "<nowiki/>")]),
        ("<nowiki> a", []),
        ("<REF name='a'>b</Ref >", [("tag", "<REF name='a'>b</Ref >")]),
        ("<reference>a</reference>", []),
        ("<ref>a<ref>b</ref>", [("tag", "<ref>a<ref>b</ref>")]),
        ("<ref>a\n== b ==\n<ref>c</ref>", [("tag", "<ref>c</ref>")]),
        ("<ref>\n== a ==\n</ref>", [("tag", "<ref>\n== a ==\n</ref>")]),
        ("<math>\n== a ==\n</math>", []),
        ("{{a}} {{b|{{c}}|[[d]]}}", [("template", "{{a}}"), ("template", "{{b|{{c}}|[[d]]}}")]),
        ("{{a|{{b}}", [("template", "{{b}}")]),
        ("{{a|[[b}} c", []),
        ("{{a|[[b}} c]]}}", [("template", "{{a|[[b}} c]]}}")]),
        ("{{{a|b}}}", []),
        ("{{{{a}}}}", []),
        ("{{{{{a|b}}}}}", []),
        ("{{{{{{a}}}|b}}}", []),
        ("{{a|{{{b}}}}}", [("template", "{{a|{{{b}}}}}")]),
        ("{{a}\n== b ==\n}}", []),
        ("{{a\n|b=c\n}}", [("template", "{{a\n|b=c\n}}")]),
        ("{{|a}} {{ }}", []),
        ("{{#if:a\n|b}}", [("template", "{{#if:a\n|b}}")]),
        ("{{DISPLAYTITLE:a}}", [("template", "{{DISPLAYTITLE:a}}")]),
        ("{{a<!-- }} -->|b}}", [("template", "{{a<!-- }} -->|b}}")]),
        ("{{" + "a" * 301 + "}}", []),
    ],
)
def test_spans(text, expected):
    assert aside(text) == expected


def test_masked_keeps_every_position():
    text = "a<!-- b -->c<nowiki>d</nowiki>e"
    mask = masked(text, spans(text))
    assert mask == "a" + GONE * 10 + "c" + OPAQUE * 18 + "e"
    assert len(mask) == len(text)


def test_normalise():
    assert normalise("a\r\nb\rc\n") == "a\nb\nc\n"
    assert normalise("a\x00\x01b\t\n") == "a\ufffd\ufffdb\t\n"
