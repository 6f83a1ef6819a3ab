"""Factions by name: the answer of `faction`."""

from __future__ import annotations

import sqlite3

from kb.cards import near_only, notices_for
from kb.named import first, query
from kb.names import resolve
from kb.sources import Object, source_of


def look_up(conn: sqlite3.Connection, name: str | None, as_of: str) -> Object:
    """The answer of `faction NAME`; without a name, all factions held."""
    if name is None:
        ids = [row["id"] for row in query(conn, "faction-list", as_of=as_of)]
        match, suggestions = "exact", []
    else:
        found = resolve(conn, "faction", name, as_of)
        match, ids, suggestions = found.match, list(found.ids), list(found.suggestions)
    factions = [one for number in ids if (one := faction(conn, number, as_of)) is not None]
    notices = near_only(match, name)
    notices += notices_for(conn, [page for _, page in factions], as_of)
    if name is not None and not factions:
        notices += _listed_only(conn, name)
    return {
        "query": name,
        "match": match if factions else "none",
        "factions": [one for one, _ in factions],
        "suggestions": suggestions,
        "notices": notices,
    }


def faction(conn: sqlite3.Connection, faction_id: int, as_of: str) -> tuple[Object, int] | None:
    """One faction as of a moment, and the row id of its page; None when not held then."""
    row = first(conn, "faction", id=faction_id, as_of=as_of)
    if row is None:
        return None
    version = {"version_id": row["version_id"]}
    cards = query(conn, "page-cards", page_id=row["page_id"], as_of=as_of)
    return {
        "id": row["id"],
        "slug": row["slug"],
        "name": row["name"],
        "set": row["set_name"],
        "titan": row["titan"],
        "complexity": row["complexity"],
        "complexity_raw": row["complexity_raw"],
        "mechanics": [m["name"] for m in query(conn, "mechanics", **version)],
        "synergies": [dict(s) for s in query(conn, "synergies", **version)],
        "work_in_progress": bool(row["work_in_progress"]),
        "description": row["description"],
        "purchase_url": row["purchase_url"],
        "cover": {"image": row["cover"], "illustrator": row["cover_illustrator"]},
        "cards": [
            {key: c[key] for key in ("id", "name", "type", "copies", "power")} for c in cards
        ],
        "source": source_of(conn, row["page_id"], as_of, None),
    }, row["page_id"]


def _listed_only(conn: sqlite3.Connection, name: str) -> list[str]:
    """Say so when the wiki lists a faction that no dump here holds."""
    from ingest.folding import name_key

    for row in query(conn, "factions-not-held"):
        if name_key(name) in (name_key(row["label"]), name_key(row["target"])):
            return [
                f"The wiki lists {row['target']}, but no dump here holds its page; "
                "add one with 'smashup build'."
            ]
    return []
