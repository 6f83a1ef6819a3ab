"""What a page said at one place in its history, as the records that the ingester derived."""

from __future__ import annotations

import json
import sqlite3

from ingest.records import (
    Ability,
    Card,
    Clarification,
    Erratum,
    Faction,
    Link,
    PageRecords,
    Rule,
    Synergy,
    Term,
)
from kb.named import query

Subjects = dict[str, list[int]]  # kind -> row ids of its subjects, in the records' order


def records_at(
    conn: sqlite3.Connection, page_id: int, sequence: int
) -> tuple[PageRecords, Subjects]:
    """All records of a page at one place in its time order, and whose they are."""
    place = {"page_id": page_id, "sequence": sequence}
    kinds = ("faction", "card", "term", "rule")
    rows = {kind: query(conn, f"state-{kind}", **place) for kind in kinds}
    prose = any(row["subject"] == "section" for row in rows["rule"])
    records = PageRecords(
        kind="faction" if prose else "rules",
        faction=_faction(conn, rows["faction"][0]) if rows["faction"] else None,
        cards=tuple(_card(conn, row) for row in rows["card"]),
        terms=tuple(_term(row) for row in rows["term"]),
        rules=tuple(_rule(conn, row) for row in rows["rule"]),
    )
    return records, {kind: [row[f"{kind}_id"] for row in found] for kind, found in rows.items()}


def _faction(conn: sqlite3.Connection, row: sqlite3.Row) -> Faction:
    synergies = query(conn, "synergies", version_id=row["id"])
    return Faction(
        name=row["name"],
        set=row["set_name"],
        set_raw=row["set_raw"],
        titan=row["titan"],
        complexity=row["complexity"],
        complexity_raw=row["complexity_raw"],
        mechanics=tuple(m["name"] for m in query(conn, "mechanics", version_id=row["id"])),
        synergies=tuple(Synergy(s["name"], s["page"], s["note"]) for s in synergies),
        work_in_progress=bool(row["work_in_progress"]),
        description=row["description"],
        purchase_url=row["purchase_url"],
        cover=row["cover"],
        cover_illustrator=row["cover_illustrator"],
    )


def _card(conn: sqlite3.Connection, row: sqlite3.Row) -> Card:
    version = {"version_id": row["id"]}
    kinds = tuple(k["kind"] for k in query(conn, "erratum-kinds", **version))
    return Card(
        deck=row["deck"],
        special=bool(row["special"]),
        type=row["type"],
        name=row["name"],
        copies=row["copies"],
        power=row["power"],
        breakpoint=row["breakpoint"],
        vps=None if row["vps"] is None else tuple(json.loads(row["vps"])),
        treasures=row["treasures"],
        text=row["text"],
        abilities=tuple(
            Ability(a["label"], a["text"]) for a in query(conn, "abilities", **version)
        ),
        erratum=Erratum(row["status"], kinds, row["note"], row["raw"]),
        clarifications=tuple(
            Clarification(c["text"], c["depth"]) for c in query(conn, "clarifications", **version)
        ),
        image=row["image"],
        illustrator=row["illustrator"],
        section=row["section"],
        anchor=row["anchor"],
        line=row["line"],
    )


def _term(row: sqlite3.Row) -> Term:
    return Term(
        name=row["name"],
        definition=row["definition"],
        exception=row["exception"],
        image=row["image"],
        illustrator=row["illustrator"],
        section=row["section"],
        anchor=row["anchor"],
        line=row["line"],
    )


def _rule(conn: sqlite3.Connection, row: sqlite3.Row) -> Rule:
    links = query(conn, "rule-links", version_id=row["id"])
    return Rule(
        name=row["name"],
        path=tuple(json.loads(row["path"])),
        text=row["text"],
        links=tuple(Link(link["label"], link["target"]) for link in links),
        anchor=row["anchor"],
        line=row["line"],
    )
