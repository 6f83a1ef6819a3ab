"""A record written in the wiki's canonical form parses to itself."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from ingest.pages import parse_page
from ingest.pages.abilities import read_abilities
from ingest.records import Ability, Card, Clarification, Erratum, Term

SECTIONS = {
    "minion": "Cards - Minions",
    "action": "Cards - Actions",
    "base": "Cards - Bases",
    "titan": "Card - Titan",
}
KINDS = st.sampled_from(["functional", "wording", "reversion"])
# Words as a card has them; nothing that is markup, and no word that begins a part of a card.
WORDS = ("fish", "Séance", "R’lyeh", "can't", "+1", "power", "(c.f., Moth)", "Oh-hoh", "3", "“Eh?”")
WORD = st.sampled_from(WORDS) | st.from_regex(r"[A-Z][a-z]{2,8}(?<!Errata)", fullmatch=True)


def sentences(most: int = 8) -> st.SearchStrategy[str]:
    return st.lists(WORD, min_size=1, max_size=most).map(lambda words: "A " + " ".join(words) + ".")


NAMES = st.lists(WORD, min_size=1, max_size=4).map(" ".join)
ABILITIES = st.lists(
    st.tuples(st.sampled_from(["Ongoing", "Special", "Talent"]), sentences()), max_size=3
)


@st.composite
def errata(draw) -> Erratum:
    status = draw(st.sampled_from(["yes", "no", "unstated", "placeholder"]))
    if status != "yes":
        raw = {"no": "Errata: No", "unstated": None, "placeholder": "Errata? Yes/No"}[status]
        return Erratum(status, raw=raw)
    kinds = tuple(draw(st.lists(KINDS, max_size=2, unique=True)))
    note = draw(st.none() | st.lists(WORD, min_size=1).map(" ".join).filter(balanced))
    named = ", " + " and ".join(kind.title() for kind in kinds) if kinds else ""
    return Erratum("yes", kinds, note, f"Errata: Yes{named}{f' ({note})' if note else ''}")


def balanced(note: str) -> bool:
    return not re.match(r"\W*(?:functional|wording|reversion)\b", note, re.IGNORECASE)


@st.composite
def cards(draw) -> Card:
    kind = draw(st.sampled_from(list(SECTIONS)))
    name = draw(NAMES)
    on_play = draw(st.none() | sentences())
    labelled = draw(ABILITIES)
    text = "\n".join(filter(None, [on_play, *(f"{label}: {rest}" for label, rest in labelled)]))
    abilities = [Ability(None, on_play)] if on_play else []
    abilities += [Ability(label, rest) for label, rest in labelled]
    is_base = kind == "base"
    vps = st.tuples(*[st.integers(0, 9)] * 3)
    return Card(
        deck="Sea Folk",
        special=False,
        type=kind,
        name=name,
        copies=draw(st.integers(1, 30)),
        power=draw(st.integers(0, 12)) if kind == "minion" else None,
        breakpoint=draw(st.integers(1, 30)) if is_base else None,
        vps=draw(vps) if is_base else None,
        text=text,
        abilities=tuple(abilities),
        erratum=draw(errata()),
        clarifications=tuple(
            Clarification(f"{text}", depth)
            for text, depth in draw(st.lists(st.tuples(sentences(), st.integers(1, 3)), max_size=3))
        ),
        image=draw(st.none() | NAMES.map(lambda name: f"{name[:1].upper()}{name[1:]}.png")),
        illustrator=draw(st.none() | st.sampled_from(["Ida Inkwell", "Bo Brush & Ida Inkwell"])),
    )


def canonical(card: Card) -> str:
    """A card as the wiki's editors write it."""
    lines = [f"====== {card.copies}x {card.name} ======"]
    if card.image:
        credit = f"|Illustrated by: {card.illustrator}" if card.illustrator else ""
        lines.append(f"[[File:{card.image}|none|thumb|420x420px{credit}]]")
    prefix = f"'''Power {card.power}''' - " if card.power is not None else ""
    if card.vps is not None:
        vps = " ".join(map(str, card.vps))
        prefix = f"Breakpoint {card.breakpoint} - VPs: {vps} - "
    lines += [prefix + card.text.replace("\n", "\n\n"), ""]
    if card.erratum.raw:
        lines += [card.erratum.raw, ""]
    lines += ["Clarifications:", ""]
    lines += [f"{'*' * item.depth} {item.text}" for item in card.clarifications] or ["* None"]
    return "\n".join(lines) + "\n"


@given(st.lists(cards(), min_size=1, max_size=4))
def test_cards(written):
    wikitext = "".join(f"=== {SECTIONS[card.type]} ===\n{canonical(card)}" for card in written)
    records = parse_page("Sea Folk", wikitext)
    for card, found in zip(written, records.cards, strict=True):
        for name in ("type", "name", "copies", "power", "breakpoint", "vps", "text", "abilities"):
            assert getattr(found, name) == getattr(card, name), name
        assert found.erratum == card.erratum
        assert found.clarifications == card.clarifications
        assert found.image == card.image
        assert found.illustrator == (card.illustrator if card.image else None)
    assert records.findings == ()


@given(
    st.lists(
        st.builds(
            Term,
            name=NAMES,
            definition=st.lists(sentences(), min_size=1, max_size=3).map("\n".join),
            exception=st.none() | sentences(),
            image=st.none() | st.just("Fish.png"),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_terms(written):
    wikitext = "Words.\n\n===== Terms and Phrases =====\n"
    for term in written:
        image = f"[[File:{term.image}|none|thumb|Illust:]]\n" if term.image else ""
        definition = term.definition.replace("\n", "\n\n")
        exception = f"\n'''''Exception:''' {term.exception}''\n" if term.exception else ""
        wikitext += f"{image}====== {term.name} ======\n{definition}\n{exception}"
    found = parse_page("Words", wikitext).terms
    for term, parsed in zip(written, found, strict=True):
        fields = (term.name, term.definition, term.exception, term.image)
        assert (parsed.name, parsed.definition, parsed.exception, parsed.image) == fields


@given(st.text(alphabet="Ongig:Special Talent Fusion-“”\"'.\n", max_size=60) | st.text())
def test_abilities_hold_the_whole_text(text):
    """Labels with what follows them, one after the other, are the text again."""
    abilities = read_abilities(text)
    rebuilt = "".join((ability.label or "") + ability.text for ability in abilities)
    assert letters(rebuilt) == letters(text)
    assert all(ability.label for ability in abilities[1:])


def letters(text: str) -> str:
    return re.sub(r"[\s:–—-]", "", text)
