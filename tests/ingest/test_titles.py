"""Titles: namespaces, canonical spelling, content models."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ingest.records import Site
from ingest.titles import content_model, namespace_of, normalise_title

GERMAN = Site(name="Otterregeln", namespaces=((1, "Diskussion"), (6, "Datei"), (4, "Otterregeln")))


@pytest.mark.parametrize(
    ("title", "namespace"),
    [
        ("Tide Callers", 0),
        ("Talk:Tide Callers", 1),
        ("User:Nell", 2),
        ("user_talk:Nell", 3),
        ("Project:About", 4),
        ("Project talk:About", 5),
        ("File:Reef.png", 6),
        ("Image:Reef.png", 6),
        ("image talk:Reef.png", 7),
        ("MediaWiki:Common.css", 8),
        ("Template:Card", 10),
        ("Help talk:Editing", 13),
        ("Category:Factions", 14),
        ("Special:Export", -1),
        ("Media:Reef.ogg", -2),
        (":Category:Factions", 14),
        ("  File :  Reef.png", 6),
        ("Tidal wave: the return", 0),
        ("Talk:", 0),
        (":", 0),
        ("", 0),
    ],
)
def test_namespace_by_english_prefix(title: str, namespace: int) -> None:
    assert namespace_of(title) == namespace


def test_namespace_by_the_wikis_own_names() -> None:
    assert namespace_of("Datei:Riff.png", GERMAN) == 6
    assert namespace_of("File:Riff.png", GERMAN) == 6
    assert namespace_of("Diskussion:Riff", GERMAN) == 1
    assert namespace_of("Datei:Riff.png") == 0


def test_project_namespace_has_the_wikis_name() -> None:
    site = Site(name="otter-rules")
    assert namespace_of("Otter-rules:About", site) == 4
    assert namespace_of("Otter-rules talk:About", site) == 5
    assert namespace_of("Otter-rules:About") == 0


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("tide_Callers", "Tide Callers"),
        ("  Tide__ Callers_", "Tide Callers"),
        ("file:reef_Guard.png", "File:Reef Guard.png"),
        ("Image:reef.png", "File:Reef.png"),
        (":category: factions", "Category:Factions"),
        ("e\u0301toile", "\u00c9toile"),
        ("ßharp", "ßharp"),
        ("wave:small", "Wave:small"),
        ("Reef\u00a0Guard\u200e", "Reef Guard"),
        ("", ""),
    ],
)
def test_normalised(written: str, title: str) -> None:
    assert normalise_title(written) == title


@given(st.text())
@example("file:talk:x")
@example(": :_x")
def test_normalising_is_stable_and_nfc(title: str) -> None:
    once = normalise_title(title)
    assert normalise_title(once) == once
    assert unicodedata.is_normalized("NFC", once)
    assert "_" not in once


@given(st.text())
def test_normalising_keeps_the_namespace(title: str) -> None:
    assert namespace_of(normalise_title(title)) == namespace_of(title)


@pytest.mark.parametrize(
    ("title", "namespace", "model"),
    [
        ("MediaWiki:Common.css", 8, "css"),
        ("MediaWiki:Cards.json", 8, "json"),
        ("User:Nell/common.js", 2, "javascript"),
        ("User:Nell.js", 2, "wikitext"),
        ("Otter.css", 0, "wikitext"),
        ("MediaWiki:Sidebar", 8, "wikitext"),
    ],
)
def test_content_model(title: str, namespace: int, model: str) -> None:
    assert content_model(title, namespace) == model
