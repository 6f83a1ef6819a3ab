"""Every wording of a card, faction, term or rule, and what changed: the answer of `history`."""

from __future__ import annotations

import json
import sqlite3
from typing import Any, cast

from ingest.folding import name_key
from kb.cards import notices_for
from kb.changes import changes_of
from kb.named import first, query
from kb.names import Named, resolve
from kb.pages import NotHeld
from kb.past.gaps import END, gaps
from kb.scope import Scope, scope
from kb.sources import Object, source, source_of

KINDS: tuple[Named, ...] = ("card", "faction", "term", "rule")


def history(
    conn: sqlite3.Connection,
    name: str,
    as_of: str,
    kind: str | None = None,
    faction: str | None = None,
    cosmetic: bool = False,
) -> Object:
    """The answer of `history NAME`: all that bears the name now or once bore it, gone ones too.

    `faction` leaves the cards of a faction or special deck, or the faction itself. With `cosmetic`
    also changes without meaning and those that were undone. Each subject has its `source` too, null
    for what is gone.
    Raises kb.pages.NotHeld when there is no such faction.
    """
    kinds = (cast(Named, kind),) if kind else KINDS
    within = scope(conn, faction, as_of) if faction is not None else None
    subjects, suggestions = _named(conn, name, as_of, kinds, faction, within)
    found = [_subject(conn, k, n, as_of, cosmetic) for k, n in subjects]
    told = [one for one in found if one is not None]
    return {
        "query": name,
        "subjects": [subject for subject, _ in told],
        "suggestions": suggestions,
        "notices": notices_for(conn, [page for _, page in told], as_of),
    }


def no_history(name: str, why: NotHeld) -> Object:
    """The answer of `history` where `--faction` names none."""
    return {"query": name, "subjects": [], "suggestions": [], "notices": [why.line()]}


def _named(
    conn: sqlite3.Connection,
    name: str,
    as_of: str,
    kinds: tuple[Named, ...],
    faction: str | None,
    within: Scope | None,
) -> tuple[list[tuple[Named, int]], list[str]]:
    """(kind, row id) of all that bears the name or once bore it, else of what is near it now."""
    rows = query(conn, "ever-named", key=name_key(name))
    ever = [
        (row["kind"], row["id"])
        for row in rows
        if row["kind"] in kinds and (within is None or within.has(row["page_id"], row["deck_id"]))
    ]
    if ever:
        return list(dict.fromkeys(ever)), []
    suggestions: list[str] = []
    for kind in kinds:
        if within is not None and kind != "card":
            continue
        match = resolve(conn, kind, name, as_of, faction)
        if match.ids:
            return [(kind, number) for number in match.ids], []
        suggestions += match.suggestions
    return [], list(dict.fromkeys(suggestions))


def _subject(
    conn: sqlite3.Connection, kind: Named, number: int, as_of: str, cosmetic: bool
) -> tuple[Object, int] | None:
    """One subject with its versions, and the row id of its page; None when it came later."""
    rows = query(conn, f"history-{kind}", id=number, as_of=as_of)
    if not rows:
        return None
    newest, page_id = rows[-1], rows[-1]["page_id"]
    versions = [_version(conn, kind, row, as_of) for row in rows]
    made = query(conn, "subject-changes", kind=kind, id=number, as_of=as_of)
    for row, change in zip(made, changes_of(conn, made), strict=True):
        if cosmetic or not (change["cosmetic"] or "reverted" in change):
            versions[_begun(rows, row["sequence"])]["changes"].append(change)
    revisions = query(conn, "page-revisions", page_id=page_id, as_of=as_of)
    told = {
        "kind": kind,
        "name": newest["name"],
        "page": newest["page"],
        "versions": versions,
        "gaps": gaps(conn, page_id, revisions, 0, END),
        "source": None,
    }
    if versions[-1]["until"] is None:
        told["source"] = source_of(conn, page_id, as_of, newest["heading"], newest["anchor"])
    return told, page_id


def _version(conn: sqlite3.Connection, kind: Named, row: sqlite3.Row, as_of: str) -> Object:
    begun = first(conn, "revision", id=row["from_revision"])
    ended = first(conn, "revision", id=row["until_revision"]) if row["until_revision"] else None
    assert begun is not None  # a foreign key
    still = ended is None or ended["timestamp"] > as_of
    return {
        "from": source(begun, row["heading"], row["anchor"]),
        "until": None if still or ended is None else source(ended, None),
        "changes": [],
        "value": _value(conn, kind, row),
    }


def _begun(rows: list[sqlite3.Row], sequence: int) -> int:
    """Place of the version that a change began, or fell into when it began none."""
    begun = [place for place, row in enumerate(rows) if row["sequence"] <= sequence]
    return begun[-1] if begun else 0


_VALUES = {  # fields that are columns, of those that the contract's CHANGE can name
    "card": ("name", "deck", "type", "copies", "power", "breakpoint", "treasures", "text"),
    "faction": ("name", "titan", "complexity", "description", "purchase_url"),
    "term": ("name", "definition", "exception", "image"),
    "rule": ("name", "text"),
}


def _value(conn: sqlite3.Connection, kind: Named, row: sqlite3.Row) -> Object:
    value: dict[str, Any] = {field: row[field] for field in _VALUES[kind]}
    version = {"version_id": row["id"]}
    if kind == "card":
        value["vps"] = None if row["vps"] is None else json.loads(row["vps"])
        kinds = [k["kind"] for k in query(conn, "erratum-kinds", **version)]
        value["errata"] = {"status": row["status"], "kinds": kinds, "note": row["note"]}
        value["clarifications"] = [
            {"text": c["text"], "depth": c["depth"], "outdated": bool(c["outdated"])}
            for c in query(conn, "clarifications", **version)
        ]
        value |= {"image": row["image"], "illustrator": row["illustrator"]}
    elif kind == "faction":
        value["set"] = row["set_name"]
        value["mechanics"] = [m["name"] for m in query(conn, "mechanics", **version)]
        value["synergies"] = [dict(s) for s in query(conn, "synergies", **version)]
        value["work_in_progress"] = bool(row["work_in_progress"])
        value["cover"] = {"image": row["cover"], "illustrator": row["cover_illustrator"]}
    elif kind == "rule":
        value["path"] = json.loads(row["path"])
        links = query(conn, "rule-links", **version)
        value["links"] = [{"label": x["label"], "target": x["target"]} for x in links]
    return value
