"""Random histories of an invented page: what is derived equals the edits that were made.

The model knows each card by a number that no text shows; its own comparison by that number is what
`derive` must find from the records alone.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from ingest.records import Card, PageRecords
from ingest.versions import Change, Gap, Lineage, PageRevision, compare, derive, time_order
from ingest.versions.match import text_of
from ingest.versions.order import returns
from tests.random_history import (
    PAGE,
    Author,
    State,
    Telling,
    errata,
    expected,
    fewest_moves,
    listed,
    told,
)

HISTORIES = 100

# ---------------------------------------------------------------- the history


@cache
def history(seed: int) -> tuple[Author, list[PageRevision]]:
    author = Author(random.Random(seed))
    author.write(author.rng.randint(20, 60))
    revisions = []
    second = 0
    for number, state in enumerate(author.states):
        second += author.rng.choice([0, 1, 30])  # several edits in one second
        records = page(state) if state else None
        revisions.append(
            PageRevision(
                id=number + 1,
                timestamp=f"2026-01-01T00:{second // 60:02}:{second % 60:02}Z",
                revision_id=1000 + 3 * number,
                parent_id=1000 + 3 * (number - 1) if number else 0,
                text_state="present" if state else "empty",
                text_id=text_id(state),
                records=records,
            )
        )
    return author, revisions


@cache
def derived(seed: int) -> tuple[list[Lineage], list[Change], list[Gap]]:
    return derive(history(seed)[1], PAGE)


def text_id(state: State) -> str:
    return "".join(card.record(0).wikitext + card.type for card in state)


def page(state: State) -> PageRecords:
    cards = (card.record(place * 10) for place, card in enumerate(state))
    return PageRecords("faction", cards=tuple(cards))


def text_steps(author: Author) -> list[tuple[int, State, State]]:
    """(place, text before, text) of each revision with text but the first."""
    with_text = [(place, state) for place, state in enumerate(author.states) if state]
    return [(place, old, new) for (_, old), (place, new) in pairwise(with_text)]


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_derived_changes_are_the_edits(seed: int):
    author, revisions = history(seed)
    delivered = revisions[:]
    random.Random(seed).shuffle(delivered)
    assert time_order(delivered) == revisions
    lineages, changes, gaps = derive(delivered, PAGE)
    assert gaps == []

    by_revision: dict[int, list[Change]] = {}
    for change in changes:
        by_revision.setdefault(change.revision, []).append(change)
    for place, old, new in text_steps(author):
        found = [c for c in by_revision.get(place + 1, []) if c.subject == "card"]
        moves = [c for c in found if c.op == "moved" and c.field is None]
        others = [told(c) for c in found if c not in moves]
        assert Counter(others) == Counter(expected(old, new)), author.edits[place]
        assert len(moves) == fewest_moves(old, new)
        assert all(old[c.old - 1].number == new[c.new - 1].number for c in moves)
    assert by_revision.get(1, []) == []
    blank = [place for place, state in enumerate(author.states) if not state]
    pages = [(c.op, c.revision) for c in changes if c.subject == "page"]
    assert pages == [
        told
        for place in blank
        for told in [("blanked", place + 1), ("restored", place + 2)][
            : 2 if place + 1 < len(revisions) else 1
        ]
    ]
    assert derived(seed) == (lineages, changes, gaps)


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_versions_show_each_text_as_it_was(seed: int):
    author, _ = history(seed)
    lineages, _, _ = derived(seed)
    for place, state in enumerate(author.states):
        if not state:
            continue
        valid = {
            version.position: version.record
            for lineage in lineages
            for version in lineage.versions
            if isinstance(version.record, Card)
            and version.from_revision <= place + 1
            and (version.until_revision is None or version.until_revision > place + 1)
        }
        as_of = [replace(valid[position], line=0, wikitext="") for position in sorted(valid)]
        assert as_of == [replace(card.record(0), wikitext="") for card in state]


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_lineages_are_the_cards(seed: int):
    """A card keeps its lineage through everything, its removal and return by undo included."""
    author, _ = history(seed)
    lineages, changes, _ = derived(seed)
    numbers = [
        {
            card.number
            for version in lineage.versions
            for card in author.states[version.from_revision - 1]
            if card.name == version.record.name
        }
        for lineage in lineages
    ]
    assert all(len(several) == 1 for several in numbers)
    assert len(lineages) == len({card.number for state in author.states for card in state})
    for change in changes:
        if change.lineage is not None:
            names = {version.record.name for version in lineages[change.lineage].versions}
            assert change.name in names


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_unreverted_changes_lead_to_the_last_text(seed: int):
    """What is not marked as reverted is the way from the first text to the last."""
    author, _ = history(seed)
    _, changes, _ = derived(seed)
    present = {card.number for card in author.states[0]}
    numbers = {
        (place + 1, card.name): card.number
        for place, old, new in text_steps(author)
        for card in (*old, *new)
    }
    for change in changes:
        if change.reverted or change.field or change.op not in ("added", "removed"):
            continue
        number = numbers[change.revision, change.name]
        (present.add if change.op == "added" else present.remove)(number)
    assert present == {card.number for card in author.last_text()}


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_since_is_the_oldest_text_with_that_wording(seed: int):
    """Back over the texts, each undone stretch in one leap, the wording stands until there."""
    author, revisions = history(seed)
    lineages, _, _ = derived(seed)
    back = returns(revisions)
    last = max(place for place, state in enumerate(author.states) if state)
    for lineage in lineages:
        version = lineage.versions[-1]
        if version.until_revision is not None:
            continue
        (number,) = {c.number for c in author.states[last] if c.name == version.record.name}
        text, place, oldest = text_of(version.record), last, last
        while place >= 0:
            card = next((c for c in author.states[place] if c.number == number), None)
            if author.states[place] and (card is None or card.text != text):
                break
            oldest = place if author.states[place] else oldest
            place = back.get(place, place - 1)
        assert (version.text_since.revision, version.text_since.exact) == (oldest + 1, True)


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_a_diff_read_backwards_is_the_diff_the_other_way(seed: int):
    _, revisions = history(seed)
    rng = random.Random(seed)
    texts = [revision.records for revision in revisions if revision.records]
    for _ in range(5):
        old, new = rng.choice(texts), rng.choice(texts)
        forth, back = compare(old, new, PAGE), compare(new, old, PAGE)
        assert Counter(mirrored(c) for c in forth) == Counter(nameless(c) for c in back)


OTHER_WAY = {"added": "removed", "removed": "added"}


def nameless(change: Change) -> Telling:
    """A change without its name, which is the newer one of a renamed card."""
    return (change.field, change.op, repr(change.old), repr(change.new), change.cosmetic)


def mirrored(change: Change) -> Telling:
    op = OTHER_WAY.get(change.op, change.op)
    return (change.field, op, repr(change.new), repr(change.old), change.cosmetic)


# ---------------------------------------------------------------- replay


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_replaying_the_changes_gives_the_last_text(seed: int):
    _, revisions = history(seed)
    lineages, changes, _ = derived(seed)
    first = next(revision for revision in revisions if revision.records)
    names = {
        lineage.versions[0].record.name: number
        for number, lineage in enumerate(lineages)
        if lineage.versions[0].from_revision == first.id
    }
    assert first.records
    cards = [(names[card.name], shown(card)) for card in first.records.cards]
    by_revision: dict[int, list[Change]] = {}
    for change in changes:
        by_revision.setdefault(change.revision, []).append(change)
    for revision in revisions:
        made = by_revision.get(revision.id, [])
        assert all(change.lineage is not None for change in made if change.subject == "card")
        begun = {
            number: shown(version.record)
            for number, lineage in enumerate(lineages)
            for version in lineage.versions
            if version.from_revision == revision.id and isinstance(version.record, Card)
        }
        cards = replay(cards, [change for change in made if change.subject == "card"], begun)
        if revision.records:
            assert [c for _, c in cards] == [shown(card) for card in revision.records.cards]


Shown = dict[str, Any]


def shown(card: Card) -> Shown:
    """A card as the contract's fields; an added one is told by its plain text only."""
    return {
        "name": card.name,
        "type": card.type,
        "copies": card.copies,
        "power": card.power,
        "breakpoint": card.breakpoint,
        "vps": listed(card.vps),
        "text": card.text,
        "errata": errata(card.erratum),
        "clarifications": [c.text for c in card.clarifications],
        "image": card.image,
        "illustrator": card.illustrator,
    }


