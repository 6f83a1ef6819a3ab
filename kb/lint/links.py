"""Links that lead nowhere, as far as the pages at hand can prove it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from urllib.parse import unquote

from rapidfuzz.distance import OSA

from ingest.folding import name_key
from ingest.titles import namespace_of
from kb.lint.page import Finding, Page, Rule, Wiki, WikiLink

_ANCHOR = re.compile(r"\{\{\s*anchor\b|\bid\s*=", re.IGNORECASE)


class UnresolvedLink(Rule):
    id = "unresolved-link"
    severity = "warning"
    summary = "A link to a title that nobody knows, beside one that is known; or to no heading."
    fix = "Correct the link's target."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        for link in page.links:
            if not wiki.knows(link.title):
                near = nearest_title(link.title, wiki)
                if near:
                    yield page.finding(link.line, f"[[{link.title}]] is unknown; {near} is a page")
            elif link.fragment:
                yield from self._fragment(page, link, wiki)

    def _fragment(self, page: Page, link: WikiLink, wiki: Wiki) -> Iterator[Finding]:
        target = wiki.page_of(link.title)
        # A newer revision without text may have the heading.
        if target is None or target.blank or not target.is_newest or _ANCHOR.search(target.text):
            return
        keys = {name_key(heading.title) for heading in target.headings}
        written = name_key(unquote(link.fragment))
        is_special = "." in link.fragment or written in ("", "top", "toc")
        if not is_special and written not in keys and re.sub(r" \d+$", "", written) not in keys:
            yield page.finding(link.line, f"{target.title} has no heading {link.fragment}")


def _squeezed(title: str) -> str:
    return name_key(title).replace(" ", "")


def _known(wiki: Wiki) -> dict[str, dict[str, str]]:
    """By first letter: squeezed titles of the main namespace that are known, to the titles."""
    known: dict[str, dict[str, str]] = {}
    for title in sorted({*wiki.listed, *wiki.by_title, *wiki.titles}):
        key = _squeezed(title)
        if key and not namespace_of(title):
            known.setdefault(key[0], {})[key] = title
    return known


def nearest_title(title: str, wiki: Wiki) -> str | None:
    """The one known title that an unknown one must mean; None where that is a guess.

    The same but for blanks, case and punctuation, or a slip of one or two letters in a long title.
    A singular for a plural is none: it may be a redirect that no dump here holds.
    """
    written = _squeezed(title)
    if not written:
        return None
    by_letter = wiki.once(_known)
    known = by_letter.get(written[0], {})
    if written in known:
        return known[written]
    near = [known[key] for key in known if _is_slip(written, key)]
    return near[0] if len(near) == 1 else None


def _is_slip(written: str, known: str) -> bool:
    length = min(len(written), len(known))
    allowed = 0 if length < 8 else 1 if length < 12 else 2
    if not allowed or abs(len(written) - len(known)) > allowed:
        return False
    if re.sub(r"\D", "", written) != re.sub(r"\D", "", known):
        return False
    if written.rstrip("s") == known.rstrip("s"):
        return False
    return OSA.distance(written, known, score_cutoff=allowed) <= allowed


class MissingAnchor(Rule):
    id = "missing-anchor"
    severity = "info"
    summary = "A link that is called like a heading of its page, but leads to the page's top."
    fix = "Add the heading to the link's target: `[[Page#Heading|Heading]]`."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        for link in page.links:
            target = wiki.page_of(link.title)
            if link.fragment or target is None or target is page:
                continue
            label = _label_key(link.label)
            if label and label not in {_label_key(target.title), _label_key(link.title)}:
                heading = wiki.once(_headings).get(target.title, {}).get(label)
                if heading:
                    yield page.finding(link.line, f"{target.title} has a heading {heading}")


def _label_key(label: str) -> str:
    return name_key(label.replace("&", " and "))


def _headings(wiki: Wiki) -> dict[str, dict[str, str]]:
    """Of each page, its headings by their keys; not the first, which is its top."""
    return {
        page.title: {_label_key(heading.title): heading.title for heading in page.headings[1:]}
        for page in wiki.pages
    }


class DoubleRedirect(Rule):
    id = "double-redirect"
    severity = "error"
    summary = "A redirect to a redirect, which MediaWiki does not follow."
    fix = "Let the redirect lead to the last page at once."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        target = page.records.redirect
        if target is None:
            return
        title = target.partition("#")[0]
        if title == page.title:
            yield page.finding(1, "the page redirects to itself")
        elif title in wiki.redirects:
            yield page.finding(1, f"{title} is a redirect itself, to {wiki.redirects[title]}")


class UnlinkedPartner(Rule):
    id = "unlinked-partner"
    severity = "info"
    summary = "A partner in the Synergy list that has a page, but no link to it."
    fix = "Put the name into double brackets."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        faction = page.records.faction
        heading = page.find_heading(re.compile(r"^\s*synerg(?:y|ies)\W*$", re.IGNORECASE))
        if faction is None or heading is None:
            return
        linked = [synergy for synergy in faction.synergies if synergy.page]
        for synergy in faction.synergies:
            if synergy.page is None and linked and wiki.knows(synergy.name):
                pattern = re.compile(r"^\s*[*#].*?" + re.escape(synergy.name))
                line = page.find_line(pattern, heading.line + 1, page.section_end(heading.line))
                if line and synergy.name != page.title:
                    yield page.finding(line, f"{synergy.name} has a page")


class FactionList(Rule):
    id = "faction-list"
    newest_only = True
    severity = "info"
    summary = "The list of factions is out of order, or cut in two by an empty line."
    fix = "Move the line to its place in the alphabet; remove the empty line."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        targets = {link.target.partition("#")[0] for link in page.records.listed_factions}
        items = [
            (link.line, link.label)
            for link in page.links
            if link.title in targets and _is_item(page, link)
        ]
        if page.records.kind != "index" or len(items) < 10:
            return
        pairs = list(pairwise(items))
        falls = [(one, two) for one, two in pairs if _falls(one[1], two[1])]
        if 10 * len(falls) <= len(pairs):  # a list that is sorted but for slips
            for one, two in falls:
                yield page.finding(two[0], f"{two[1]} comes after {one[1]}")
        cuts = [two[0] for one, two in pairs if _is_cut(page.shown[one[0] : two[0] - 1])]
        if 10 * len(cuts) <= len(pairs):  # else it is cut into groups on purpose
            for line in cuts:
                yield page.finding(line, "an empty line before it cuts the list in two")


def _is_cut(between: list[str]) -> bool:
    return bool(between) and not any(line.strip() for line in between)


def _is_item(page: Page, link: WikiLink) -> bool:
    return page.shown[link.line - 1].lstrip().startswith(("*", "#"))


def _falls(label: str, following: str) -> bool:
    """Whether two labels are out of order both by words and by letters."""
    one, two = (re.sub(r"^the ", "", name_key(name)) for name in (label, following))
    return one > two and one.replace(" ", "") > two.replace(" ", "")
