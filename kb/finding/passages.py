"""The knowledge base cut into passages: what `ruling` and `search` find, each small enough to read.

A passage is one thing that the wiki says: a card's ability, one clarification, an Errata line, a
glossary term, a piece of a rules section, an edit summary, a wording that no longer stands.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from kb.db import FOREVER
from kb.named import query

Kind = Literal["ability", "clarification", "errata", "term", "rule", "history"]

LIMIT = 1200  # characters of a passage, about (contract)


class Passage(NamedTuple):
    kind: Kind
    role: str  # finer than kind where it matters for ranking: see `role_of`, else the kind
    page: str
    page_id: int
    heading: str  # card's name, term, section's heading; the page's title above the first heading
    text: str  # the wiki's words
    subject: str  # `card:ID`, `term:ID`, `rule:ID`, `page:ID`
    deck: str  # of a card, else ""
    type: str  # of a card, else ""
    power: int | None  # of a card that prints one
    section: str | None  # heading as printed
    anchor: str
    outdated: bool
    revision: int | None  # that holds it, where that is not the newest (history)
    since_revision: int
    since_exact: bool
    context: str  # what else helps to find it: the whole card or section, the page's title


def passages(
    conn: sqlite3.Connection, as_of: str = FOREVER, pages: Sequence[int] | None = None
) -> Iterator[Passage]:
    """All passages as of a moment (ISO, UTC), or those of some pages (row ids)."""
    for page in [None] if pages is None else pages:
        where = {"as_of": as_of, "page": page}
        yield from _cards(conn, where)
        yield from _terms(conn, where)
        yield from _rules(conn, where)
        yield from _summaries(conn, where)
        yield from _former(conn, where)


def _cards(conn: sqlite3.Connection, where: dict[str, Any]) -> Iterator[Passage]:
    said: dict[int, list[tuple[Kind, sqlite3.Row]]] = {}
    for kind in ("errata", "clarification"):
        for row in query(conn, f"passage-{kind}", **where):
            said.setdefault(row["version"], []).append((kind, row))
    for card in query(conn, "passage-ability", **where):
        rest = said.get(card["version"], [])
        context = "\n".join([_facts(card), card["text"], *(row["text"] for _, row in rest)])
        if card["text"]:
            yield _of_card("ability", card, card, context, outdated=False)
        for kind, row in rest:
            for text in split(row["text"]):
                passage = _of_card(kind, card, row, context, outdated=bool(row["outdated"]))
                yield passage._replace(text=text)


def _facts(card: sqlite3.Row) -> str:
    """A card's numbers in players' words: `minion power 3 copies 2 Otters`."""
    words = [card["type"]]
    for name in ("power", "breakpoint", "copies"):
        if card[name] is not None:
            words += [name, str(card[name])]
    return " ".join([*words, card["deck"]])


def _of_card(
    kind: Kind, card: sqlite3.Row, row: sqlite3.Row, context: str, outdated: bool
) -> Passage:
    return Passage(
        kind=kind,
        role=kind,
        page=card["page"],
        page_id=card["page_id"],
        heading=card["heading"],
        text=row["text"],
        subject=f"card:{card['subject']}",
        deck=card["deck"],
        type=card["type"],
        power=card["power"],
        section=card["section"],
        anchor=card["anchor"],
        outdated=outdated,
        revision=None,
        since_revision=row["since_revision"],
        since_exact=bool(row["since_exact"]),
        context=context,
    )


def _terms(conn: sqlite3.Connection, where: dict[str, Any]) -> Iterator[Passage]:
    for row in query(conn, "passage-term", **where):
        text = row["definition"]
        if row["exception"]:
            text += f"\nException: {row['exception']}"
        for part in split(text):
            yield _of_section("term", "term", row, part, row["section"], row["page"])


def _rules(conn: sqlite3.Connection, where: dict[str, Any]) -> Iterator[Passage]:
    import json  # only where passages are made: asking for one must not wait for it

    for row in query(conn, "passage-rule", **where):
        path = json.loads(row["path"])
        role = role_of(row["page_kind"], path, row["heading"])
        section = row["heading"] if path else None
        context = "\n".join([row["page"], *path, row["text"]])
        for part in split(row["text"]):
            if _UNWRITTEN.fullmatch(part):
                continue
            yield _of_section("rule", role, row, part, section, context)


_UNWRITTEN = re.compile(r"\W*(?:TB[AD]|etc)?\W*")  # a section still to be written


def role_of(page_kind: str, path: Sequence[str], heading: str) -> str:
    """What a piece of prose is for, which tells how likely it settles a question.

    `complexity`, `mechanics`, `strategy`, `synergy`: the sections of a faction's page of that name
    · `lead`: text above a faction page's first heading · `index`: of an index page · `list`: of a
    list page · `rule`: all else.
    """
    if page_kind in ("index", "list"):
        return page_kind
    if page_kind == "faction":
        if not path:
            return "lead"
        first = heading.split()[:1]
        for role in ("complexity", "mechanics", "strategy", "synergy"):
            if first and first[0].casefold().rstrip(":") == role:
                return role
    return "rule"


def _of_section(
    kind: Kind, role: str, row: sqlite3.Row, text: str, section: str | None, context: str
) -> Passage:
    return Passage(
        kind=kind,
        role=role,
        page=row["page"],
        page_id=row["page_id"],
        heading=row["heading"],
        text=text,
        subject=f"{kind}:{row['subject']}",
        deck="",
        type="",
        power=None,
        section=section,
        anchor=row["anchor"],
        outdated=False,
        revision=None,
        since_revision=row["since_revision"],
        since_exact=bool(row["since_exact"]),
        context=context,
    )


# ---------------------------------------------------------------- what was


def _summaries(conn: sqlite3.Connection, where: dict[str, Any]) -> Iterator[Passage]:
    for row in query(conn, "passage-summary", **where):
        yield _history("summary", row, row["page"], row["text"][:LIMIT], f"page:{row['page_id']}")


def _former(conn: sqlite3.Connection, where: dict[str, Any]) -> Iterator[Passage]:
    for row in query(conn, "passage-former", **where):
        if row["revision"] is None or row["field"] in _TELL_NOTHING:
            continue
        table = "rule" if row["subject"] == "section" else row["subject"]
        subject = f"{table}:{row['subject_id'] or row['page_id']}"
        for part in split(former_wording(row["old"], row["new"])):
            yield _history("former", row, row["heading"], part, subject)


_TELL_NOTHING = {"image", "illustrator", "cover", "links", "purchase_url", "copies", "type"}


def former_wording(old: str, new: str | None) -> str:
    """The words that went away with a change, from its JSON values: whole lines of the old text
    that the new one has no more; of an erratum its note.

    >>> former_wording('"One.\\\\nTwo."', '"One.\\\\nThree."')
    'Two.'
    """
    kept = set(_lines(new)) if new else set()
    return "\n".join(line for line in _lines(old) if line not in kept)


def _lines(value: str) -> list[str]:
    import json

    found = json.loads(value)
    if isinstance(found, dict):  # an erratum
        if found.get("status") != "yes":
            return []
        kinds = ", ".join(kind.capitalize() for kind in found.get("kinds") or [])
        note = found.get("note")
        said = f"{kinds} ({note})" if kinds and note else kinds or note or "Yes"
        return [f"Errata: {said}"]
    items = found if isinstance(found, list) else [found]
    return [line for item in items for line in str(item).split("\n")]


def _history(role: str, row: sqlite3.Row, heading: str, text: str, subject: str) -> Passage:
    return Passage(
        kind="history",
        role=role,
        page=row["page"],
        page_id=row["page_id"],
        heading=heading,
        text=text,
        subject=subject,
        deck="",
        type="",
        power=None,
        section=None if role == "summary" else heading,
        anchor="",
        outdated=False,
        revision=row["revision"],
        since_revision=row["revision"],
        since_exact=False,
        context=row["page"],
    )


# ---------------------------------------------------------------- pieces


def split(text: str, limit: int = LIMIT) -> list[str]:
    """A text cut at its paragraphs into pieces of at most about `limit` characters, of like size.

    A paragraph longer than that is cut at the ends of sentences, a longer sentence at blanks.
    """
    text = text.strip()
    if len(text) <= limit:
        return [text] if text else []
    parts = [part for line in text.split("\n") if line.strip() for part in _fitting(line, limit)]
    goal = len(text) / -(-len(text) // limit)
    pieces = [parts[0]]
    for part in parts[1:]:
        longer = len(pieces[-1]) + 1 + len(part)
        if longer <= limit and longer - len(part) / 2 <= goal:
            pieces[-1] += "\n" + part
        else:
            pieces.append(part)
    return pieces


def _fitting(line: str, limit: int) -> Iterable[str]:
    """One paragraph, or its sentences joined up to the limit."""
    line = line.strip()
    while len(line) > limit:
        cut = max(line.rfind(end, 0, limit) for end in (". ", "! ", "? ")) + 1
        cut = cut or line.rfind(" ", 0, limit) + 1 or limit
        yield line[:cut].strip()
        line = line[cut:].strip()
    if line:
        yield line
