"""A card's section to its record: heading, image, printed text, erratum, clarifications."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ingest.captions import credit, is_credit
from ingest.markup.blocks import Block, blocks
from ingest.markup.images import Image, gallery_images
from ingest.markup.preprocess import normalise, spans
from ingest.markup.wikitext import is_character
from ingest.pages.abilities import Printed, read_printed
from ingest.pages.errata import UNSTATED, is_negative, looks_like_value, read_erratum
from ingest.pages.prose import prose_text
from ingest.records import CardType, Clarification, Erratum

_COUNTED = re.compile(r"\(?(\d{1,3})\s*[x×✕✖]\)?\s*(?:[:–—-]\s+)?(\S.*)", re.IGNORECASE | re.DOTALL)
_ERRATA_LINE = re.compile(
    r"\W*Errat(?:a|um)\b(?:\s*[?:;.]+|\s*[-–—](?=\s|$)|\s*$|\s+(?=(?:yes|no|none)\b))\s*",
    re.IGNORECASE,
)
_CLARIFICATIONS_LINE = re.compile(
    r"\W*Clarifications?\b(?:\s*[?:;.]+|\s*[-–—](?=\s|$)|\s*$)\s*", re.IGNORECASE
)
_ERRATA_WITHIN = re.compile(r"(?<=[\s.!?)”\"])Errata\s*[?:]\s*")
_CLARIFICATIONS_WITHIN = re.compile(r"(?<=[\s.!?)”\"])Clarifications?\s*:\s*")
_NEAR = 20  # characters beside a template that are looked at
_LONGEST_NUMBERS = 80  # of what is printed before an ability
_FAILED_HEADING = re.compile(r"==+[^=].*=")
_NO_CLARIFICATION = re.compile(
    r"[\W_]*(?:(?:none|no|n/a|nil|tb[adc]|to be (?:added|announced|determined)|todo|coming soon)"
    r"[\W_]*)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class CardBody:
    """What the wikitext below a card's heading says.

    `strays`: its texts that fit nowhere. `oddities`: (message, excerpt) of what is not understood.
    """

    printed: Printed
    erratum: Erratum
    clarifications: tuple[Clarification, ...]
    image: str | None
    illustrator: str | None
    strays: tuple[str, ...]
    oddities: tuple[tuple[str, str], ...]
    is_cardlike: bool  # whether it has what only cards have


@lru_cache(maxsize=4096)
def counted_name(title: str) -> tuple[int, str] | None:
    """(copies, name) of a heading such as `2x Pocket Watch`; None for any other heading."""
    match = _COUNTED.fullmatch(title.strip("= \t\n"))
    return (int(match[1]), match[2]) if match else None


def infer_type(printed: Printed) -> CardType:
    """Type of a card that no section tells: by the numbers that are printed on it."""
    if printed.breakpoint is not None:
        return "base"
    if printed.power is not None or printed.treasures is not None:
        return "minion"
    return "action"


# ---------------------------------------------------------------- the body


@dataclass(slots=True)
class _Reader:
    """Lines of a card as they are sorted into its parts."""

    part: str = "ability"
    ability: list[str] = field(default_factory=list)
    errata: list[tuple[str, str]] = field(default_factory=list)  # (raw, value) of each line
    clarifications: list[Clarification] = field(default_factory=list)
    credits: list[str] = field(default_factory=list)
    strays: list[str] = field(default_factory=list)
    has_clarifications: bool = False


def read_body(text: str) -> CardBody:
    """Read the wikitext below a card's heading. Any text gives a body; nothing of it is lost."""
    reader = _Reader()
    images: list[Image] = []
    for block in blocks(text):
        images += block.images
        if block.kind == "table":
            reader.strays += filter(None, [prose_text([replace(block, images=())])])
        else:
            for part, written in _parts(block, reader):
                _sort(part, written, block, reader)
    images += gallery_images(text)
    body = _body(reader, images)
    unread = _unread_templates(text, bool(body.printed.text))
    oddities = [*body.oddities, *(("a template that is not read", call) for call in unread)]
    return replace(body, oddities=tuple(oddities))


def _unread_templates(text: str, has_ability: bool) -> Iterator[str]:
    """Template calls that may hold words of the card: beside text, or where the card has none.

    Those alone on their lines are boxes, and stand for nothing in a card.
    """
    text = normalise(text)
    for span in spans(text):
        if span.kind == "template":
            call = text[span.start : span.end]
            before = text[max(0, span.start - _NEAR) : span.start].rstrip(" \t")[-1:]
            after = text[span.end : span.end + _NEAR].lstrip(" \t")[:1]
            beside_text = before not in ("", "\n", "}") or after not in ("", "\n", "{", "[")
            if (beside_text or not has_ability) and not is_character(call):
                yield call


