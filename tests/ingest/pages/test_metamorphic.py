"""Harmless rewriting of a page leaves its records alone, alone and in random pairs.

Each transformation keeps what a page means: on real pages and on invented ones the records must
stay equal, but for line numbers, the wikitext that they carry, and white space.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from ingest.pages import parse_page
from ingest.records import Card, PageRecords

Transformation = Callable[[str, Random], str]

HEADING = re.compile(r"^(=+)[ \t]*(.*?)[ \t]*(=+)$")
NOT_A_CARD = "======1x Not A Card======\n[[File:Not.png|Illustrated by: Nobody]]\nErrata: Yes"
TRANSFORMATIONS: dict[str, Transformation] = {}
# Those that may join: the lower number first, and never two that write texts over several lines.
STAGES: dict[str, int] = {}


def transformation(stage: int = 1) -> Callable[[Transformation], Transformation]:
    def register(function: Transformation) -> Transformation:
        name = function.__name__
        TRANSFORMATIONS[name], STAGES[name] = function, stage
        return function

    return register


def each_line(function: Callable[[str, Random], str]) -> Transformation:
    """A transformation line by line, which leaves tables and templates alone."""

    def apply(text: str, random: Random) -> str:
        lines: list[str] = []
        in_template = False
        for line in text.split("\n"):
            starts, ends = "{{" in line, line.rstrip().endswith("}}") or "}}[[" in line
            is_table = line.lstrip().startswith(("{|", "|", "!"))
            keep = in_template or starts or is_table
            lines.append(line if keep else function(line, random))
            in_template = (in_template or starts) and not ends
        return "\n".join(lines)

    apply.__name__ = function.__name__
    return apply


def is_text(line: str) -> bool:
    return bool(line.strip()) and not re.search(r"^=|^-{4}|\[\[|http|<", line)


# ---------------------------------------------------------------- headings


@transformation()
@each_line
def heading_spacing(line, random):
    match = HEADING.match(line)
    blanks = ["", " ", "  ", "\t"]
    if not match:
        return line
    before, after, behind = (random.choice(blanks) for _ in range(3))
    return match[1] + before + match[2] + after + match[3] + behind


@transformation()
@each_line
def unclosed_quotes_in_headings(line, random):
    match = HEADING.match(line)
    if not match or "''" in line:
        return line
    return match[1] + random.choice(["", "''", "'''"]) + match[2] + " " + match[3]


@transformation(0)
def shifted_levels(text, random):
    return re.sub(r"(?m)^==(=*[^=].*?=*)==[ \t]*$", r"\1", text)


# ---------------------------------------------------------------- characters


@transformation()
@each_line
def other_blanks(line, random):
    if "http" in line or "[[File" in line or "<" in line:
        return line
    forms = [" ", " ", "\u00a0", "&nbsp;", "&#160;"]
    forms += [] if HEADING.match(line) else [" \u200b"]  # anchors keep it
    return re.sub(r"(?<=[^\s=]) (?=[^\s=])", lambda _: random.choice(forms), line)


@transformation()
def entities(text, random):
    forms = ["{0}", "&#{1};", "&#x{1:X};"]
    return re.sub("[’é“”]", lambda m: random.choice(forms).format(m[0], ord(m[0])), text)


@transformation(9)
def windows_line_ends(text, random):
    return text.replace("\n", "\r\n")


@transformation()
@each_line
def trailing_blanks(line, random):
    return line + random.choice(["", " ", "   ", "\t"])


# ---------------------------------------------------------------- bold, none, bullets


@transformation()
@each_line
def bold_around_power(line, random):
    forms = ["Power {} - ", "'''Power {} - '''", "'''Power''' {} - ", "''Power {}'' - "]
    forms += ["'''Power {} -''' ", "'''Power {}''' – ", "'''Power{}''' - ", "'''(Power {}''') - "]
    return re.sub(r"^'''Power (\d+)''' - ", lambda m: random.choice(forms).format(m[1]), line)


@transformation()
@each_line
def bold_around_labels(line, random):
    forms = ["'''{}''':", "'''{}:'''", "{}''':'''", "''{}'':", "{}:"]
    pattern = r"\b(Ongoing|Special|Talent|Errata|Clarifications):"
    change = lambda m: random.choice(forms).format(m[1])  # noqa: E731
    return re.sub(pattern, change, line) if is_text(line) else line


@transformation()
@each_line
def forms_of_none(line, random):
    forms = ["*None", "* None.", "*''None''", "* '''None'''.", "*  none", "* N/A", "*None!"]
    return random.choice(forms) if re.fullmatch(r"\*\s*None\.?\s*", line) else line


def bullets(text: str, random: Random, forms: list[str]) -> str:
    def change(match: re.Match[str]) -> str:
        return match[1] + re.sub(r"(?m)^\*+", lambda _: random.choice(forms), match[2])

    return re.sub(r"(?m)^(Clarifications:\s*\n)((?:\n*\*.*)+)", change, text)


@transformation(0)
def other_bullets(text, random):
    return bullets(text, random, ["#", ":", "*"])


@transformation(0)
def deeper_bullets(text, random):
    return bullets(text, random, ["**", "***", "#*"])


# ---------------------------------------------------------------- what is not shown


@transformation(5)
@each_line
def comments_within_lines(line, random):
    if "http" in line or "[[" in line or "<" in line:
        return line
    forms = [" ", " ", "<!-- a == b == --> ", f" <!--\n\n{NOT_A_CARD}\n-->"]
    return re.sub(r"(?<=\w) ", lambda _: random.choice(forms), line)


@transformation(5)
@each_line
def comments_between_lines(line, random):
    forms = ["<!-- a -->", f"<!--\n\n{NOT_A_CARD}\n\n* b\n-->", " <!-- c --> <!-- d --> "]
    return f"{random.choice(forms)}\n{line}" if random.random() < 0.3 else line


@transformation(6)
def an_unclosed_comment_at_the_end(text, random):
    return f"{text}\n<!-- the end\n{NOT_A_CARD}"


@transformation()
@each_line
def literal_words(line, random):
    forms = ["{}", "{}", "{}<nowiki/>", "<nowiki>{}</nowiki>", "<nowiki />{}"]
    change = lambda m: random.choice(forms).format(m[0])  # noqa: E731
    return re.sub(r"\b[A-Za-z]{4,}\b", change, line) if is_text(line) else line


@transformation(4)
@each_line
def references(line, random):
    forms = ["", "<ref>A [[source]]</ref>", "<ref name=a />"]
    forms.append('<ref name="b">On\n two lines\n== 1x Bar ==\n</ref>')
    return line + random.choice(forms) if is_text(line) else line


@transformation()
@each_line
def unclosed_references(line, random):
    return line + random.choice(["", "<ref>", "<ref name=a>"]) if is_text(line) else line


# ---------------------------------------------------------------- tags and quotes


@transformation(2)
@each_line
def wrappers(line, random):
    forms = ["{}", "<div>{}</div>", "<small>{}</small>", '<div class="x">\n{}\n</div>']
    forms += ["<span style=color:red>{}</span>", "<center><big>{}</big></center>"]
    marker = re.match(r"[*#:]*", line)
    prefix = marker[0] if marker else ""
    form = random.choice(forms[:3] if prefix else forms)
    return prefix + form.format(line[len(prefix) :]) if is_text(line) else line


@transformation(2)
@each_line
def unclosed_tags(line, random):
    if HEADING.match(line):
        return random.choice(["", "<div>\n", "<small>\n", "<div class=a><span>\n"]) + line
    return line + random.choice(["", "<small>", "</div>", "<div>"]) if is_text(line) else line


@transformation()
@each_line
def line_breaks(line, random):
    return line + random.choice(["", "<br>", "<br />", "<BR/>"]) if is_text(line) else line


@transformation(0)
def line_breaks_for_empty_lines(text, random):
    forms = ["\n\n", "\n", "<br>\n", "<br>", "\n<br>\n", "<br /><br />"]
    return re.sub(r"\n\n(?=Errata|Clarif)", lambda _: random.choice(forms), text)


@transformation()
@each_line
def unclosed_quotes(line, random):
    return line + random.choice(["", "''", "'''"]) if is_text(line) else line


# ---------------------------------------------------------------- order


@transformation(0)
def errata_after_clarifications(text, random):
    return re.sub(
        r"(?m)^(Errata[:?].*)\n+(Clarifications:[\s\S]*?)(?=\n=|\Z)",
        lambda m: f"{m[2].rstrip()}\n\n{m[1]}\n",
        text,
    )


@transformation()
def image_options(text, random):
    def change(match: re.Match[str]) -> str:
        name, *options = match[1].split("|")
        random.shuffle(options)
        prefix = random.choice(["File:", "Image:", "file:", "File: "])
        name = random.choice([name, name.replace(" ", "_")])
        return f"[[{prefix}{'|'.join([name, *options])}]]"

    return re.sub(r"\[\[File:([^\[\]]*)\]\]", change, text)


@transformation(0)
def sections_in_any_order(text, random):
    lead, *sections = re.split(r"(?m)^(?==)", text)
    groups: list[list[str]] = [[]]
    for section in sections:
        if re.match(r"=+ *Cards? -", section):
            groups.append([])
        groups[-1].append(f"{section}\n")
    head, *cards = groups
    if not cards:
        return text
    random.shuffle(head)
    for group in cards:
        group[1:] = random.sample(group[1:], len(group) - 1)
    random.shuffle(cards)
    flat = [section for group in cards for section in group]
    return f"{lead}\n" + "".join(random.choice([head + flat, flat + head]))


@transformation(3)
def templates_and_categories_around(text, random):
    before = "{{Navbox|name=x\n|list=[[a]]\n}}\n{{Stub}}\n"
    after = (
        "\n{{Footer}}\n[[Category:Fish]]\n[[Category:Sea|Fish]]\n{{DEFAULTSORT:Fish}}\n__NOTOC__"
    )
    return before + text + after


# ---------------------------------------------------------------- the comparison


LOOSE = {
    "sections_in_any_order": {"order"},
    "other_bullets": {"depth"},
    "deeper_bullets": {"depth"},
}


def spaces(value: Any) -> Any:
    return " ".join(value.split()) if isinstance(value, str) else value


def card_essence(card: Card, loose: set[str]) -> Card:
    clarifications = tuple(
        replace(item, text=spaces(item.text), depth=1 if "depth" in loose else item.depth)
        for item in card.clarifications
    )
    abilities = tuple(replace(ability, text=spaces(ability.text)) for ability in card.abilities)
    raw = re.sub(r"\s*:", ":", card.erratum.raw) if card.erratum.raw else None
    return replace(
        card,
        text=spaces(card.text),
        abilities=abilities,
        erratum=replace(card.erratum, raw=spaces(raw)),
        clarifications=clarifications,
        line=0,
        wikitext="",
    )


def essence(records: PageRecords, loose: set[str]) -> dict[str, Any]:
    """What must stay the same."""
    cards = [card_essence(card, loose) for card in records.cards]
    rules = [
        (rule.name, () if "order" in loose else rule.path, spaces(rule.text), rule.links)
        for rule in records.rules
    ]
    terms = [
        (term.name, spaces(term.definition), spaces(term.exception), term.image, term.illustrator)
        for term in records.terms
    ]
    faction = records.faction and replace(
        records.faction,
        wikitext="",
        description=spaces(records.faction.description),
        synergies=tuple(replace(s, note=spaces(s.note)) for s in records.faction.synergies),
    )
    if "order" in loose:
        cards.sort(key=lambda card: (card.deck, card.type, card.name))
        rules.sort(key=lambda rule: rule[0])
    return {
        "kind": records.kind,
        "cards": cards,
        "terms": terms,
        "rules": rules,
        "faction": faction,
        "listed": records.listed_factions,
        "titans": records.titans,
    }


def compare(pages: dict[str, str], names: tuple[str, ...], random: Random) -> None:
    loose = set().union(*(LOOSE.get(name, set()) for name in names))
    for title, text in pages.items():
        changed = text
        for name in sorted(names, key=lambda name: STAGES[name]):
            changed = TRANSFORMATIONS[name](changed, random)
        before = essence(parse_page(title, text), loose)
        after = essence(parse_page(title, changed), loose)
        for key, value in before.items():
            assert after[key] == value, f"{title}: {key} after {' and '.join(names)}"


every_transformation = pytest.mark.parametrize("name", list(TRANSFORMATIONS))


@every_transformation
def test_invented_pages(sample_pages, name):
    for seed in range(2):
        compare(sample_pages, (name,), Random(f"{name} {seed}"))


@every_transformation
def test_real_pages(real_pages, name):
    compare(real_pages, (name,), Random(name))


WRITING_LINES = {"references", "comments_within_lines", "comments_between_lines"}
PAIRS = [
    pair
    for pair in combinations(TRANSFORMATIONS, 2)
    if not {*pair} <= {*WRITING_LINES, "an_unclosed_comment_at_the_end"}
    and {*pair} != {"references", "unclosed_references"}
]


@pytest.mark.parametrize("seed", range(5))
def test_random_pairs(sample_pages, real_pages, seed):
    random = Random(seed)
    pages = list((sample_pages | real_pages).items())
    for pair in random.sample(PAIRS, 30):
        compare(dict(random.sample(pages, 3)), pair, random)


def test_transformations_do_something(sample_pages):
    for name, change in TRANSFORMATIONS.items():
        changed = [t for t in sample_pages.values() if change(t, Random(1)) != t]
        assert changed, name
