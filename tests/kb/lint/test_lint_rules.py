"""Every rule: what it must find, exactly, and what nothing may find."""

from __future__ import annotations

import pytest

from kb.lint.page import Newest
from kb.lint.registry import RULES
from tests.kb.lint.clean import CLEAN, changed, findings, wiki_of
from tests.kb.lint.firing import FIRING
from tests.kb.lint.silent import SILENT


def test_the_clean_wiki_is_clean():
    assert findings(wiki_of(CLEAN)) == []


@pytest.mark.parametrize(("edits", "expected"), [c[1:] for c in FIRING], ids=[c[0] for c in FIRING])
def test_found(edits, expected):
    found = findings(wiki_of(changed(*edits)))
    assert sorted(rule for rule, _ in found) == sorted(rule for rule, _ in expected), found
    for rule, piece in expected:
        assert any(rule == id and piece in one.excerpt for id, one in found), found


@pytest.mark.parametrize("edits", [case[1] for case in SILENT], ids=[case[0] for case in SILENT])
def test_not_found(edits):
    assert findings(wiki_of(changed(*edits))) == []


def test_every_rule_has_a_case_that_fires():
    elsewhere = {"newest-blank", "unresolved-mention"}  # told by the knowledge base, not by a text
    fired = {rule for _, _, expected in FIRING for rule, _ in expected}
    assert {rule.id for rule in RULES} == fired | elsewhere


def test_rules_explain_themselves():
    ids = [rule.id for rule in RULES]
    assert len(set(ids)) == len(ids)
    for rule in RULES:
        assert rule.id == rule.id.lower().replace("_", "-")
        assert rule.severity in ("error", "warning", "info")
        assert rule.summary.endswith(".")
        assert rule.fix.endswith(".")
        assert "\n" not in rule.summary + rule.fix


@pytest.mark.parametrize("proved", [True, False])
def test_a_newest_revision_without_text(proved: bool):
    wiki = wiki_of(CLEAN, {"Otters": Newest("2026-05-05T17:00:00Z", proved)})
    [(rule, found)] = findings(wiki)
    assert (rule, found.page, found.line) == ("newest-blank", "Otters", 1)
    assert "2026-05-05T17:00:00Z" in found.message
    assert found.message.endswith("?") != proved