def _parts(block: Block, reader: _Reader) -> Iterator[tuple[str, str]]:
    """(part, text) for what a block says; part "" goes on with what stood before the block.

    The words `Errata:` and `Clarifications:` begin a part, on a line of their own or, after the
    ability, on its line. What was meant as a heading but is none ends the card: what follows is
    not the card's own.
    """
    part, text = "", ""
    for line in block.lines:
        for number, piece in enumerate(line):
            lost = "stray" in (part, reader.part)
            for marker, rest in [("", piece)] if lost else _pieces(piece, block, reader):
                over = part == "credit" or (part == "errata" and is_negative(_value(text)))
                if marker or over:
                    yield part, text
                    part, text = marker, rest
                else:
                    text = f"{text}{_between(text, number)}{rest}"
    yield part, text


def _between(text: str, number: int) -> str:
    """What joins a text and the next line's part of this number: a number ends with its line."""
    if not text:
        return ""
    only_numbers = len(text) <= _LONGEST_NUMBERS and not read_printed(text).text
    return "\n" if number or only_numbers else " "


def _pieces(piece: str, block: Block, reader: _Reader) -> Iterator[tuple[str, str]]:
    """(marker, text) for one line cut at the markers in it; marker "" before the first."""
    if _FAILED_HEADING.match(piece):
        yield "stray", piece
        return
    if block.kind == "text" and reader.part != "clarifications" and is_credit(piece):
        yield "credit", piece
        return
    in_clarification = block.kind == "item" and reader.part == "clarifications"
    line = _ERRATA_LINE.match(piece)
    if line and (not in_clarification or looks_like_value(piece[line.end() :])):
        cut = _CLARIFICATIONS_WITHIN.search(piece, line.end())
        yield "errata", piece[: cut.start()].rstrip() if cut else piece
        if cut:
            yield "clarifications", piece[cut.end() :]
        return
    line = _CLARIFICATIONS_LINE.match(piece)
    if line:
        yield "clarifications", piece[line.end() :]
        return
    within = _ERRATA_WITHIN.search(piece) if not in_clarification else None
    if within and looks_like_value(piece[within.end() :]):
        yield "", piece[: within.start()].rstrip()
        yield from _pieces(piece[within.start() :], block, reader)
    else:
        yield "", piece


def _value(errata_line: str) -> str:
    match = _ERRATA_LINE.match(errata_line)
    return errata_line[match.end() :] if match else errata_line


def _sort(part: str, text: str, block: Block, reader: _Reader) -> None:
    """Put a text where it belongs, given where the reader stands."""
    if part == "credit":
        reader.credits.append(text)
        return
    if part:
        reader.part = part
    if part == "errata":
        reader.errata.append((text, _value(text)))
        return
    reader.has_clarifications |= part == "clarifications"
    if not text.strip():
        return
    if reader.part == "clarifications":
        if not _NO_CLARIFICATION.fullmatch(text):
            depth = len(block.marker) if block.kind == "item" else 1
            reader.clarifications.append(Clarification(text, depth))
    elif reader.part == "errata" and not reader.errata[-1][1] and looks_like_value(text):
        reader.errata[-1] = (f"{reader.errata[-1][0]} {text}", text)
    elif reader.part == "ability" or (reader.part == "errata" and not reader.ability):
        reader.part = "ability"
        reader.ability.append(text)
    else:
        reader.strays.append(text)


def _body(reader: _Reader, images: list[Image]) -> CardBody:
    erratum, odd_erratum = UNSTATED, []
    if reader.errata:
        raw, value = reader.errata[0]
        erratum, understood = read_erratum(value, raw)
        odd_erratum = [] if understood else [("an Errata line that says neither yes nor no", raw)]
    further = [raw for raw, _ in reader.errata[1:]]
    captions = [shown.caption for shown in images if shown.caption and not shown.is_credited]
    strays = [*reader.strays, *further, *captions]
    image = images[0] if images else None
    illustrators = [shown.illustrator for shown in images[:1]] + list(map(credit, reader.credits))
    printed = read_printed("\n".join(reader.ability))
    oddities = [
        *odd_erratum,
        *(("a further image", shown.file) for shown in images[1:]),
        *(("an image without its closing brackets", i.file) for i in images if not i.closed),
        *([("a number that can't be read", printed.text)] if printed.is_odd else []),
        *(("a line that belongs to no part of the card", stray) for stray in strays),
    ]
    return CardBody(
        printed,
        erratum,
        tuple(reader.clarifications),
        image.file if image else None,
        next(filter(None, illustrators), None),
        tuple(strays),
        tuple(oddities),
        bool(
            reader.errata
            or reader.has_clarifications
            or (printed.power, printed.breakpoint) != (None, None)
            or any(shown.is_credited for shown in images)
        ),
    )
