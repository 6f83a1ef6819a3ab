"""Two texts of a page → the changes between them; the two may be any revisions of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import pairwise
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from ingest.records import Card, Faction, PageKind, PageRecords, Rule, Term
from ingest.versions.fields import field_changes, wikitext_change
from ingest.versions.match import KINDS, Kind, match, text_of
from ingest.versions.model import Change, Record, Subject
from ingest.versions.pairing import Pair, in_new_order, moved

Identities = tuple[Sequence[int], Sequence[int]]  # numbers of the old records, of the new ones


class Difference(NamedTuple):
    """What became of one record of one kind: kept (and how changed), gone or new."""

    old: int | None  # its place in the old text's records of this kind
    new: int | None  # in the new text's
    changes: Sequence[Change]
    elsewhere: bool  # it has another place on the page, its neighbours aside


def compare(
    old: PageRecords,
    new: PageRecords,
    page_title: str,
    revision: int = 0,
    known: Mapping[str, Identities] | None = None,
) -> list[Change]:
    """All changes from one text of a page to another, cosmetic ones marked, in the page's order.

    `revision` is the PageRevision.id that each change is said to be made by. `known` are, by the
    name of a kind (`card`, `rule`), the numbers of the subjects of both texts, where a history
    tells better than the two texts who is who; each change then has its subject's as `lineage`.
    """
    if old is new:
        return []
    found = redirect_change(old, new, page_title)
    for kind in KINDS:
        ids = (known or {}).get(kind.name)
        for difference in differences(kind, old, new, None if ids is None else _same(*ids)):
            found += _signed(difference, ids)
    if not found:
        found += [change for _, _, change in only_spacing(old, new)]
    found = told_by_the_faction(found, page_title)
    return [replace(change, revision=revision) for change in found]


def _same(olds: Sequence[int], news: Sequence[int]) -> list[Pair]:
    place = {number: old for old, number in enumerate(olds)}
    return [(place[number], new) for new, number in enumerate(news) if number in place]


def _signed(difference: Difference, ids: Identities | None) -> Sequence[Change]:
    if ids is None or not difference.changes:
        return difference.changes
    olds, news = ids
    number = olds[difference.old] if difference.old is not None else news[difference.new or 0]
    return [replace(change, lineage=number) for change in difference.changes]


def subject_of(kind: Kind, page_kind: PageKind) -> Subject:
    """What the contract calls a record; prose is a `section` of a faction's page, else a `rule`."""
    if kind.name == "rule":
        return "section" if page_kind == "faction" else "rule"
    subjects: dict[str, Subject] = {"faction": "faction", "card": "card", "term": "term"}
    return subjects[kind.name]


def differences(
    kind: Kind, old: PageRecords, new: PageRecords, known: Sequence[Pair] | None = None
) -> Iterator[Difference]:
    """Every record of one kind that either text has, in the new text's order.

    `known` are the pairs of the same subject where something tells them better than the texts.
    """
    olds, news = kind.of(old), kind.of(new)
    if not olds and not news:
        return
    pairs = match(kind, olds, news) if known is None else known
    shifted = _elsewhere(kind, olds, news, pairs)
    gone, come = subject_of(kind, old.kind), subject_of(kind, new.kind)
    for before, place in in_new_order(pairs, len(olds), len(news)):
        if before is None:
            assert place is not None
            text = plain_text(news[place])
            change = Change(come, news[place].name, None, "added", None, text, place=place)
            yield Difference(None, place, [change], True)
        elif place is None:
            text = plain_text(olds[before])
            change = Change(gone, olds[before].name, None, "removed", text, None, place=before)
            yield Difference(before, None, [change], True)
        else:
            changes = _kept(come, olds[before], news[place])
            if place in shifted:
                changes = _with_place(come, news[place].name, changes, before, place)
            yield Difference(before, place, changes, place in shifted)


def _elsewhere(
    kind: Kind, olds: Sequence[Any], news: Sequence[Any], pairs: Sequence[Pair]
) -> set[int]:
    """New places of the records that stand elsewhere on the page, as few as possible.

    Cards of another type or deck stand elsewhere because of that, the others are measured by those
    that stayed.
    """
    seat = kind.seat
    stay: list[Pair] = []
    shifted: set[int] = set()
    for old, new in pairs:
        if seat(olds[old]) == seat(news[new]):
            stay.append((old, new))
        else:
            shifted.add(new)
    stay.sort(key=itemgetter(1))
    if any(a[0] > b[0] for a, b in pairwise(stay)):
        names = [[f"{record.name}\n{text_of(record)}" for record in side] for side in (olds, news)]
        shifted.update(new for _, new in moved(stay, *names))
    return shifted


