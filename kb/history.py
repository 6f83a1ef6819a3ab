"""Every wording of a card, faction, term or rule, and what changed: the answer of `history`."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from ingest.folding import name_key
from kb.changes import changes_of
from kb.named import first, query
from kb.names import resolve
from kb.sources import Object, source

KINDS = ("card", "faction", "term", "rule")


def history(
    conn: sqlite3.Connection,
    name: str,
    as_of: str,
    kind: str | None = None,
    faction: str | None = None,
    cosmetic: bool = False,
) -> Object:
    """The answer of `history NAME`: also of what bears that name no more, or is there no more."""
    subjects, suggestions = _subjects(conn, name, as_of, kind, faction)
    return {
        "query": name,
        "subjects": [
            found
            for k, n in subjects
            if (found := _subject(conn, k, n, as_of, cosmetic)) is not None
        ],
        "suggestions": suggestions,
        "notices": [],
    }


def _subjects(
    conn: sqlite3.Connection, name: str, as_of: str, kind: str | None, faction: str | None
) -> tuple[list[tuple[str, int]], list[str]]:
    """(kind, row id) of all that bears the name or once bore it, else of what is near it now."""
    kinds = (kind,) if kind else KINDS
    ever = [
        (row["kind"], row["id"])
        for row in query(conn, "ever-named", key=name_key(name))
        if row["kind"] in kinds
        and (faction is None or name_key(row["deck"] or "") == name_key(faction))
    ]
    if ever:
        return ever, []
    suggestions: list[str] = []
    for one in kinds:
        match = resolve(conn, one, name, as_of, faction if one == "card" else None)  # type: ignore[arg-type]
        if match.ids:
            return [(one, number) for number in match.ids], []
        suggestions += match.suggestions
    return [], list(dict.fromkeys(suggestions))


def _subject(
    conn: sqlite3.Connection, kind: str, number: int, as_of: str, cosmetic: bool
) -> Object | None:
    rows = query(conn, f"history-{kind}", id=number, as_of=as_of)
    if not rows:
        return None
    changes = changes_of(conn, query(conn, "subject-changes", kind=kind, id=number, as_of=as_of))
    if not cosmetic:
        changes = [c for c in changes if not c["cosmetic"] and not c.get("reverted")]
    versions = [_version(conn, kind, row) for row in rows]
    for one in changes:
        version = _made_by(versions, one)
        version["changes"].append(one)
    return {
        "kind": kind,
        "name": rows[-1]["name"],
        "page": versions[-1]["from"]["page"],
        "versions": versions,
        "gaps": [dict(gap) for gap in query(conn, "page-gaps", page_id=rows[-1]["page_id"])],
    }


def _version(conn: sqlite3.Connection, kind: str, row: sqlite3.Row) -> Object:
    begun = first(conn, "revision", id=row["from_revision"])
    ended = first(conn, "revision", id=row["until_revision"]) if row["until_revision"] else None
    assert begun is not None  # a foreign key
    return {
        "from": source(begun, row["section"] if "section" in row.keys() else None),  # noqa: SIM118
        "until": source(ended, None) if ended else None,
        "changes": [],
        "value": _value(conn, kind, row),
    }


def _made_by(versions: list[Object], change: Object) -> Object:
    """The version that a change began; one that began none stands with the version it fell into."""
    when = change["source"]["timestamp"]
    begun = [v for v in versions if v["from"]["timestamp"] <= when]
    return begun[-1] if begun else versions[0]


_VALUES = {  # the fields that the contract's CHANGE can name
    "card": ("name", "deck", "type", "copies", "power", "breakpoint", "treasures", "text"),
    "faction": ("name", "titan", "complexity", "description", "purchase_url"),
    "term": ("name", "definition", "exception", "image"),
    "rule": ("name", "text"),
}


def _value(conn: sqlite3.Connection, kind: str, row: sqlite3.Row) -> Object:
    value: dict[str, Any] = {field: row[field] for field in _VALUES[kind]}
    version = {"version_id": row["id"]}
    if kind == "card":
        value["vps"] = None if row["vps"] is None else json.loads(row["vps"])
        kinds = [k["kind"] for k in query(conn, "erratum-kinds", **version)]
        value["errata"] = {"status": row["status"], "kinds": kinds, "note": row["note"]}
        said = query(conn, "clarifications", **version)
        value["clarifications"] = [{"text": c["text"], "depth": c["depth"]} for c in said]
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
