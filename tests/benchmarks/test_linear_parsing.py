"""A megabyte of anything parses in a time linear in its length."""

from __future__ import annotations

import pytest

from ingest.pages import parse_page

pytestmark = pytest.mark.benchmark

MEGABYTE = 1_000_000
PART = 8  # the baseline is this part of a megabyte
PIECES = ["[[", "{{", "[[a|", "{{a|b}}", "'''a ''", "======\n", "======1x A======\n", "<!--x-->"]
PIECES += ["<ref>", "<div>", "{|\n|a\n", "* a\n", "[[File:a|[[b", "Errata: Yes, (", "“Special: "]


@pytest.mark.parametrize("piece", PIECES)
def test_a_megabyte(at_most, piece):
    text = "=== Cards - Minions ===\n====== 1x A ======\n" + piece * (MEGABYTE // len(piece))
    part = text[: MEGABYTE // PART]
    at_most(3 * PART, lambda: parse_page("A", text), lambda: parse_page("A", part), rounds=1)
