"""`smashup lint`: options, text, JSON, exit status."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.lint import rules
from tests.acceptance.asking import ask
from tests.kb.lint.clean import CLEAN
from tests.kb.small_wikis import Edit, build_wiki

KEYS = [
    "rule",
    "severity",
    "page",
    "heading",
    "line",
    "excerpt",
    "message",
    "fix",
    "edit_url",
    "source",
]
SOURCE = {"page", "section", "revision_id", "timestamp", "contributor", "comment", "url"}


def test_json(sample_db: Path):
    answer = ask(sample_db, "lint", "--json")
    assert answer.status == 1
    assert set(answer.json) == {"findings", "notices", "as_of", "generation"}
    findings = answer.json["findings"]
    assert len(findings) > 50
    severities = {rule["id"]: rule["severity"] for rule in rules()}
    for one in findings:
        assert list(one) == KEYS
        assert severities[one["rule"]] == one["severity"]
        assert set(one["source"]) == SOURCE
        assert one["source"]["section"] == one["heading"]
        assert one["edit_url"].startswith("https://sample.example/wiki/")
    places = [(one["page"], one["line"]) for one in findings]
    assert places == sorted(places)


def test_text(sample_db: Path):
    answer = ask(sample_db, "lint", "Tax Auditors")
    assert answer.status == 1
    lines = answer.stdout.splitlines()
    assert max(map(len, (line for line in lines if "://" not in line))) <= 80
    assert lines[0] == "Tax Auditors   14 findings"
    assert (
        "      41  warning unresolved-link: [[Lighthousekeepers]] is unknown; Lighthouse" in lines
    )
    assert "        > *'''[[Lighthousekeepers]]''': - Long nights, many cards, no alibi." in lines
    assert "        → Correct the link's target." in lines
    assert "    edit: https://sample.example/wiki/Tax_Auditors?action=edit&section=6" in lines
    assert lines[-1] == "14 findings on 1 page: 6 warnings, 8 notes."
    assert any(line.startswith("  Tax Auditors · last edit ") for line in lines), "the source"
    assert "\x1b" not in answer.stdout


def test_the_piece_of_a_long_line_that_is_meant(sample_db: Path):
    answer = ask(sample_db, "lint", "Tax Auditors", "--rule", "misspelt-word")
    [shown] = [line for line in answer.stdout.splitlines() if line.startswith("        > ")]
    assert shown.startswith("        > …")
    assert "abilites" in answer.stdout.partition("> …")[2]


def test_all_pages(sample_db: Path):
    answer = ask(sample_db, "lint")
    pages = [
        line.split("   ")[0] for line in answer.stdout.splitlines() if line.endswith("findings")
    ]
    assert pages == sorted(pages)
    assert len(pages) > 3


def test_nothing_found(sample_db: Path):
    answer = ask(sample_db, "lint", "--rule", "double-redirect")
    assert (answer.status, answer.stdout) == (0, "No findings.\n")
    answer = ask(sample_db, "lint", "--rule", "double-redirect", "--json")
    assert (answer.status, answer.json["findings"]) == (0, [])


def test_some_rules(sample_db: Path):
    answer = ask(sample_db, "lint", "--rule", "deck-size", "--rule", "complexity", "--json")
    assert {one["rule"] for one in answer.json["findings"]} == {"deck-size", "complexity"}


@pytest.mark.parametrize("wanted", [["error"], ["warning"], ["info"], ["error", "warning"]])
def test_some_severities(sample_db: Path, wanted: list[str]):
    options = [word for one in wanted for word in ("--severity", one)]
    answer = ask(sample_db, "lint", "--json", *options)
    assert {one["severity"] for one in answer.json["findings"]} == set(wanted)


def test_an_unknown_rule(sample_db: Path):
    answer = ask(sample_db, "lint", "--rule", "deck-sise")
    assert (answer.status, answer.stdout) == (2, "")
    assert "there is no rule 'deck-sise'; did you mean deck-size" in answer.stderr


def test_an_unknown_severity(sample_db: Path):
    assert ask(sample_db, "lint", "--severity", "fatal").status == 2


def test_list_rules_needs_no_knowledge_base(tmp_path: Path):
    answer = ask(tmp_path / "none.db", "lint", "--list-rules")
    assert answer.status == 0
    for rule in rules():
        assert f"{rule['id']}   {rule['severity']}" in answer.stdout
    assert max(map(len, answer.stdout.splitlines())) <= 80


def test_without_a_knowledge_base(tmp_path: Path):
    answer = ask(tmp_path / "none.db", "lint")
    assert (answer.status, answer.stdout) == (3, "")
    assert "smashup build" in answer.stderr


def test_a_page_that_is_not_held(sample_db: Path):
    answer = ask(sample_db, "lint", "Tax Auditor")
    assert (answer.status, answer.stdout) == (1, "")
    assert "Tax Auditors" in answer.stderr
    answer = ask(sample_db, "lint", "Tax Auditor", "--json")
    assert (answer.status, answer.json["findings"]) == (1, [])
    assert "Tax Auditors" in answer.json["notices"][0]


def test_a_redirect_leads_to_its_page(sample_db: Path):
    answer = ask(sample_db, "lint", "furniture", "--json")
    assert {one["page"] for one in answer.json["findings"]} == {"Haunted Furniture"}


def test_as_of(sample_db: Path):
    answer = ask(sample_db, "lint", "Tax Auditors", "--as-of", "2025-03-08", "--json")
    assert answer.json["as_of"] == "2025-03-08T23:59:59Z"
    found = {one["rule"]: one for one in answer.json["findings"]}
    assert found["deck-size"]["source"]["timestamp"] < "2025-03-09"
    assert ask(sample_db, "lint", "--as-of", "2020-01-01").status == 0


def test_since(sample_db: Path):
    assert ask(sample_db, "lint", "--since", "2099-01-01").stdout == "No findings.\n"
    assert ask(sample_db, "lint", "--since", "yesterday").status == 2


def test_the_notice_of_a_page_without_newest_text(sample_db: Path):
    answer = ask(sample_db, "lint", "Understudies")
    assert "is blank; this is the one before" in " ".join(answer.stderr.split())


def test_what_a_wiki_writes_cannot_command_a_terminal(tmp_path: Path):
    text = CLEAN["Otters"].replace("4x Pup", "3x Pup").replace("(c.f., U", "(c.f.,\t\x9b31m U")
    wiki = build_wiki(tmp_path, Edit("Otters", text.replace("Undertow).", "Undertow.")))
    wiki.conn.close()
    answer = ask(wiki.path, "lint")
    assert answer.status == 1
    assert not {"\x9b", "\x1b", "\t"} & set(answer.stdout)


def test_help_has_examples():
    answer = ask(Path("none.db"), "lint", "--help")
    assert answer.status == 0
    assert "smashup lint --since 2026-05-01" in answer.stdout
