"""Every rule: what it must find, exactly, and what nothing may find."""

from __future__ import annotations

import pytest

from kb.lint.page import Newest
from kb.lint.registry import RULES
from tests.kb.lint.clean import CLEAN, Case, changed, findings, read_cases, wiki_of

FIRING, SILENT = read_cases("firing.txt"), read_cases("silent.txt")


def test_the_clean_wiki_is_clean():
    assert findings(wiki_of(CLEAN)) == []


@pytest.mark.parametrize("case", FIRING, ids=lambda case: case.name)
def test_found(case: Case):
    found = findings(wiki_of(changed(case.edits)))
    assert case.expected
    assert sorted(rule for rule, _ in found) == sorted(rule for rule, _ in case.expected), found
    for rule, piece in case.expected:
        assert any(rule == id and piece in one.excerpt for id, one in found), found


@pytest.mark.parametrize("case", SILENT, ids=lambda case: case.name)
def test_not_found(case: Case):
    assert case.edits
    assert findings(wiki_of(changed(case.edits))) == []


def test_every_rule_has_a_case_that_fires():
    elsewhere = {"newest-blank", "unresolved-mention"}  # told by the knowledge base, not by a text
    fired = {rule for case in FIRING for rule, _ in case.expected}
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
