"""Versions in the making: who stands on a page, in what order, and since when."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from ingest.records import Card, Erratum
from ingest.versions.match import KINDS, Kind, text_of
from ingest.versions.model import Change, Lineage, Record, Since, Subject, Version
from ingest.versions.pairing import pair_equal
from ingest.versions.wording import wording

# Changes of these leave a subject's words and numbers as they are; None is its place.
NOT_WORDS = {"image", "illustrator", "cover", "purchase_url", "links", "deck", None}


@dataclass(frozen=True, slots=True)
class Sinces:
    """From when on each passage of a record stands as it does."""

    whole: Since
    text: Since
    errata: Since | None = None
    clarifications: tuple[Since, ...] = ()


# Who stood on a page at some moment: for each kind, in its order, the lineages and their sinces.
Memory = list[list[tuple[int, Sinces]]]


@dataclass(slots=True, eq=False)
class Draft:
    """A version in the making, and its place in the chain of all versions of its kind."""

    lineage: int
    record: Record
    from_revision: int
    sinces: Sinces
    until_revision: int | None = None
    next: Draft | None = None


@dataclass(slots=True, eq=False)
class Line:
    """All subjects of one kind on a page, as far as its history has been read.

    The chain holds every version so far, so that those valid at one moment stand in it in the
    page's order: a version that takes over a place comes right after its forerunner, a subject
    that came or moved right after the one that it follows on the page.
    """

    kind: Kind
    current: list[Draft] = field(default_factory=list)  # in the page's order
    ended: dict[Hashable, dict[int, None]] = field(default_factory=dict)  # last key → lineages
    first: Draft | None = None  # of the chain

    def key(self, record: Record) -> Hashable:
        """What a subject that comes back is known by."""
        return self.kind.keys[0](record)

    def put(self, draft: Draft, after: Draft | None) -> None:
        if after is None:
            draft.next, self.first = self.first, draft
        else:
            draft.next, after.next = after.next, draft


@dataclass(slots=True)
class History:
    lines: list[Line] = field(default_factory=lambda: [Line(kind) for kind in KINDS])
    drafts: list[list[Draft]] = field(default_factory=list)  # of each lineage, oldest first
    subjects: list[Subject] = field(default_factory=list)  # of each lineage, its newest
    changes: list[Change] = field(default_factory=list)


# ---------------------------------------------------------------- since when


def carried(draft: Draft, now: Record, changes: Sequence[Change], since: Since) -> Sinces:
    """What stays as it was keeps its since; what changed has the new one."""
    was, former = draft.record, draft.sinces
    reworded = any(not change.cosmetic and change.field not in NOT_WORDS for change in changes)
    whole = since if reworded else former.whole
    text = former.text if wording(text_of(was)) == wording(text_of(now)) else since
    if not (isinstance(was, Card) and isinstance(now, Card)):
        return Sinces(whole, text)
    errata = former.errata if _errata_line(was.erratum) == _errata_line(now.erratum) else since
    said = [wording(clarification.text) for clarification in was.clarifications]
    says = [wording(clarification.text) for clarification in now.clarifications]
    stayed = {new: former.clarifications[old] for old, new in pair_equal(said, says)}
    clarifications = tuple(stayed.get(place, since) for place in range(len(says)))
    return Sinces(whole, text, errata, clarifications)


def _errata_line(erratum: Erratum) -> Hashable:
    """The Errata line as far as it is a wording: blanks, quotes and letter case aside."""
    printed = None if erratum.raw is None else wording(erratum.raw).casefold()
    return erratum.status, erratum.kinds, erratum.note if printed is None else None, printed


# ---------------------------------------------------------------- the result


def lineages_of(history: History) -> list[Lineage]:
    position: dict[Draft, int] = {}
    for line in history.lines:
        draft, place = line.first, 0
        while draft is not None:
            position[draft] = place
            draft, place = draft.next, place + 1
    return [
        Lineage(subject, tuple(_version(draft, position[draft]) for draft in drafts))
        for subject, drafts in zip(history.subjects, history.drafts, strict=True)
    ]


def _version(draft: Draft, position: int) -> Version:
    sinces = draft.sinces
    return Version(
        record=draft.record,
        position=position,
        from_revision=draft.from_revision,
        until_revision=draft.until_revision,
        since=sinces.whole,
        text_since=sinces.text,
        errata_since=sinces.errata,
        clarifications_since=sinces.clarifications,
    )
