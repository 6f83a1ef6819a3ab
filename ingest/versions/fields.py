"""Two records of the same subject → the changes from one to the other, field by field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ingest.records import Card, Clarification, Erratum, Faction, Link, Rule, Term
from ingest.versions.model import Change, Op, Record, Subject
from ingest.versions.pairing import Pair, in_new_order, left_over, moved, pair_alike, pair_equal
from ingest.versions.wording import likeness, same_wording, wording

# Two clarifications this much alike are one that was reworded; between the same neighbours less
# will do.
REWORDED = 0.4
REWORDED_IN_PLACE = 0.3


def field_changes(subject: Subject, old: Record, new: Record) -> list[Change]:
    """What changed from one version of a subject to the other, cosmetic changes included.

    When no field differs but the wikitext does, that is one cosmetic change of `text`, with the
    lines that differ. Blank lines at the end are left to `compare`, which sees the whole page, and
    so is a faction's wikitext, which is that of its page's sections.
    """
    changes = list(_renamed(subject, old, new))
    if isinstance(old, Card) and isinstance(new, Card):
        changes += _card(old, new)
    elif isinstance(old, Faction) and isinstance(new, Faction):
        return [*changes, *_faction(old, new)]
    elif isinstance(old, Term) and isinstance(new, Term):
        changes += _term(old, new)
    elif isinstance(old, Rule) and isinstance(new, Rule):
        changes += _rule(subject, old, new)
    if not changes and old.wikitext.rstrip() != new.wikitext.rstrip():
        changes.append(wikitext_change(subject, old, new))
    return changes


def wikitext_change(subject: Subject, old: Record, new: Record) -> Change:
    """The cosmetic change of the lines in which two wikitexts differ."""
    lines = _differing_lines(old.wikitext, new.wikitext)
    return Change(subject, new.name, "text", "changed", *lines, cosmetic=True)


def _differing_lines(old: str, new: str) -> tuple[str, str]:
    """The lines from the first to the last that differ."""
    a, b = old.split("\n"), new.split("\n")
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    end = 0
    while end < min(len(a), len(b)) - start and a[-1 - end] == b[-1 - end]:
        end += 1
    return "\n".join(a[start : len(a) - end]), "\n".join(b[start : len(b) - end])


def _renamed(subject: Subject, old: Record, new: Record) -> Iterator[Change]:
    if old.name != new.name:
        cosmetic = same_wording(old.name, new.name)
        yield Change(subject, new.name, "name", "renamed", old.name, new.name, cosmetic=cosmetic)


def _value(subject: Subject, name: str, field: str, old: Any, new: Any) -> Iterator[Change]:
    """One field's change; of texts that say the same in another look a cosmetic one."""
    if old != new:
        texts = isinstance(old, str) and isinstance(new, str)
        cosmetic = texts and same_wording(old, new)
        yield Change(subject, name, field, "changed", old, new, cosmetic=cosmetic)


# ---------------------------------------------------------------- cards


def _card(old: Card, new: Card) -> Iterator[Change]:
    name = new.name
    if old.deck != new.deck:
        yield Change("card", name, "deck", "moved", old.deck, new.deck)
    for field in ("copies", "type", "power", "breakpoint"):
        yield from _value("card", name, field, getattr(old, field), getattr(new, field))
    yield from _value("card", name, "vps", _listed(old.vps), _listed(new.vps))
    for field in ("treasures", "text"):
        yield from _value("card", name, field, getattr(old, field), getattr(new, field))
    yield from _errata(name, old.erratum, new.erratum)
    if old.clarifications != new.clarifications:
        yield from _clarifications(name, old.clarifications, new.clarifications)
    for field in ("image", "illustrator"):
        yield from _value("card", name, field, getattr(old, field), getattr(new, field))


def _listed(values: Sequence[Any] | None) -> list[Any] | None:
    return None if values is None else list(values)


def _errata(name: str, old: Erratum, new: Erratum) -> Iterator[Change]:
    """One change with both objects; a cosmetic one has the printed lines too, for they differ."""
    if old == new:
        return
    was, now = _erratum(old), _erratum(new)
    if _said(old) != _said(new):
        yield Change("card", name, "errata", "changed", was, now)
    elif old.raw != new.raw:
        was, now = was | {"raw": old.raw}, now | {"raw": new.raw}
        yield Change("card", name, "errata", "changed", was, now, cosmetic=True)


def _erratum(erratum: Erratum) -> dict[str, Any]:
    return {"status": erratum.status, "kinds": list(erratum.kinds), "note": erratum.note}


def _said(erratum: Erratum) -> tuple[Any, ...]:
    kinds = tuple(kind.casefold() for kind in erratum.kinds)
    return erratum.status, kinds, None if erratum.note is None else wording(erratum.note)


