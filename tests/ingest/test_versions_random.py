"""Random histories of an invented page: what is derived equals the edits that were made.

The model knows each card by a number that no text shows; its own comparison by that number is what
`derive` must find from the records alone.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from ingest.records import Card, CardType, Clarification, Erratum, PageRecords
from ingest.versions import (
    Change,
    Gap,
    Lineage,
    PageRevision,
    compare,
    derive,
    plain_text,
    time_order,
)
from ingest.versions.match import text_of
from ingest.versions.order import returns

HISTORIES = 100
PAGE = "Kitchen Appliances"
WORDS = re.findall(
    r"\w+",
    """
    toaster kettle whisk simmers gently destroys draws another minion base action power until turn
    before scores your their hand deck discard pile owner returns choose any number each player may
    fridge hums loudly lid spoon burns twice return shuffle reveal top bottom box cannot must peels
    instead after play plays moves beside counter counters steam grill oven pan colander sieve
    """,
)
TYPES: tuple[CardType, ...] = ("minion", "action", "base", "titan")


@dataclass
class Model:
    """One card as the author of the history knows it; `number` is who it is."""

    number: int
    name: str
    type: CardType
    copies: int
    power: int | None
    text: str
    erratum: Erratum
    said: list[tuple[int, str]]  # clarifications with numbers of their own
    image: str
    illustrator: str
    bold: int = 0  # changes the wikitext only

    def record(self, line: int) -> Card:
        wikitext = (
            f"======{self.copies}x {self.name}======\n{'!' * self.bold}{self.power} {self.text}\n"
            f"{self.erratum.raw}\n{self.said}\n{self.image} {self.illustrator}\n"
        )
        return Card(
            deck=PAGE,
            special=False,
            type=self.type,
            name=self.name,
            copies=self.copies,
            power=self.power,
            text=self.text,
            erratum=self.erratum,
            clarifications=tuple(Clarification(text) for _, text in self.said),
            image=self.image,
            illustrator=self.illustrator,
            line=line,
            wikitext=wikitext,
        )


State = tuple[Model, ...]
Telling = tuple[Any, ...]  # a change, to be compared as a whole


@dataclass
class Author:
    """Writes a history and says what each revision changed."""

    rng: random.Random
    numbers: int = 0
    states: list[State] = field(default_factory=list)  # of each revision; () for a blank one
    edits: list[str] = field(default_factory=list)

    def number(self) -> int:
        self.numbers += 1
        return self.numbers

    def sentence(self, least: int = 6, most: int = 20) -> str:
        words = self.rng.choices(WORDS, k=self.rng.randint(least, most))
        return " ".join(words).capitalize() + "."

    def card(self) -> Model:
        number = self.number()
        kind = self.rng.choice(TYPES)
        return Model(
            number=number,
            name=self.name(),
            type=kind,
            copies=self.rng.randint(1, 4),
            power=self.rng.randint(0, 6) if kind in ("minion", "titan") else None,
            text=self.sentence(),
            erratum=self.erratum(),
            said=[(self.number(), self.sentence()) for _ in range(self.rng.randint(0, 3))],
            image=f"KA {number}.png",
            illustrator=self.rng.choice(["Ada Grill", "Bo Kettle", "Cy Whisk"]),
        )

    def name(self) -> str:
        return " ".join(self.rng.sample(WORDS, 2)).title() + f" {self.number()}"

    def erratum(self) -> Erratum:
        note = self.sentence(3, 5) if self.rng.random() < 0.5 else None
        return self.rng.choice(
            [
                Erratum("no", raw="Errata: No"),
                Erratum("unstated"),
                Erratum("yes", ("wording",), note, f"Errata: Yes, Wording ({note})"),
                Erratum("yes", ("functional",), note, f"Errata: Yes, Functional ({note})"),
            ]
        )

    def reworded(self, text: str) -> str:
        words = text.split()
        for _ in range(max(1, len(words) // 6)):
            words[self.rng.randrange(len(words))] = f"{self.rng.choice(WORDS)}{self.number()}"
        return " ".join(words)

    def write(self, revisions: int) -> None:
        self.states.append(tuple(self.card() for _ in range(self.rng.randint(5, 20))))
        self.edits.append("baseline")
        while len(self.states) < revisions:
            last = self.states[-1]
            edit = self.rng.choice(EDITS) if last else "undo blank"
            if edit == "undo blank" and last:
                edit = "edit"
            self.states.append(getattr(self, edit.replace(" ", "_"))(last))
            self.edits.append(edit)

    # -------------------------------------------------------------- edits

    def edit(self, cards: State) -> State:
        """One to three cards, each in one field or in several."""
        chosen = self.rng.sample(range(len(cards)), min(len(cards), self.rng.randint(1, 3)))
        return tuple(
            self.changed(card) if place in chosen else card for place, card in enumerate(cards)
        )

    def changed(self, card: Model) -> Model:
        for _ in range(self.rng.choice([1, 1, 1, 2])):
            card = self.changed_once(card)
        return card

    def changed_once(self, card: Model) -> Model:
        rng = self.rng
        what = rng.choice(["name", "text", "numbers", "errata", "said", "said", "image", "bold"])
        if what == "name":
            return replace(card, name=self.name())
        if what == "text":
            return replace(card, text=self.reworded(card.text))
        if what == "numbers":
            power = None if card.power is None else rng.randint(0, 9)
            return replace(card, copies=rng.randint(1, 9), power=power)
        if what == "errata":
            return replace(card, erratum=self.erratum())
        if what == "image":
            return replace(card, image=f"KA {self.number()}.png", illustrator="Di Sieve")
        if what == "bold":
            return replace(card, bold=card.bold + 1)
        return replace(card, said=self.other_said(list(card.said)))

    def other_said(self, said: list[tuple[int, str]]) -> list[tuple[int, str]]:
        rng = self.rng
        what = rng.choice(["add", "remove", "reword", "turn"]) if said else "add"
        if what == "add":
            said.insert(rng.randint(0, len(said)), (self.number(), self.sentence()))
        elif what == "remove":
            said.pop(rng.randrange(len(said)))
        elif what == "reword":
            place = rng.randrange(len(said))
            said[place] = (said[place][0], self.reworded(said[place][1]))
        else:
            said.reverse()
        return said

    def add_and_remove(self, cards: State) -> State:
        """Cards come and go, others change and get new names at once."""
        left = list(self.edit(cards))
        for _ in range(self.rng.randint(0, 2)):
            if len(left) > 5:
                left.pop(self.rng.randrange(len(left)))
        for _ in range(self.rng.randint(0, 2)):
            left.insert(self.rng.randint(0, len(left)), self.card())
        place = self.rng.randrange(len(left))
        left[place] = replace(left[place], name=self.name())
        return tuple(left)

    def move(self, cards: State) -> State:
        left = list(cards)
        card = left.pop(self.rng.randrange(len(left)))
        left.insert(self.rng.randint(0, len(left)), card)
        return tuple(left)

    def retype(self, cards: State) -> State:
        """A card is put under another heading, which is another place on the page."""
        left = list(cards)
        card = left.pop(self.rng.randrange(len(left)))
        other = self.rng.choice([kind for kind in TYPES if kind != card.type])
        left.insert(self.rng.randint(0, len(left)), replace(card, type=other))
        return tuple(left)

    def blank(self, cards: State) -> State:
        return ()

    def undo_blank(self, cards: State) -> State:
        return self.last_text() if self.rng.random() < 0.8 else self.edit(self.last_text())

    def last_text(self) -> State:
        return next(state for state in reversed(self.states) if state)

    def undo(self, cards: State) -> State:
        """Back to one of the last few texts, byte for byte."""
        return next(s for s in reversed(self.states[: -self.rng.randint(1, 4)] or self.states) if s)

    def same(self, cards: State) -> State:
        return cards


EDITS = ["edit"] * 6 + ["add and remove"] * 3
EDITS += ["move", "move", "retype", "blank", "undo", "undo", "same"]


# ---------------------------------------------------------------- what must be found


def told(change: Change) -> Telling:
    old, new = repr(change.old), repr(change.new)
    return (change.subject, change.name, change.field, change.op, old, new, change.cosmetic)


def expected(old: State, new: State) -> list[Telling]:
    """All changes but `moved` cards, by the cards' numbers."""
    was, now = {c.number: c for c in old}, {c.number: c for c in new}
    found: list[Change] = []
    for number, card in was.items():
        if number not in now:
            text = plain_text(card.record(0))
            found.append(Change("card", card.name, None, "removed", text, None))
    for number, card in now.items():
        if number in was:
            found += expected_fields(was[number], card)
        else:
            text = plain_text(card.record(0))
            found.append(Change("card", card.name, None, "added", None, text))
    return [told(change) for change in found]


