"""The head of a faction's page: set, titan, complexity, mechanics, synergies, cover."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ingest.markup.blocks import Block
from ingest.markup.wikitext import bold_runs, clean, external_links, templates
from ingest.pages.prose import is_unfinished_notice
from ingest.pages.roles import head_part
from ingest.records import Faction, Section, Synergy

_HAVING = r"(?:do|does|don['’]t|doesn['’]t|have|has|get|gets)\b"
_FROM = (
    r"\b(?:(?:is|are|was|were|comes?|hails?)\s+(?:\w+\s+)?(?:from|part\s+of)"
    r"|(?:released|included|found)\s+in|belongs?\s+to)\s+"
)
# `Ghosts are from the Ghastly set and have a Titan card: the Sheet.` Lengths are bounded, so that
# no text makes the search slow.
_SET_AND_TITAN = re.compile(
    rf"{_FROM}(?P<set>\S(?:(?![.!?]\s+[A-Z])[^\n]){{0,150}}?)"
    rf"\s*[,;]?\s+and\s+{_HAVING}[^.!?\n]{{0,80}}?\b[Tt]itans?\b"
)
_SET_ALONE = re.compile(
    rf"{_FROM}(?P<set>\S[^.!?\n]{{0,150}}?\bset)\b(?=\s*(?:[.,;:!(]|and\b|$))", re.IGNORECASE
)
_TITAN = re.compile(
    r"\b(?P<having>have|has|do|does|don['’]t|doesn['’]t)\b(?P<between>[^.!?\n]{0,80}?)"
    r"\btitans?\b(?:\s+cards?\b\s*[-–—:,]*|\s*[-–—:])\s*(?:(?:called|named)\s+)?(?P<name>.*)",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"\bno[tn]?\b|n['’]t\b", re.IGNORECASE)
_COMPLEXITY_LINE = re.compile(r"Complexity(?:\s+Level)?\s*:\s*(.{1,60})", re.IGNORECASE)
_COMPLEXITIES = ("low", "low-medium", "medium", "medium-high", "high")
_PLACEHOLDER = re.compile(r"[\W_]*(?:(?:tb[adc]|none|n/a|etc|to be \w+|todo|replace)[\W_]*)?", re.I)
_DUMMY = re.compile(r"faction (?:[A-Z]|\d+|etc|name|x)\.?", re.IGNORECASE)
_SEPARATOR = re.compile(r"^\s*(.+?)(?:\s*[:–—]\s*|\s+-\s+|\s*$)(.*)", re.DOTALL)
_DISAMBIGUATION = re.compile(r"\s+\((?:faction|smash up)\)$", re.IGNORECASE)


def faction_name(title: str) -> str:
    """Name of the faction that a page's title gives: without `(faction)` behind it."""
    return _DISAMBIGUATION.sub("", title)


@dataclass(frozen=True, slots=True)
class _Part:
    """A section of the head, by what its heading announces ("" for nothing that we know)."""

    name: str
    section: Section
    blocks: Sequence[Block]


def read_faction(
    title: str, sections: Iterable[tuple[Section, Sequence[Block]]], wikitext: str
) -> Faction:
    """The faction that a page's sections of prose describe (those without cards and decks).

    `sections` come with their blocks, `wikitext` is the whole page's. What is not said is None
    or ().
    """
    parts = [
        _Part(head_part(section.title) or "" if section.level else "lead", section, blocks)
        for section, blocks in sections
    ]
    lead = [part for part in parts if part.name in ("lead", "purchase")]
    where = lead if _set_raw(lead) else parts
    raw = _set_raw(where)
    image = next((image for part in lead for block in part.blocks for image in block.images), None)
    complexity = _complexity(parts)
    return Faction(
        name=faction_name(title),
        set=_set_name(raw) if raw else None,
        set_raw=raw,
        titan=_titan(where),
        complexity=_level(complexity),
        complexity_raw=complexity,
        mechanics=_mechanics(parts),
        synergies=_synergies(parts),
        work_in_progress=any(map(is_unfinished_notice, templates(wikitext))),
        description=_description(lead),
        purchase_url=_purchase_url(parts),
        cover=image.file if image else None,
        cover_illustrator=image.illustrator if image else None,
        wikitext="".join(part.section.text for part in parts),
    )


# ---------------------------------------------------------------- set and titan


def _set_sentence(text: str) -> re.Match[str] | None:
    return _SET_AND_TITAN.search(text) or _SET_ALONE.search(text)


def _texts(parts: Iterable[_Part]) -> Iterator[Block]:
    return (block for part in parts for block in part.blocks if block.kind == "text")


def _set_raw(parts: Iterable[_Part]) -> str | None:
    """Where the first sentence about it says that the faction comes from."""
    found = filter(None, (_set_sentence(block.text) for block in _texts(parts)))
    return next((match["set"] for match in found), None)