def _with_place(
    subject: Subject, name: str, changes: Sequence[Change], old: int, new: int
) -> list[Change]:
    """Changes of a record that stands elsewhere: said by its type or deck, or else by `moved`."""
    if any(change.field in ("type", "deck") for change in changes):
        return [
            replace(change, place=new) if change.field in ("type", "deck") else change
            for change in changes
        ]
    return [*changes, Change(subject, name, None, "moved", old + 1, new + 1, place=new)]


# Everything but where a record stands: most records differ from their former selves in the line.
_SAYS: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    cls: attrgetter(*(f.name for f in fields(cls) if f.name not in ("section", "anchor", "line")))
    for cls in (Card, Faction, Term, Rule)
}


def _kept(subject: Subject, old: Record, new: Record) -> Sequence[Change]:
    """Changes of a record that both texts have."""
    if old is new:
        return ()
    says = _SAYS[type(new)]
    return () if says(old) == says(new) else field_changes(subject, old, new)


def only_spacing(old: PageRecords, new: PageRecords) -> list[tuple[Kind, int, Change]]:
    """Kind, place and cosmetic change of each record that differs in wikitext only.

    For texts between which nothing else changed: what differs then are the blank lines at the ends
    of sections, which stand between two of them and come and go with either; or, in the sections
    of a faction's page that say nothing, what makes up the faction.
    """
    found: list[tuple[Kind, int, Change]] = []
    for kind in reversed(KINDS):
        if kind.name == "faction" and found:
            break
        subject = subject_of(kind, new.kind)
        for place, (was, now) in enumerate(zip(kind.of(old), kind.of(new), strict=True)):
            if was.wikitext != now.wikitext:
                found.append((kind, place, wikitext_change(subject, was, now)))
    return found


def redirect_change(old: PageRecords, new: PageRecords, page_title: str) -> list[Change]:
    """The change of where a page redirects to; None: it is no redirect."""
    if old.redirect == new.redirect:
        return []
    return [Change("page", page_title, "redirect", "changed", old.redirect, new.redirect)]


def told_by_the_faction(changes: list[Change], page_title: str) -> list[Change]:
    """The same changes, that of a faction page's first section cosmetic if the faction's tell it.

    What stands above the first heading is the faction's description, its set and its titan.
    """
    told = {change.field for change in changes if change.subject == "faction"}
    if not told & {"description", "set", "titan"}:
        return changes
    return [
        replace(change, cosmetic=True)
        if (change.subject, change.name, change.field) == ("section", page_title, "text")
        else change
        for change in changes
    ]


def plain_text(record: Record) -> str:
    """All that a record says, as plain text: what appears or goes with it."""
    if isinstance(record, Card):
        return _card_text(record)
    if isinstance(record, Faction):
        return _faction_text(record)
    if isinstance(record, Term) and record.exception:
        return f"{record.definition}\nException: {record.exception}"
    return text_of(record)


def _card_text(card: Card) -> str:
    printed = []
    if card.power is not None:
        printed.append(f"Power {card.power}")
    if card.breakpoint is not None:
        printed.append(f"Breakpoint {card.breakpoint}")
    if card.vps is not None:
        printed.append("VPs: " + " ".join(map(str, card.vps)))
    lines = [" - ".join([*printed, *filter(None, [card.text])])]
    if card.erratum.raw:
        lines.append(card.erratum.raw)
    if card.clarifications:
        lines.append("Clarifications:")
        lines += ["*" * c.depth + " " + c.text for c in card.clarifications]
    return "\n".join(lines)


def _faction_text(faction: Faction) -> str:
    told = {
        "Set": faction.set,
        "Titan": faction.titan,
        "Complexity": faction.complexity or faction.complexity_raw,
        "Mechanics": ", ".join(faction.mechanics),
    }
    lines = [f"{what}: {value}" for what, value in told.items() if value]
    return "\n".join([*filter(None, [faction.description]), *lines])
