"""docs/lint.md: its tables are made from runs over the sample wiki and the real one's seed.

`SMASHUP_UPDATE_README=1` writes them anew; without the real wiki's data its numbers stay.
"""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kb.db import FOREVER, connect
from kb.lint import lint, rules
from tests.kb.lint.accounting import ENTRIES, Entry
from tests.kb.lint.clean import changed, findings, read_cases, wiki_of

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "lint.md"
UPDATE = os.environ.get("SMASHUP_UPDATE_README") == "1"
SHOWN = 72  # characters of an example

Found = list[dict[str, Any]]


def found_in(database: Path) -> Found:
    with closing(connect(str(database))) as conn:
        answer: Found = lint(conn, FOREVER)["findings"]
    return answer


@pytest.fixture(scope="module")
def sample_found(sample_db: Path) -> Found:
    return found_in(sample_db)


@pytest.fixture(scope="module")
def seed_found(seed_db: Path) -> Found:
    return found_in(seed_db)


def block(name: str) -> re.Match[str]:
    """A table between its marks, as it stands."""
    page = PAGE.read_text(encoding="utf-8")
    match = re.search(rf"(<!-- {name}[^>]*-->\n)(.*?)(?=<!-- end of {name} -->)", page, re.S)
    assert match, name
    return match


def check(name: str, table: str) -> None:
    match = block(name)
    if UPDATE:
        page = match.string
        PAGE.write_text(page[: match.start(2)] + table + page[match.end(2) :], encoding="utf-8")
    else:
        assert match[2] == table


def code(excerpt: str) -> str:
    """A line of wikitext as inline code in a table."""
    line = excerpt.strip()
    line = line if len(line) <= SHOWN else line[: SHOWN - 1] + "…"
    return f"``{line.replace('|', chr(92) + '|')}``"


def invented_examples() -> dict[str, str]:
    """An excerpt for each rule from the cases that must fire."""
    examples: dict[str, str] = {}
    for case in read_cases("firing.txt"):
        for rule in {rule for rule, _ in case.expected} - set(examples):
            found = dict(reversed(findings(wiki_of(changed(case.edits)))))
            examples[rule] = found[rule].excerpt
    return examples


def rows(sample: Found, seed_counts: dict[str, int]) -> Iterator[str]:
    yield "| rule | severity | finds | sample | real | example |"
    yield "|---|---|---|--:|--:|---|"
    counts = Counter(one["rule"] for one in sample)
    examples = invented_examples() | {one["rule"]: one["excerpt"] for one in reversed(sample)}
    for rule in rules():
        id, example = rule["id"], examples.get(rule["id"])
        yield (
            f"| `{id}` | {rule['severity']} | {rule['summary']} | {counts[id]} | {seed_counts[id]}"
            f" | {code(example) if example else ''} |"
        )


def told_counts() -> dict[str, int]:
    """The real wiki's numbers as the table has them."""
    told = re.findall(r"^\| `([\w-]+)` \|.*?\| \d+ \| (\d+) \|", block("rules")[2], re.MULTILINE)
    return defaultdict(int, {rule: int(count) for rule, count in told})


def test_table_of_rules(sample_found: Found):
    check("rules", "".join(f"{row}\n" for row in rows(sample_found, told_counts())))


def test_numbers_of_the_real_wiki(sample_found: Found, seed_found: Found):
    counts = Counter(one["rule"] for one in seed_found)
    check("rules", "".join(f"{row}\n" for row in rows(sample_found, counts)))


# ---------------------------------------------------------------- the irregularities


def numbers(markdown: str) -> list[str]:
    """The numbers of the hand-made list: of the table without numbers 0.1 and so on."""
    found: list[str] = []
    chapter, unnumbered, in_rows = "", 0, False
    for line in markdown.splitlines():
        if match := re.match(r"## (\d+)\.", line):
            chapter, unnumbered, in_rows = match[1], 0, False
        elif line.startswith("|---"):
            in_rows = True
        elif match := re.match(r"\| (\d+\.\d+) \|", line):
            found.append(match[1])
        elif match := re.match(r"(\d+)\. ", line):
            found.append(f"{chapter}.{match[1]}")
        elif chapter == "0" and in_rows and line.startswith("|"):
            unnumbered += 1
            found.append(f"0.{unnumbered}")
    return found


def test_every_irregularity_is_accounted_for(shared: Path):
    listed = numbers((shared / "gold" / "irregularities.md").read_text(encoding="utf-8"))
    assert len(listed) > 100
    assert [entry.number for entry in ENTRIES] == listed


@pytest.fixture(scope="module")
def seed_lines(seed: Path, seed_found: Found) -> dict[str, set[int]]:
    """Of each rule, the lines of the seed's file that it finds."""
    raw = seed.read_text(encoding="utf-8")
    lines: dict[str, set[int]] = defaultdict(set)
    for one in seed_found:
        start = raw.index(f"\n{one['page']}\n\n{one['source']['timestamp']}\n")
        body = re.compile(r"\n\n[^\n]*:[^\n]*\n\n").search(raw, start + len(one["page"]) + 3)
        assert body
        line = raw.count("\n", 0, body.end()) + one["line"]
        assert raw.split("\n")[line - 1] == one["excerpt"]
        lines[one["rule"]].add(line)
    return lines


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.number)
def test_accounting_is_true(entry: Entry, seed_found: Found, seed_lines: dict[str, set[int]]):
    assert entry.rules or entry.why
    found = set().union(*(seed_lines[rule] for rule in entry.rules))
    assert set(entry.lines) <= found
    for rule in entry.rules:
        assert not entry.lines or seed_lines[rule] & set(entry.lines), rule
    if entry.count is not None:
        assert sum(one["rule"] in entry.rules for one in seed_found) == entry.count


def test_every_finding_is_accounted_for(seed_found: Found, seed_lines: dict[str, set[int]]):
    """No rule finds in the seed what nobody has looked at."""
    by_lines = {line for entry in ENTRIES for line in entry.lines}
    wholly = {rule for entry in ENTRIES if entry.count for rule in entry.rules}
    rest = {
        rule: sorted(lines - by_lines) for rule, lines in seed_lines.items() if rule not in wholly
    }
    assert {rule: lines for rule, lines in rest.items() if lines} == {}


def accounting() -> Iterator[str]:
    yield "| # | what | found by | why not, or not all |"
    yield "|---|---|---|---|"
    for entry in ENTRIES:
        count = len(entry.lines) if entry.count is None else entry.count
        by = ", ".join(f"`{rule}`" for rule in entry.rules)
        yield f"| {entry.number} | {entry.what} | {f'{by}: {count}' if by else ''} | {entry.why} |"


def test_table_of_irregularities():
    check("irregularities", "".join(f"{row}\n" for row in accounting()))
