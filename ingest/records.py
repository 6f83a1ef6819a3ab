"""What the ingester speaks in: one frozen dataclass for each thing that a dump or a page holds.

The words are the game's (faction, base, titan, breakpoint, erratum) and MediaWiki's (revision,
contributor, section). Sequences are tuples, so that records can be compared and hashed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

TextState = Literal["present", "empty", "hidden", "missing"]
CardType = Literal["minion", "action", "base", "titan"]
ErratumStatus = Literal["yes", "no", "unstated", "placeholder"]
PageKind = Literal["faction", "decks", "glossary", "rules", "index", "list", "other"]
NamedKind = Literal["card", "faction", "term", "rule"]

CARD_TYPES: tuple[CardType, ...] = ("minion", "action", "base", "titan")


# ---------------------------------------------------------------- what a dump tells


@dataclass(frozen=True, slots=True)
class Site:
    """The wiki that a dump names. A dump that names none gives no Site."""

    name: str | None = None  # sitename, as `Smash Up Rulebook`
    base: str | None = None  # address of the main page, from siteinfo
    dbname: str | None = None
    namespaces: tuple[tuple[int, str], ...] = ()  # (number, local name), where told


@dataclass(frozen=True, slots=True)
class Revision:
    """One revision of one page, as far as one source tells it. None: the source does not say.

    `text_state`: `present` (text held) · `empty` (the format proves an empty text) · `hidden`
    (withheld by the wiki) · `missing` (no text here, reason unknown: feeds, stub dumps).
    """

    title: str  # full title with its namespace, blanks for underscores
    timestamp: str  # ISO 8601, UTC, `2026-09-27T04:10:19Z`
    text: str | None  # exact wikitext; a str only when text_state is `present`
    text_state: TextState
    namespace: int | None = None
    page_id: int | None = None
    revision_id: int | None = None
    parent_id: int | None = None  # 0: the source proves that it is the page's first
    contributor: str | None = None  # user name or IP address
    contributor_hidden: bool = False
    comment: str | None = None  # "" when the source proves that there is none
    comment_hidden: bool = False
    minor: bool | None = None
    sha1: str | None = None  # as declared, base 36, of the text as stored
    size: int | None = None  # as declared, bytes
    model: str = "wikitext"  # content model


# ---------------------------------------------------------------- what a page's wikitext tells


class Section(NamedTuple):  # made, compared and hashed more often than all others
    """A heading and the wikitext below it, up to the next heading of any level.

    Level 0 is the text above the first heading; its title is "".
    """

    level: int
    title: str  # plain text of the heading
    heading: str  # wikitext of the heading, without its equals signs
    anchor: str  # as MediaWiki makes it, `_2` and so on for repeats included
    line: int  # of the heading in the page's wikitext, from 1
    text: str  # wikitext below the heading
    path: tuple[str, ...]  # titles of the sections around it, outermost first


@dataclass(frozen=True, slots=True)
class Ability:
    label: str | None  # `Ongoing`, `Special`, `Talent`, `Fusion`; None: happens when played
    text: str


@dataclass(frozen=True, slots=True)
class Erratum:
    status: ErratumStatus
    kinds: tuple[str, ...] = ()  # `functional`, `wording`, `reversion`, in printed order
    note: str | None = None
    raw: str | None = None  # the whole line, plain text; None when there is no line


@dataclass(frozen=True, slots=True)
class Clarification:
    text: str
    depth: int = 1  # number of bullets; 1 for a line without one


@dataclass(frozen=True, slots=True)
class Card:
    """One card as printed in one section of one page."""

    deck: str  # faction's name, or the special deck's (`Madness`, `Monster`, `Treasure`)
    special: bool  # of a special deck: no faction
    type: CardType
    name: str
    copies: int | None
    power: int | None = None
    breakpoint: int | None = None
    vps: tuple[int, ...] | None = None
    treasures: int | None = None
    text: str = ""
    abilities: tuple[Ability, ...] = ()
    erratum: Erratum = Erratum("unstated")
    clarifications: tuple[Clarification, ...] = ()
    image: str | None = None
    illustrator: str | None = None
    section: str = ""  # heading as printed, `1x Spectre`
    anchor: str = ""
    line: int = 0
    wikitext: str = field(default="", repr=False)  # heading line and body: tells cosmetic edits


@dataclass(frozen=True, slots=True)
class Synergy:
    name: str  # as written
    page: str | None  # target of its link
    note: str | None


@dataclass(frozen=True, slots=True)
class Faction:
    name: str
    set: str | None = None  # without `the` and `set`
    set_raw: str | None = None
    titan: str | None = None
    complexity: str | None = None  # low, low-medium, medium, medium-high, high
    complexity_raw: str | None = None
    mechanics: tuple[str, ...] = ()
    synergies: tuple[Synergy, ...] = ()
    work_in_progress: bool = False
    description: str | None = None
    purchase_url: str | None = None
    cover: str | None = None
    cover_illustrator: str | None = None
    wikitext: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Term:
    """A glossary entry."""

    name: str
    definition: str
    exception: str | None = None
    image: str | None = None
    illustrator: str | None = None
    section: str = ""
    anchor: str = ""
    line: int = 0
    wikitext: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Link:
    label: str
    target: str  # page title, with `#fragment` if any


@dataclass(frozen=True, slots=True)
class Rule:
    """A section of prose: a rule on a rules page, or a section of a faction page."""

    name: str  # the heading; the page's title for text above the first heading
    path: tuple[str, ...]  # headings from the outermost to its own; () above the first heading
    text: str  # plain text, paragraphs and list items joined with newlines
    links: tuple[Link, ...] = ()
    anchor: str = ""
    line: int = 0
    wikitext: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Mention:
    """A place of a text where a card, faction, term or rule is named."""

    kind: NamedKind
    name: str  # of what is named; as written where it is not held
    page: str | None  # that describes it; None: no page held does
    id: int | None  # of the card, faction, term or rule
    written: str
    cue: str  # what announces it: `c.f.`, `e.g.`, `such as`, `cards like`, `like`, `link`, `plain`
    start: int  # in characters of the text
    end: int


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that the grammar did not understand and kept as it stands."""

    line: int
    heading: str
    excerpt: str
    message: str


@dataclass(frozen=True, slots=True)
class PageRecords:
    """All that one revision's text says."""

    kind: PageKind
    faction: Faction | None = None
    cards: tuple[Card, ...] = ()
    terms: tuple[Term, ...] = ()
    rules: tuple[Rule, ...] = ()
    listed_factions: tuple[Link, ...] = ()  # of an index page
    titans: tuple[tuple[str, str], ...] = ()  # (faction, titan) rows of a list page
    redirect: str | None = None  # target with `#fragment`
    findings: tuple[Finding, ...] = ()
