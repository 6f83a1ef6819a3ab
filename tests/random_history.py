"""An author of random histories of an invented page, who knows what each edit changed.

Each card has a number that no text shows; what changed between two texts is told by that number.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from ingest.records import Card, CardType, Clarification, Erratum
from ingest.versions import Change, plain_text
from tests.small_wiki import Save

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
    breakpoint: int | None
    vps: tuple[int, ...] | None
    text: str
    erratum: Erratum
    said: list[tuple[int, str]]  # clarifications with numbers of their own
    image: str
    illustrator: str
    bold: int = 0  # changes the wikitext only

    def record(self, line: int) -> Card:
        wikitext = (
            f"======{self.copies}x {self.name}======\n{'!' * self.bold}{self.power} "
            f"{self.breakpoint} {self.vps} {self.text}\n"
            f"{self.erratum.raw}\n{self.said}\n{self.image} {self.illustrator}\n"
        )
        return Card(
            deck=PAGE,
            special=False,
            type=self.type,
            name=self.name,
            copies=self.copies,
            power=self.power,
            breakpoint=self.breakpoint,
            vps=self.vps,
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
        power, breakpoint, vps = self.printed(kind)
        return Model(
            number=number,
            name=self.name(),
            type=kind,
            copies=self.rng.randint(1, 4),
            power=power,
            breakpoint=breakpoint,
            vps=vps,
            text=self.sentence(),
            erratum=self.erratum(),
            said=[(self.number(), self.sentence()) for _ in range(self.rng.randint(0, 3))],
            image=f"KA {number}.png",
            illustrator=self.rng.choice(["Ada Grill", "Bo Kettle", "Cy Whisk"]),
        )

    def printed(self, kind: CardType) -> tuple[int | None, int | None, tuple[int, ...] | None]:
        """Power, breakpoint and VPs, as far as a card of that type has them."""
        if kind == "base":
            return None, self.rng.randint(10, 30), tuple(self.rng.choices(range(6), k=3))
        return (self.rng.randint(0, 9) if kind == "minion" else None), None, None

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
            power, breakpoint, vps = self.printed(card.type)
            card = replace(card, power=power, breakpoint=breakpoint, vps=vps)
            return replace(card, copies=rng.randint(1, 9))
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
        power, breakpoint, vps = self.printed(other)
        card = replace(card, type=other, power=power, breakpoint=breakpoint, vps=vps)
        left.insert(self.rng.randint(0, len(left)), card)
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


FIELDS = ("type", "copies", "power", "breakpoint", "vps", "text", "image", "illustrator")


def listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def expected_fields(old: Model, new: Model) -> list[Change]:
    found = []
    if old.name != new.name:
        found.append(Change("card", new.name, "name", "renamed", old.name, new.name))
    for what in FIELDS:
        was, now = (listed(getattr(card, what)) for card in (old, new))
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


# ---------------------------------------------------------------- as the wiki writes it

LEAD = "Mind the cord.\n\nKitchen Appliances are from the '''Scullery set'''.\n"
HEADINGS = {
    "minion": "===Cards - Minions===",
    "action": "===Cards - Actions===",
    "base": "===Cards - Bases===",
    "titan": "===Card - Titan===",
}


def page_text(cards: State) -> str:
    """The page's wikitext, with a heading wherever the type changes; no cards, no text."""
    if not cards:
        return ""
    lines = [LEAD]
    heading = ""
    for card in cards:
        if HEADINGS[card.type] != heading:
            heading = HEADINGS[card.type]
            lines.append(heading)
        lines.append(card_text(card))
    return "\n".join(lines).rstrip()  # as MediaWiki saves it


def card_text(card: Model) -> str:
    errata, note = "", f" ({card.erratum.note})" if card.erratum.note else ""
    if card.erratum.status == "yes":
        errata = f"Errata: Yes, {card.erratum.kinds[0].title()}{note}\n\n"
    elif card.erratum.status == "no":
        errata = "Errata: No\n\n"
    words = card.text.split(" ")
    words[0] = f"<!-- {card.bold} -->{words[0]}" if card.bold else words[0]
    said = "\n".join(f"* {text}" for _, text in card.said) or "* None"
    return (
        f"======{card.copies}x {card.name}======\n"
        f"[[File:{card.image}|none|thumb|420x420px|Illustrated by: {card.illustrator}]]\n"
        f"{prefix(card)}{' '.join(words)}\n\n{errata}Clarifications:\n{said}\n"
    )


def prefix(card: Model) -> str:
    """What is printed before the ability."""
    if card.vps is not None:
        return f"Breakpoint {card.breakpoint} - VPs: {' '.join(map(str, card.vps))} - "
    return "" if card.power is None else f"'''Power {card.power}''' - "


def saves_of(author: Author) -> list[Save]:
    """The history as the wiki saved it, some revisions within one second."""
    saves = []
    second = 0
    for number, state in enumerate(author.states):
        second += author.rng.choice([0, 1, 30])
        saves.append(
            Save(
                id=1000 + 3 * number,
                time=f"2026-01-01T00:{second // 60:02}:{second % 60:02}Z",
                text=page_text(state),
                page=PAGE,
                parent=1000 + 3 * (number - 1) if number else 0,
                comment=author.edits[number],
            )
        )
    return saves


def blankings(states: list[State]) -> list[tuple[int, str]]:
    """Places of the revisions that blanked the page and of the next ones."""
    found = []
    for place, (old, new) in enumerate(pairwise(states), 2):
        if bool(old) != bool(new):
            found.append((place, "restored" if new else "blanked"))
    return found