def _clarifications(
    name: str, old: Sequence[Clarification], new: Sequence[Clarification]
) -> Iterator[Change]:
    """Each one added, removed or reworded is one change; those that only changed places, one."""
    olds, news = [c.text for c in old], [c.text for c in new]
    pairs = _pair_clarifications(olds, news)
    for before, place in in_new_order(pairs, len(olds), len(news)):
        if before is None:
            assert place is not None
            yield _clarification(name, "added", None, news[place], place=place)
        elif place is None:
            yield _clarification(name, "removed", olds[before], None, place=before)
        elif olds[before] != news[place]:
            cosmetic = same_wording(olds[before], news[place])
            yield _clarification(name, "changed", olds[before], news[place], cosmetic=cosmetic)
    if moved(pairs, olds, news):
        yield _clarification(name, "moved", olds, news)


def _clarification(name: str, op: Op, old: Any, new: Any, **more: Any) -> Change:
    return Change("card", name, "clarifications", op, old, new, **more)


def _pair_clarifications(olds: Sequence[str], news: Sequence[str]) -> list[Pair]:
    """Pairs of places of the same clarification: the same words first, then the most alike."""
    pairs = pair_equal(list(map(wording, olds)), list(map(wording, news)))

    def score(old: int, new: int) -> float | None:
        in_place = all((a < old) == (b < new) for a, b in pairs)
        share = likeness(olds[old], news[new])
        return share if share >= (REWORDED_IN_PLACE if in_place else REWORDED) else None

    return pairs + pair_alike(*left_over(pairs, len(olds), len(news)), score)


# ---------------------------------------------------------------- factions


def _faction(old: Faction, new: Faction) -> Iterator[Change]:
    name = new.name
    for field in ("set", "titan"):
        yield from _value("faction", name, field, getattr(old, field), getattr(new, field))
    if old.complexity != new.complexity or old.complexity_raw != new.complexity_raw:
        yield from _complexity(old, new)
    yield from _value("faction", name, "mechanics", list(old.mechanics), list(new.mechanics))
    if old.synergies != new.synergies:
        was, now = _synergies(old), _synergies(new)
        cosmetic = _without_targets(was) == _without_targets(now)
        yield Change("faction", name, "synergies", "changed", was, now, cosmetic=cosmetic)
    for field in ("work_in_progress", "description", "purchase_url"):
        yield from _value("faction", name, field, getattr(old, field), getattr(new, field))
    yield from _value("faction", name, "cover", _cover(old), _cover(new))


def _complexity(old: Faction, new: Faction) -> Iterator[Change]:
    """The level; one that is none (`REPLACE`) or only looks different, as it is printed."""
    if old.complexity != new.complexity:
        yield Change("faction", new.name, "complexity", "changed", old.complexity, new.complexity)
    else:
        was, now = old.complexity_raw, new.complexity_raw
        cosmetic = old.complexity is not None
        yield Change("faction", new.name, "complexity", "changed", was, now, cosmetic=cosmetic)


def _synergies(faction: Faction) -> list[dict[str, str | None]]:
    return [{"name": s.name, "page": s.page, "note": s.note} for s in faction.synergies]


def _without_targets(synergies: list[dict[str, str | None]]) -> list[tuple[Any, ...]]:
    """Synergies as they are read: where a link leads is not seen, that there is one is."""
    return [(wording(s["name"] or ""), s["page"] is None, s["note"]) for s in synergies]


def _cover(faction: Faction) -> dict[str, str | None] | None:
    if faction.cover is None:
        return None
    return {"image": faction.cover, "illustrator": faction.cover_illustrator}


# ---------------------------------------------------------------- terms and rules


def _term(old: Term, new: Term) -> Iterator[Change]:
    for field in ("definition", "exception", "image", "illustrator"):
        yield from _value("term", new.name, field, getattr(old, field), getattr(new, field))


def _rule(subject: Subject, old: Rule, new: Rule) -> Iterator[Change]:
    yield from _value(subject, new.name, "text", old.text, new.text)
    if old.links != new.links:
        was, now = [_link(link) for link in old.links], [_link(link) for link in new.links]
        cosmetic = _labels(old) == _labels(new)
        yield Change(subject, new.name, "links", "changed", was, now, cosmetic=cosmetic)


def _labels(rule: Rule) -> Counter[str]:
    """What is seen of a rule's links; where they lead is not."""
    return Counter(wording(link.label) for link in rule.links)


def _link(link: Link) -> str:
    return f"[[{link.target}]]" if link.label == link.target else f"[[{link.target}|{link.label}]]"
