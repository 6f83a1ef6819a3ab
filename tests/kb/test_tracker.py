"""The draft for the wiki's update tracker: dated, linked, and nothing of it read as markup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mwparserfromhell
from hypothesis import given
from hypothesis import strategies as st
from mwparserfromhell.nodes import Heading, Tag, Text, Wikilink

from kb.render.tracker import wikitext
from tests.acceptance.asking import ask
from tests.small_wiki import Save, built, card, faction, xml

MARKUP = (
    "''' '' [[ ]] {{ }} {| |} | <b> </b> <!-- --> <nowiki> </nowiki> ~~~~ __TOC__ &amp; &lt; "
    "https://x.example mailto:nell@x.example ISBN RFC word = == * # ; : -{ }- <ref>"
)
HOSTILE = st.text(max_size=30) | st.lists(st.sampled_from(MARKUP.split()), max_size=8).map(" ".join)
VALUES = HOSTILE | st.none() | st.integers() | st.lists(HOSTILE, max_size=3)


def change(name: str, section: str | None, old: Any, new: Any, field: str | None = "text") -> Any:
    return {
        "subject": "card",
        "name": name,
        "page": "Otters",
        "field": field,
        "op": "changed",
        "old": old,
        "new": new,
        "source": {"timestamp": "2026-01-02T10:00:00Z", "section": section},
    }


@given(HOSTILE, st.none() | HOSTILE.filter(str.strip), VALUES, VALUES)
def test_nothing_that_is_quoted_is_read_as_markup(name, section, old, new):
    draft = wikitext({"changes": [change(name, section, old, new)]})
    lines = draft.split("\n")
    assert (len(lines), lines[0], lines[1][:12]) == (2, "===== 1/2/2026 =====", "* [[Otters]]")
    nodes = mwparserfromhell.parse(draft).nodes
    for node in nodes:
        assert isinstance(node, Text | Wikilink | Tag | Heading), node
        if isinstance(node, Tag):
            assert node.tag in ("nowiki", "li")
    links = [node for node in nodes if isinstance(node, Wikilink)]
    assert len(links) == (1 if section is None or name == "Otters" else 2)
    assert all(str(link.title).split("#")[0] == "Otters" for link in links)


def test_a_day_a_heading_a_change_a_bullet(tmp_path: Path):
    saves = [
        Save(1, "2026-01-02T10:00:00Z", faction(card(), card("Eel", "Glide.")), parent=0),
        Save(2, "2026-02-03T10:00:00Z", faction(card(power=4), card("Eel", "Glide.")), parent=1),
        Save(
            *(3, "2026-02-03T11:00:00Z"),
            faction(card(power=4), card("Eel", "Glide far.", errata="Yes, Functional")),
            parent=2,
        ),
        Save(4, "2026-12-11T10:00:00Z", faction(card(power=4)), parent=3),
        Save(5, "2026-12-12T10:00:00Z", "", parent=4),
    ]
    draft = ask(built(tmp_path, xml(saves)), "changes", "--format", "wikitext").stdout
    assert draft == (
        "===== 12/12/2026 =====\n"
        "* [[Otters]] – page blanked\n"
        "\n"
        "===== 12/11/2026 =====\n"
        "* [[Otters]]: Eel – removed\n"
        "\n"
        "===== 2/3/2026 =====\n"
        "* [[Otters]]: [[Otters#1x Eel|Eel]] – text changed: “far”\n"
        "* [[Otters]]: [[Otters#1x Eel|Eel]] – errata changed: “no” → “yes: functional”\n"
        "* [[Otters]]: [[Otters#1x Reef Guard|Reef Guard]] – power changed: “3” → “4”\n"
    )


def test_numbers_and_lists_are_told_whole():
    def words(old, new) -> str:
        return wikitext({"changes": [change("Eel", None, old, new)]}).rpartition("changed")[2]

    assert words([3, 2, 1], [3, 1, 1]) == ": “3 2 1” → “3 1 1”"
    assert words(["[[A]]", "B"], ["B", "C D"]) == ": “<nowiki>[[A]]</nowiki>” → “C D”"
    no: dict[str, Any] = {"status": "no", "kinds": [], "note": None}
    assert words(no, no | {"status": "yes"}) == ": “no” → “yes”"


def test_pages_of_files_are_linked_not_shown():
    told = change("x", None, "a", "b") | {"page": "File:Otter.png", "name": "File:Otter.png"}
    assert "[[:File:Otter.png|File:Otter.png]]" in wikitext({"changes": [told]})


def test_long_quotations_are_left_to_the_link():
    assert wikitext({"changes": [change("Eel", None, "a " * 200, "b")]}).endswith("text changed")


def test_no_changes_no_draft():
    assert wikitext({"changes": []}) == ""