def replay(
    cards: list[tuple[int, Shown]], made: list[Change], begun: dict[int, Shown]
) -> list[tuple[int, Shown]]:
    """Cards (lineage, fields) after the changes of one revision; `begun` are those it added."""
    gone = {change.place for change in made if change.op == "removed" and change.field is None}
    placed: dict[int, tuple[int, Shown]] = {}
    for change in made:
        if change.op == "moved" and change.field is None:
            gone.add(change.old - 1)
            placed[change.new - 1] = cards[change.old - 1]
        elif change.field == "type":
            old = next(n for n, (lineage, _) in enumerate(cards) if lineage == change.lineage)
            gone.add(old)
            assert change.place is not None
            placed[change.place] = cards[old]
        elif change.op == "added" and change.field is None:
            assert change.lineage is not None
            assert change.place is not None
            placed[change.place] = (change.lineage, begun[change.lineage])
    left = [card for place, card in enumerate(cards) if place not in gone]
    for place in sorted(placed):
        left.insert(place, placed[place])
    for lineage, fields in left:
        replay_fields(fields, [change for change in made if change.lineage == lineage])
    return left


def replay_fields(fields: Shown, made: list[Change]) -> None:
    said = [change for change in made if change.field == "clarifications"]
    for change in made:
        if change.field in fields and change not in said and not change.cosmetic:
            assert fields[change.field] == change.old
            fields[change.field] = change.new
    if any(change.op == "moved" for change in said):
        (change,) = (change for change in said if change.op == "moved")
        assert fields["clarifications"] == change.old
        fields["clarifications"] = change.new
        return
    left = [
        next((c.new for c in said if c.op == "changed" and c.old == text), text)
        for place, text in enumerate(fields["clarifications"])
        if place not in {c.place for c in said if c.op == "removed"}
    ]
    for change in sorted((c for c in said if c.op == "added"), key=lambda c: c.place or 0):
        left.insert(change.place or 0, change.new)
    fields["clarifications"] = left
