"""Which record of one text is which of another: by key, by name, and renamed ones by content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Any

from ingest.folding import name_key as folded_name
from ingest.records import Card, PageRecords, Rule, Term
from ingest.versions.model import Record
from ingest.versions.pairing import MOST_PAIRS, Pair, left_over, pair_alike, pair_equal
from ingest.versions.wording import likeness, name_likeness, same_wording, word_count, wording

Key = Callable[[Any], Hashable]

# A pair is taken for one renamed record when the evidence below reaches this much.
RENAMED = 2.0

name_key = lru_cache(maxsize=4096)(folded_name)


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of record on a page, and what identifies it there, the strictest first."""

    name: str
    of: Callable[[PageRecords], Sequence[Any]]
    keys: tuple[Key, ...]
    exact: Key  # the strictest, unfolded: equal for most records of most revisions
    seat: Key  # records that differ in this stand elsewhere on the page anyway


def _card_key(card: Card) -> Hashable:
    return (card.deck, card.type, name_key(card.name))


def _name(record: Card | Term | Rule) -> Hashable:
    return name_key(record.name)


def _path(rule: Rule) -> Hashable:
    return tuple(map(name_key, rule.path))


def _nothing(_: object) -> Hashable:
    return None


def _faction_of(page: PageRecords) -> Sequence[Any]:
    return () if page.faction is None else (page.faction,)


KINDS = (
    Kind("faction", _faction_of, (_nothing,), _nothing, _nothing),
    Kind(
        "card",
        attrgetter("cards"),
        (_card_key, _name),
        attrgetter("deck", "type", "name"),
        attrgetter("deck", "type"),
    ),
    Kind("term", attrgetter("terms"), (_name,), attrgetter("name"), _nothing),
    Kind("rule", attrgetter("rules"), (_path, _name), attrgetter("path"), _nothing),
)


def text_of(record: Record) -> str:
    """The text that tells a record from others of its kind, beside its name."""
    if isinstance(record, Term):
        return record.definition
    if isinstance(record, Card | Rule):
        return record.text
    return record.description or ""


def match(kind: Kind, olds: Sequence[Any], news: Sequence[Any]) -> list[Pair]:
    """Pairs of places of the same subject; each place in one pair at most."""
    exact = list(map(kind.exact, news))
    if exact == list(map(kind.exact, olds)) and len(set(exact)) == len(exact):
        return [(place, place) for place in range(len(news))]
    pairs: list[Pair] = []
    for key in kind.keys:
        # Several of one key are told apart by their texts, and failing that by their order.
        for tell in (lambda record, key=key: (key(record), wording(text_of(record))), key):
            left_old, left_new = left_over(pairs, len(olds), len(news))
            if not (left_old and left_new):
                return pairs
            found = pair_equal([tell(olds[p]) for p in left_old], [tell(news[p]) for p in left_new])
            pairs += [(left_old[old], left_new[new]) for old, new in found]
    return pairs + _renamed(olds, news, pairs)


# ---------------------------------------------------------------- renamed


def _renamed(olds: Sequence[Any], news: Sequence[Any], pairs: Sequence[Pair]) -> list[Pair]:
    """Pairs of records under other names, the surest first; what is not clearly one is none."""
    left_old, left_new = left_over(pairs, len(olds), len(news))
    if len(left_old) * len(left_new) > MOST_PAIRS:
        return _with_same_text(olds, news, left_old, left_new)
    images = _single_images(olds) & _single_images(news)
    surroundings = _Surroundings(pairs, len(olds), len(news))

    def score(old: int, new: int) -> float | None:
        points = _evidence(olds[old], news[new], images) + surroundings.shared(old, new)
        return points if points >= RENAMED else None

    return pair_alike(left_old, left_new, score)


def _with_same_text(
    olds: Sequence[Any], news: Sequence[Any], left_old: Sequence[int], left_new: Sequence[int]
) -> list[Pair]:
    """Of too many to weigh, those whose text is long and the same."""
    was = [wording(text_of(olds[place])) for place in left_old]
    now = [wording(text_of(news[place])) for place in left_new]
    found = pair_equal(was, now)
    return [(left_old[a], left_new[b]) for a, b in found if word_count(now[b]) / 3 >= RENAMED]


def _single_images(records: Sequence[Any]) -> set[str]:
    """Images of one record only: a placeholder's image proves nothing."""
    counts = Counter(getattr(record, "image", None) for record in records)
    return {image for image, count in counts.items() if image and count == 1}


class _Surroundings:
    """Whether two places stand between the same paired neighbours."""

    def __init__(self, pairs: Sequence[Pair], olds: int, news: int) -> None:
        new_of = dict(pairs)
        was = [new_of.get(place) for place in range(olds)]
        paired = set(new_of.values())
        now = [place if place in paired else None for place in range(news)]
        self.before = (_last_before(was), _last_before(now))
        self.after = (_last_before(was[::-1])[::-1], _last_before(now[::-1])[::-1])

    def shared(self, old: int, new: int) -> float:
        """Points for the same neighbour before and after: half a point each."""
        before = self.before[0][old] == self.before[1][new]
        after = self.after[0][old] == self.after[1][new]
        return 0.5 * before + 0.5 * after


def _last_before(places: Sequence[int | None]) -> list[int | None]:
    """For each place the nearest before it that is not None; None at the edge."""
    found: list[int | None] = []
    last = None
    for place in places:
        found.append(last)
        if place is not None:
            last = place
    return found


def _evidence(old: Record, new: Record, images: set[str]) -> float:
    """How much speaks for two records being one, in points; what speaks against it counts below 0.

    A long text that stays, or an image that no other record has, is enough together with little
    else; a short text that stays is not, for several cards say `Draw a card.`.
    """
    points = _text_evidence(text_of(old), text_of(new))
    points += 2 * max(0.0, name_likeness(old.name, new.name) - 0.5)
    if isinstance(old, Card | Term) and isinstance(new, Card | Term) and old.image and new.image:
        if old.image != new.image:
            points -= 1
        elif old.image in images:
            points += 3
    if isinstance(old, Card) and isinstance(new, Card):
        points += _card_evidence(old, new)
    return points


def _text_evidence(old: str, new: str) -> float:
    """Up to 4 points for a text that stays, the longer the more; a reworded one counts less."""
    if not old and not new:
        return 0.0
    if not old or not new:
        return -1.0
    points = min(max(word_count(old), word_count(new)), 12) / 3
    if same_wording(old, new):
        return points
    same = likeness(old, new)
    return 0.7 * points * (2 * same - 1) if same >= 0.5 else -2 * (1 - 2 * same)


def _card_evidence(old: Card, new: Card) -> float:
    points = 0.0 if old.type == new.type else -2.0
    for field in ("copies", "power", "breakpoint", "vps", "illustrator"):
        ours, theirs = getattr(old, field), getattr(new, field)
        if ours is not None and theirs is not None:
            points += 0.3 if ours == theirs else -0.3
    if old.clarifications and new.clarifications:
        said = {wording(c.text) for c in old.clarifications}
        points += 2.0 if any(wording(c.text) in said for c in new.clarifications) else -0.5
    if old.erratum.note and old.erratum.note == new.erratum.note:
        points += 1.0
    return points
