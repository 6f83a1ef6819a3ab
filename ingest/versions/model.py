"""What histories are made of: revisions go in, versions, changes and gaps come out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ingest.records import Card, Faction, PageRecords, Rule, Term, TextState

Record = Card | Faction | Term | Rule
Subject = Literal["page", "faction", "card", "term", "rule", "section"]
Op = Literal["added", "removed", "changed", "moved", "renamed", "blanked", "restored"]


@dataclass(frozen=True, slots=True)
class PageRevision:
    """One revision of one page. `id` is the database's row, the other ids are the wiki's own.

    `records` are there whenever text is held, even text that the wiki hides now. `text_id` is equal
    for texts equal byte for byte; None: not known to be equal to any. A revision whose state is
    `present` but which has no records holds nothing but white space, and counts as empty.
    """

    id: int
    timestamp: str  # ISO 8601, UTC
    revision_id: int | None
    parent_id: int | None  # 0: proved to be the page's first
    text_state: TextState
    text_id: int | str | None
    records: PageRecords | None
    comment: str | None = None  # the edit's summary

    @property
    def empty(self) -> bool:
        """Whether the format proves that this revision has no text."""
        return self.records is None and self.text_state in ("empty", "present")


@dataclass(frozen=True, slots=True)
class Since:
    """The oldest held revision from which a wording stands until now, undone edits aside.

    `exact` is True only when no older revision with it can be missing: the text before has another
    wording and is proved to come right before, or nothing at all came before.
    """

    revision: int  # PageRevision.id
    exact: bool


@dataclass(frozen=True, slots=True)
class Version:
    """One wording of one subject, from one revision until another."""

    record: Record  # as in the newest revision of this version
    position: int  # sorts the versions valid at one moment into the page's order at that moment
    from_revision: int  # PageRevision.id
    until_revision: int | None  # first revision with text that has it no more; None: current
    since: Since  # of all its words and numbers: not of images, credits or links
    text_since: Since  # of a card's text, a definition, a rule's text, a faction's description
    errata_since: Since | None  # of a card's Errata line, or of its absence
    clarifications_since: tuple[Since, ...]  # one for each of a card's clarifications


@dataclass(frozen=True, slots=True)
class Lineage:
    """One faction, card, term, rule or section through all its versions, renames included."""

    subject: Subject  # never `page`
    versions: tuple[Version, ...]  # oldest first; not empty


@dataclass(frozen=True, slots=True)
class Change:
    """The contract's CHANGE. `old` and `new` are JSON values: str, int, list, dict or None."""

    subject: Subject
    name: str  # of a renamed subject the new one
    field: str | None
    op: Op
    old: Any = None
    new: Any = None
    cosmetic: bool = False
    reverted: bool = False
    revision: int = 0  # PageRevision.id that made it
    lineage: int | None = None  # index into the lineages derived with it
    # From 0, among its kind on the page or in the card's list: where it was added or came to stand;
    # of what was removed, where it stood.
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch of a page's history that is not held, between two PageRevision.ids.

    `after` None: before the first revision whose text is known; `before` None: since the last.
    """

    after: int | None
    before: int | None
    reason: str