def _set_name(raw: str) -> str:
    """A set's name without `the` before it and `set` behind it; a capital `The` is its own."""
    return re.sub(r"^the\s+", "", re.sub(r"\s+set$", "", raw, flags=re.IGNORECASE)).strip()


def _titan(parts: Iterable[_Part]) -> str | None:
    """The name after `have a Titan card`, as the bold print or the sentence delimits it."""
    for block in _texts(parts):
        match = _TITAN.search(block.text)
        if not match or _NEGATED.search(match["having"] + match["between"]):
            continue
        written = re.sub(r"^(?:the|an?)\s+", "", match["name"])
        bold = (re.sub(r"^(?:the|an?)\s+", "", run) for run in bold_runs(block.source))
        name = next((run for run in bold if run.strip(" .") and written.startswith(run)), None)
        name = name or re.split(r"\s+\(|[.!?]\s+(?=[A-Z])", written)[0]
        if name.rstrip(" ."):
            return name.rstrip(" .")
    return None


# ---------------------------------------------------------------- the other fields


def _complexity(parts: Iterable[_Part]) -> str | None:
    """What follows the word in its heading, else below that, else in a line of its own."""
    for part in parts:
        if part.name == "complexity":
            after = part.section.title.strip("= ").partition(":")[2].strip()
            first = next((block.text for block in part.blocks if block.text), "")
            return after or first or None
        for block in part.blocks:
            line = _COMPLEXITY_LINE.fullmatch(block.text) if block.kind == "text" else None
            if line:
                return line[1]
    return None


def _level(raw: str | None) -> str | None:
    """`low-medium` of `LOW-MEDIUM`, `Low / Medium`, `low to medium`; None of anything else."""
    level = re.sub(r"\s*(?:[-–—/]|\bto\b)\s*", "-", (raw or "").strip(" .").lower())
    return level if level in _COMPLEXITIES else None


def _mechanics(parts: Iterable[_Part]) -> tuple[str, ...]:
    """Items of the first list only: later lists are prose, not names of mechanics."""
    names: list[str] = []
    for part in parts:
        if part.name == "mechanics":
            for block in part.blocks:
                if block.kind == "item" and len(block.marker) == 1:
                    names.append(block.text)
                elif block.kind != "item" and names:
                    break
    return tuple(name for name in names if not _PLACEHOLDER.fullmatch(name))


def _synergies(parts: Iterable[_Part]) -> tuple[Synergy, ...]:
    items: list[list[Block]] = []
    for part in parts:
        if part.name == "synergy":
            for block in part.blocks:
                if block.kind == "item" and len(block.marker) == 1:
                    items.append([block])
                elif block.kind == "item" and items:
                    items[-1].append(block)
    return tuple(filter(None, map(_synergy, items)))


def _synergy(item: list[Block]) -> Synergy | None:
    """`'''[[Robots]]''': note`, with any separator or none; deeper items belong to the note."""
    block = item[0]
    text = block.text
    bold = bold_runs(block.source)
    link = next((link for link in block.links if text.startswith(link.label)), None)
    name = next((run for run in bold[:1] if text.startswith(run)), link.label if link else None)
    if name is None:
        match = _SEPARATOR.match(text)
        name = match[1] if match else text
    rest = text[len(name) :]
    name = name.rstrip(" :-–—")
    if _PLACEHOLDER.fullmatch(name) or _DUMMY.fullmatch(name):
        return None
    note = "\n".join([re.sub(r"^[\s:\-–—]+", "", rest), *(more.text for more in item[1:])]).strip()
    return Synergy(name, link.target if link else None, note or None)


def _description(parts: Iterable[_Part]) -> str | None:
    """Paragraphs below the lead and the purchase link, without the sentence about the set."""
    kept = (_without_set_sentence(block.text) for block in _texts(parts))
    return "\n".join(text for text in kept if text) or None


def _without_set_sentence(text: str) -> str:
    match = _set_sentence(text)
    if not match:
        return text
    start = max(text.rfind(mark, 0, match.start()) for mark in (". ", "! ", "? ", "\n"))
    return text[: start + 1].strip()


def _purchase_url(parts: Sequence[_Part]) -> str | None:
    headings = [clean(part.section.heading) for part in parts]
    bodies = [block.source for part in parts if part.name == "lead" for block in part.blocks]
    found = [link for text in (*headings, *bodies) for link in external_links(text)]
    named = [link for link in found if re.search(r"\b(?:purchase|buy|order)\b", link.label, re.I)]
    in_headings = [link for text in headings for link in external_links(text)]
    chosen = next(iter([*named, *in_headings]), None)
    return chosen.target if chosen else None
