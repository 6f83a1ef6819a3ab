"""Findings for people: by page and heading, each with its line, what is wrong and what to do."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from kb.quoting import printable
from kb.render.page import bold, dim, red, source_line, wrap, yellow

if TYPE_CHECKING:
    from kb.sources import Object

_SHOWN = 150  # characters of a long line
_NAMED = re.compile(r"[“`]([^”`]+)[”`]")
_KINDS = (("error", "error"), ("warning", "warning"), ("info", "note"))


def lint_text(answer: Object) -> str:
    """All findings by page, then their count."""
    findings = answer["findings"]
    pages = [
        _page_text(page, list(found)) for page, found in groupby(findings, lambda one: one["page"])
    ]
    if not pages:
        return "No findings."
    return "\n\n".join([*pages, wrap(_count(findings))])


def _page_text(page: str, findings: list[Object]) -> str:
    lines = [f"{bold(printable(page))}   {_number(len(findings), 'finding')}"]
    for _, group in groupby(findings, lambda one: (one["heading"], one["edit_url"])):
        found = list(group)
        lines.append(f"  {printable(found[0]['heading'])}")
        lines += map(_finding_text, found)
        if found[0]["edit_url"]:
            lines.append(dim(f"    edit: {found[0]['edit_url']}"))
    lines.append(source_line({**findings[0]["source"], "section": None}))
    return "\n".join(lines)


def _finding_text(finding: Object) -> str:
    colour = {"error": red, "warning": yellow}.get(finding["severity"], str)
    what = printable(f"{finding['severity']} {finding['rule']}: {finding['message']}")
    lines = [colour(wrap(what, "          ", f"    {finding['line']:>4}  "))]
    shown = printable(_excerpt(finding["excerpt"], finding["message"]))
    if shown:
        lines.append(dim(wrap(shown, "          ", "        > ")))
    lines.append(wrap(finding["fix"], "          ", "        → "))
    return "\n".join(lines)


def _excerpt(line: str, message: str) -> str:
    """A line, or of a long one the piece around what the message names."""
    line = line.strip()
    if len(line) <= _SHOWN:
        return line
    named = next((match[1] for match in _NAMED.finditer(message) if match[1] in line), "")
    start = max(0, line.find(named) - _SHOWN // 2) if named else 0
    start = min(start, len(line) - _SHOWN)
    piece = line[start : start + _SHOWN]
    return ("…" if start else "") + piece + ("…" if start + _SHOWN < len(line) else "")


def _count(findings: list[Object]) -> str:
    severities = Counter(one["severity"] for one in findings)
    parts = [_number(severities[key], name) for key, name in _KINDS if severities[key]]
    pages = _number(len({one["page"] for one in findings}), "page")
    return f"{_number(len(findings), 'finding')} on {pages}: {', '.join(parts)}."


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def rules_text(answer: Object) -> str:
    """What each rule finds, and what the editor should do."""
    lines = []
    for rule in answer["rules"]:
        lines.append(f"{bold(rule['id'])}   {rule['severity']}")
        lines.append(wrap(rule["summary"], "  "))
        lines.append(wrap(rule["fix"], "    ", "  → "))
    return "\n".join(lines)
