"""Cards that a text names and that stand nowhere on the wiki."""

from __future__ import annotations

from collections.abc import Iterator

from ingest.folding import fold
from kb.lint.page import Finding, Page, Rule, Wiki
from kb.lint.text import plain


class UnresolvedMention(Rule):
    id = "unresolved-mention"
    severity = "warning"
    newest_only = True
    summary = "A text names a card, after `c.f.` or the like, that no page has."
    fix = "Correct the name."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        if not wiki.once(_is_complete) or not page.is_newest:
            return
        titans = {fold(titan) for other in wiki.pages for _, titan in other.records.titans}
        for page_id, heading, written, cue in wiki.mentions:
            if page_id == page.id and fold(written) not in titans:
                line = _line_of(page, heading, written)
                if line:
                    yield page.finding(line, f"“{written}”, named after {cue}, is no card here")


def _is_complete(wiki: Wiki) -> bool:
    """Whether every page that the index lists is held: else the card may be on one that is not."""
    return bool(wiki.listed) and all(wiki.page_of(title) for title in wiki.listed)


def _line_of(page: Page, heading: str | None, written: str) -> int:
    """The line below a heading, or else of the page, that holds a text; 0 for none."""
    wanted = fold(written)
    lines = [n for n, line in enumerate(page.shown, 1) if wanted in fold(plain(line))]
    below = [n for n in lines if heading and fold(page.heading_of(n)) == fold(heading)]
    return (below or lines or [0])[0]