def expected_fields(old: Model, new: Model) -> list[Change]:
    found = []
    if old.name != new.name:
        found.append(Change("card", new.name, "name", "renamed", old.name, new.name))
    for what in ("type", "copies", "power", "text", "image", "illustrator"):
        was, now = getattr(old, what), getattr(new, what)
        if was != now:
            found.append(Change("card", new.name, what, "changed", was, now))
    if old.erratum != new.erratum:
        was, now = errata(old.erratum), errata(new.erratum)
        found.append(Change("card", new.name, "errata", "changed", was, now))
    found += expected_said(new.name, old.said, new.said)
    if not found and old.bold != new.bold:
        was, now = (card.record(0).wikitext.split("\n")[1] for card in (old, new))
        found.append(Change("card", new.name, "text", "changed", was, now, cosmetic=True))
    return found


def errata(erratum: Erratum) -> dict[str, Any]:
    return {"status": erratum.status, "kinds": list(erratum.kinds), "note": erratum.note}


def expected_said(
    name: str, old: list[tuple[int, str]], new: list[tuple[int, str]]
) -> list[Change]:
    def change(op: Any, was: Any, now: Any) -> Change:
        return Change("card", name, "clarifications", op, was, now)

    was, now = dict(old), dict(new)
    found = [change("removed", text, None) for number, text in old if number not in now]
    found += [change("added", None, text) for number, text in new if number not in was]
    both = [number for number, _ in new if number in was]
    found += [change("changed", was[n], now[n]) for n in both if was[n] != now[n]]
    order = [list(was).index(number) for number in both]
    if order != sorted(order):
        found.append(change("moved", [text for _, text in old], [text for _, text in new]))
    return found


def fewest_moves(old: State, new: State) -> int:
    """How many cards must have moved, those under another heading aside."""
    kinds = {card.number: card.type for card in old}
    places = {card.number: place for place, card in enumerate(old)}
    order = [places[c.number] for c in new if kinds.get(c.number) == c.type]
    longest = [0] * len(order)
    for i, place in enumerate(order):
        longest[i] = 1 + max((longest[j] for j in range(i) if order[j] < place), default=0)
    return len(order) - max(longest, default=0)


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
