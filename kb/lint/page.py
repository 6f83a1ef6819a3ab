"""What the rules look at: pages with their records and lines, and the wiki that they make."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeVar

from ingest.folding import name_key
from ingest.records import Card, PageRecords
from ingest.titles import namespace_of, normalise_title
from kb.lint.text import Heading, headings, masked, plain, split_lines

Severity = Literal["error", "warning", "info"]
Made = TypeVar("Made")

_COUNT = re.compile(r"\d{1,3}\s*[x×]\s*(?=\S)", re.IGNORECASE)
_LINK = re.compile(r"\[\[([^\[\]|{}<>]*+)(?:\|([^\[\]]*+))?\]\]")
_ERRATA = re.compile(r"\W*Errat(?:a|um)\b\s*(?:[?:.;]|[-–—]|$)", re.IGNORECASE)
_CLARIFICATIONS = re.compile(r"\W*Clarifications?\b\s*(?:[?:.;]|[-–—]|$)", re.IGNORECASE)
_IMAGE_LINE = re.compile(r"\s*\[\[\s*(?:file|image)\s*:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Finding:
    """One place that an editor can mend; `line` counts from 1 in the page's wikitext."""

    page: str
    page_id: int
    heading: str  # a card's name, a term, a section's heading; the page's title above the first
    line: int
    excerpt: str  # the line as it is written
    message: str


class Rule:
    """What every rule has. `check` looks at one page; the wiki tells what other pages say."""

    id: ClassVar[str]
    severity: ClassVar[Severity]
    summary: ClassVar[str]  # what is wrong
    fix: ClassVar[str]  # what the editor should do
    # Whether it needs what the knowledge base keeps of the newest texts only.
    newest_only: ClassVar[bool] = False

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card and the lines that print it: of its heading, its images and its three parts.

    `ability` are the lines of text before the Errata and Clarifications lines; `clarifications`
    those after the latter. Empty lines are in none of them.
    """

    card: Card
    line: int
    images: tuple[int, ...]
    ability: tuple[int, ...]
    errata: int | None
    clarifications_marker: int | None
    clarifications: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WikiLink:
    """A link as written: the page's title in canonical spelling, the heading, the label."""

    line: int
    title: str
    fragment: str
    label: str


@dataclass(frozen=True, slots=True)
class Newest:
    """The newest revision of a page where it holds no text. `proved`: the source says blank."""

    timestamp: str
    proved: bool


@dataclass(slots=True)
class _Lines:
    """Line numbers of a card's parts while they are sorted."""

    part: Literal["ability", "errata", "clarifications"] = "ability"
    images: list[int] = field(default_factory=list)
    ability: list[int] = field(default_factory=list)
    errata: int | None = None
    marker: int | None = None
    clarifications: list[int] = field(default_factory=list)


