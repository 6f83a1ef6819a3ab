"""What a page's newest revision and the grammar's reading of it tell."""

from __future__ import annotations

from collections.abc import Iterator

from kb.lint.markup import BrokenHeading
from kb.lint.page import Finding, Page, Rule, Wiki


class NewestBlank(Rule):
    id = "newest-blank"
    severity = "warning"
    summary = "The newest revision of a page has no text."
    fix = "Look whether the page is blank on the wiki; if so, bring the former text back."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        if page.blank is None:
            return
        when = page.blank.timestamp
        if page.blank.proved:
            yield page.finding(1, f"the page is blank since {when}")
        else:
            yield page.finding(1, f"the revision of {when} came without text; is the page blank?")


class NotUnderstood(Rule):
    id = "not-understood"
    newest_only = True
    severity = "warning"
    summary = "Something that the grammar of cards does not understand."
    fix = "Write the card like the others: image, text, Errata, Clarifications."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        if page.records.kind not in ("faction", "decks", "glossary"):
            return
        told = {found.line for found in BrokenHeading().check(page, wiki)}
        for found in page.records.findings:
            if found.line not in told:
                yield page.finding(found.line, found.message)
