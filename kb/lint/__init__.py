"""Findings for the wiki's editors: what the pages get wrong, where, and what to do about it.

One class a rule, in modules by subject; `registry` lists them. A rule reports what the pages at
hand prove, and is silent where it would have to guess: a false alarm is a defect.
"""

from __future__ import annotations

from kb.lint.answer import lint, no_findings, rules

__all__ = ["lint", "no_findings", "rules"]