@dataclass
class Page:
    """A page of the main namespace as its newest text says it.

    `blank` tells of a newer revision without text. `is_newest` is False where the wiki has a newer
    text than the one looked at: findings of the grammar are then not known.
    """

    id: int
    title: str
    text: str
    records: PageRecords
    blank: Newest | None = None
    is_newest: bool = True

    @cached_property
    def lines(self) -> list[str]:
        """Lines as they are written."""
        return split_lines(self.text)

    @cached_property
    def shown(self) -> list[str]:
        """The lines without comments and without what `<nowiki>` and the like hold."""
        return masked("\n".join(self.lines)).split("\n")

    @cached_property
    def headings(self) -> list[Heading]:
        return headings(self.lines, self.shown)

    @cached_property
    def _heading_lines(self) -> list[int]:
        return [heading.line for heading in self.headings]

    def section_number(self, line: int) -> int:
        """Number of the section that a line stands in, as MediaWiki counts them for editing."""
        return bisect_right(self._heading_lines, line)

    def heading_of(self, line: int) -> str:
        """Name of the card, term or section that a line stands in."""
        number = self.section_number(line)
        title = self.headings[number - 1].title.strip("= ") if number else ""
        return _COUNT.sub("", title, count=1) or self.title

    def finding(self, line: int, message: str) -> Finding:
        """A finding at a line of this page."""
        line = min(max(line, 1), len(self.lines))
        excerpt = self.lines[line - 1]
        return Finding(self.title, self.id, self.heading_of(line), line, excerpt, message)

    def section_end(self, line: int) -> int:
        """The last line of the section that begins at a heading's line."""
        number = bisect_right(self._heading_lines, line)
        following = self._heading_lines[number : number + 1]
        return following[0] - 1 if following else len(self.lines)

    def find_line(self, pattern: re.Pattern[str], start: int = 1, end: int | None = None) -> int:
        """The first line from `start` to `end` that matches; 0 when none does."""
        for number in range(max(start, 1), (end or len(self.lines)) + 1):
            if pattern.search(self.shown[number - 1]):
                return number
        return 0

    def find_heading(self, pattern: re.Pattern[str]) -> Heading | None:
        return next((one for one in self.headings if pattern.search(one.title)), None)

    @cached_property
    def cards(self) -> list[PlacedCard]:
        """The cards whose headings were found, in printed order.

        Only of pages that are made of cards: elsewhere a card is an example.
        """
        if self.records.kind not in ("faction", "decks"):
            return []
        places: dict[str, list[int]] = {}
        for heading in reversed(self.headings):
            places.setdefault(name_key(heading.title), []).append(heading.line)
        placed = []
        for card in self.records.cards:
            lines = places.get(name_key(card.section), [])
            line = card.line if card.line in lines else lines[-1] if lines else 0
            if line:
                lines.remove(line)
                placed.append(self._place(card, line))
        return placed

    def _place(self, card: Card, line: int) -> PlacedCard:
        found = _Lines()
        for number in range(line + 1, self.section_end(line) + 1):
            self._sort(number, self.shown[number - 1], found)
        return PlacedCard(
            card,
            line,
            tuple(found.images),
            tuple(found.ability),
            found.errata,
            found.marker,
            tuple(found.clarifications),
        )

    def _sort(self, number: int, line: str, found: _Lines) -> None:
        shown = plain(line)
        if _IMAGE_LINE.match(line):
            found.images.append(number)
        if not shown.strip():
            return
        is_item = shown.lstrip().startswith(("*", "#", ":"))
        if found.errata is None and not is_item and _ERRATA.match(shown):
            found.errata, found.part = number, "errata"
        elif found.marker is None and not is_item and _CLARIFICATIONS.match(shown):
            found.marker, found.part = number, "clarifications"
        elif found.part == "ability":
            found.ability.append(number)
        elif found.part == "clarifications":
            found.clarifications.append(number)

    @cached_property
    def links(self) -> list[WikiLink]:
        """Links to pages of the main namespace, in order."""
        found = []
        for number, line in enumerate(self.shown, 1):
            for match in _LINK.finditer(line) if "[[" in line else ():
                title, _, fragment = match[1].replace("_", " ").partition("#")
                title = normalise_title(title.strip())
                if title and not namespace_of(title):
                    label = plain(match[2] if match[2] is not None else match[1])
                    found.append(WikiLink(number, title, fragment.strip(), label))
        return found

    @property
    def is_faction(self) -> bool:
        """Whether the page is a faction's: it has cards, or says what set it is from."""
        faction = self.records.faction
        return faction is not None and bool(self.cards or faction.set)


@dataclass
class Wiki:
    """All pages of one wiki that are held with text, and the titles of all that are held."""

    pages: list[Page]
    titles: frozenset[str] = frozenset()  # of any namespace, redirects and former titles too
    redirects: dict[str, str] = field(default_factory=dict)
    base: str | None = None  # address of the main page
    # (page id, heading, as written, cue) of each card that is named and that no page held has
    mentions: tuple[tuple[int, str | None, str, str], ...] = ()
    _made: dict[Any, Any] = field(default_factory=dict, repr=False)

    def once(self, make: Callable[[Wiki], Made]) -> Made:
        """What a function makes of this wiki; called only once."""
        if make not in self._made:
            self._made[make] = make(self)
        made: Made = self._made[make]
        return made

    @cached_property
    def by_title(self) -> dict[str, Page]:
        return {page.title: page for page in self.pages}

    def page_of(self, title: str) -> Page | None:
        """The page of a title, redirects followed."""
        for _ in range(3):
            if title not in self.redirects:
                break
            title = self.redirects[title].partition("#")[0]
        return self.by_title.get(title)

    @cached_property
    def listed(self) -> frozenset[str]:
        """Titles that an index page links to: pages that exist, held or not."""
        return frozenset(
            link.title for page in self.pages if page.records.kind == "index" for link in page.links
        )

    def knows(self, title: str) -> bool:
        """Whether a page of that title is held or listed."""
        return title in self.titles or title in self.by_title or title in self.listed
