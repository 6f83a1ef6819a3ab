"""A wiki of any size, invented: faction pages with long histories, as a MediaWiki export.

Each revision changes one or two sections, as on the real wiki. The same arguments give the same
bytes; more revisions continue the same histories.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from xml.sax.saxutils import escape

VERBS = ("Move", "Return", "Destroy", "Bury", "Shuffle", "Polish", "Audit", "Tickle", "Promote")
THINGS = ("otter", "teapot", "ledger", "barnacle", "umbrella", "gargoyle", "biscuit", "comet")
PLACES = ("to another base", "into your hand", "under your deck", "here", "to the discard pile")
LABELS = ("", "Ongoing: ", "Talent: ", "Special: ")
MINIONS, ACTIONS, BASES = 4, 8, 2


def export(pages: int = 90, revisions: int = 44) -> str:
    """The whole export: `pages` faction pages with `revisions` revisions each."""
    return "".join(_export(pages, revisions))


def _export(pages: int, revisions: int) -> Iterator[str]:
    yield (
        '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11">\n'
        "<siteinfo><sitename>Otter Rules</sitename><dbname>otter</dbname>"
        "<base>https://otter.example/wiki/Main_Page</base></siteinfo>\n"
    )
    for number in range(pages):
        yield from _page(number, revisions)
    yield "</mediawiki>\n"


def _page(number: int, revisions: int) -> Iterator[str]:
    rng = random.Random(number)
    sections = _sections(number, rng)
    title = f"Otters {number}"
    yield f"<page><title>{title}</title><ns>0</ns><id>{number + 1}</id>\n"
    for step in range(revisions):
        if step:
            for chosen in rng.sample(range(len(sections)), rng.choice((1, 1, 2))):
                heading, body = sections[chosen]
                sections[chosen] = (heading, _edited(body, rng))
        parent = f"<parentid>{_revision(number, step - 1)}</parentid>" if step else ""
        said = f"edit {step}" if rng.random() < 0.5 else ""  # as on the real wiki
        text = "\n".join(heading + "\n" + body for heading, body in sections)
        yield (
            f"<revision><id>{_revision(number, step)}</id>{parent}"
            f"<timestamp>{2020 + step // 12}-{step % 12 + 1:02}-{number % 28 + 1:02}T10:00:00Z"
            "</timestamp><contributor><username>Nell</username><id>1</id></contributor>"
            f"<comment>{said}</comment><model>wikitext</model>"
            f'<text xml:space="preserve">{escape(text)}</text></revision>\n'
        )
    yield "</page>\n"


def _revision(page: int, step: int) -> int:
    return page * 10_000 + step + 1


def _sections(number: int, rng: random.Random) -> list[tuple[str, str]]:
    """A faction page as (heading line, body) pairs, the lead first."""
    image = f"SO10{number:02} Cover Otters {number}.png"
    lead = (
        f"[[File:{image}|none|frame|Illustrated by: Ada Brook]]\n\n"
        f"======''[https://shop.example/otters-{number} Purchase the Otters {number}!]''======\n"
        f"''Otters of the {number}th river keep their paperwork dry.''\n\n"
        f"Otters {number} are from the '''River {number % 9} set''' and '''do not''' have a "
        "Titan card."
    )
    stacks = (f"*'''{rng.choice(THINGS).title()} Stacking'''" for _ in range(3))
    partners = (f"* '''[[Otters {rng.randrange(90)}]]''': {_sentence(rng)}" for _ in range(6))
    sections = [("", lead), ("======Complexity Level: LOW======", "")]
    sections.append(("======Mechanics======", "\n".join(stacks) + f"\n{_sentence(rng)}\n"))
    sections.append(("======Strategy======", "\n\n".join(_sentence(rng) for _ in range(8))))
    sections.append(("======Synergy======", "\n".join(partners)))
    for heading, cards, kind in (
        ("===Cards - Minions===", MINIONS, "minion"),
        ("===Cards - Actions===", ACTIONS, "action"),
        ("===Cards - Bases===", BASES, "base"),
    ):
        sections.append((heading, ""))
        sections += [_card(number, kind, place, rng) for place in range(cards)]
    return sections


def _card(number: int, kind: str, place: int, rng: random.Random) -> tuple[str, str]:
    if kind == "minion" and place == 0:
        name = f"Otter {number}"
    else:
        name = f"{rng.choice(VERBS)} {rng.choice(THINGS).title()} {number}-{kind[0]}{place}"
    prefix = {
        "minion": f"'''Power {place + 2}''' - ",
        "action": "",
        "base": f"Breakpoint {18 + place} - VPs: 4 2 1 - ",
    }[kind]
    copies = {"minion": (1, 2, 3, 4)[place % 4], "action": (2, 1)[place % 2], "base": 1}[kind]
    return (
        f"======{copies}x {name}======",
        f"[[File:SO10{number:02} {name}.png|none|thumb|420x420px|Illustrated by: Ada Brook]]\n"
        f"{prefix}{rng.choice(LABELS)}{_sentence(rng)} {_sentence(rng)}\n\n"
        f"Errata: No\n\nClarifications:\n* {_sentence(rng)} {_sentence(rng)}\n",
    )


def _sentence(rng: random.Random) -> str:
    return (
        f"{rng.choice(VERBS)} {rng.randint(1, 4)} {rng.choice(THINGS)}s {rng.choice(PLACES)}"
        f" if the {rng.choice(THINGS)} {rng.randint(2, 99)} agrees."
    )


def _edited(body: str, rng: random.Random) -> str:
    """The body with one sentence put in or, where there are many, taken out."""
    lines = body.split("\n")
    places = [n for n, line in enumerate(lines) if line.endswith("agrees.")]
    if not places:
        return body + f"\n{_sentence(rng)}"
    place = rng.choice(places)
    if lines[place].count("agrees.") > 3:
        lines[place] = lines[place].rsplit(". ", 1)[0] + "."
    else:
        lines[place] += f" {_sentence(rng)}"
    return "\n".join(lines)
