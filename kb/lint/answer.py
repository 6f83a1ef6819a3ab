"""The answer of `lint`: the rules' findings as the contract's objects."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from kb.lint.page import Finding, Page, Rule, Wiki
from kb.lint.registry import RULES
from kb.lint.wikis import read_wikis
from kb.named import first
from kb.pages import NotHeld, find_page
from kb.sources import Object, edit_url, source, text_notice

Found = tuple[Rule, Page, Wiki, Finding]


def lint(
    conn: sqlite3.Connection,
    as_of: str,
    page: str | None = None,
    rules: Collection[str] = (),
    severities: Collection[str] = (),
    since: str | None = None,
) -> Object:
    """The contract's answer of `lint`, ordered by page and line.

    `rules` and `severities` narrow it (none: all); `since`, a moment, leaves only what the page's
    newest text as of then did not have. Raises NotHeld when there is no such page.
    """
    only = find_page(conn, page)["id"] if page is not None else None
    chosen = [
        rule
        for rule in RULES
        if (not rules or rule.id in rules) and (not severities or rule.severity in severities)
    ]
    found = list(_run(read_wikis(conn, as_of), chosen, only))
    notices = [text_notice(conn, only, as_of)] if only is not None else []
    if since is not None:
        before = read_wikis(conn, since)
        found = list(_new(found, list(_run(before, chosen, only)), before))
        notices.append(_unknown_before(found, before, since))
    return {
        "findings": [_object(conn, as_of, *one) for one in found],
        "notices": [notice for notice in notices if notice],
    }


def no_findings(why: NotHeld) -> Object:
    """The answer of `lint` where the page is not held."""
    return {"findings": [], "notices": [why.line()]}


def rules() -> list[Object]:
    """What each rule is: `{"id", "severity", "summary", "fix"}`, in the order of the registry."""
    return [
        {"id": rule.id, "severity": rule.severity, "summary": rule.summary, "fix": rule.fix}
        for rule in RULES
    ]


def _run(wikis: Iterable[Wiki], chosen: list[Rule], only: int | None) -> Iterator[Found]:
    for wiki in wikis:
        for page in wiki.pages:
            if only is None or page.id == only:
                yield from _of_page(page, wiki, chosen)


def _of_page(page: Page, wiki: Wiki, chosen: list[Rule]) -> list[Found]:
    found = [
        (rule, page, wiki, one) for rule in chosen for one in dict.fromkeys(rule.check(page, wiki))
    ]
    return sorted(found, key=lambda one: one[3].line)  # stable: on one line as the rules stand


def _new(found: list[Found], before: list[Found], wikis: list[Wiki]) -> Iterator[Found]:
    """Findings that no like one stands for among those of a moment before.

    Alike are findings of one rule on one line of one page, wherever that line stood. What a rule
    can't know of a text that is not the page's newest is new when its line is.
    """
    held = Counter((rule.id, one.page_id, one.excerpt) for rule, _, _, one in before)
    pages = {page.id: page for wiki in wikis for page in wiki.pages}
    for rule, page, wiki, one in found:
        key = (rule.id, one.page_id, one.excerpt)
        then = pages.get(one.page_id)
        if held[key]:
            held[key] -= 1
            continue
        is_unknown = then is not None and rule.newest_only and not then.is_newest
        if not (then and is_unknown and one.excerpt in then.lines):
            yield rule, page, wiki, one


def _unknown_before(found: list[Found], wikis: list[Wiki], since: str) -> str | None:
    """What the reader must know where nothing tells how a page looked before."""
    held = {page.id for wiki in wikis for page in wiki.pages if page.text}
    unknown = sorted({one.page for _, _, _, one in found if one.page_id not in held})
    if not unknown:
        return None
    pages = unknown[0] if len(unknown) == 1 else f"{len(unknown)} of these pages"
    return f"No text of {pages} from before {since} is held: all findings there count as new."


def _object(
    conn: sqlite3.Connection, as_of: str, rule: Rule, page: Page, wiki: Wiki, found: Finding
) -> Object:
    return {
        "rule": rule.id,
        "severity": rule.severity,
        "page": found.page,
        "heading": found.heading,
        "line": found.line,
        "excerpt": found.excerpt,
        "message": found.message,
        "fix": rule.fix,
        "edit_url": edit_url(wiki.base, found.page, _section(page, found.line)),
        "source": _source(conn, as_of, found),
    }


def _source(conn: sqlite3.Connection, as_of: str, found: Finding) -> Object:
    """The newest revision with text; of a page that never had one, its newest revision."""
    row = first(conn, "source", page_id=found.page_id, as_of=as_of)
    if row is None:
        row = first(conn, "newest-of-page", page_id=found.page_id, as_of=as_of)
        assert row is not None  # the page was read
    return source(row, found.heading)


def _section(page: Page, line: int) -> int | None:
    """The section to edit; None where the wiki may have cut the page otherwise since."""
    return page.section_number(line) if page.is_newest and page.blank is None else None
