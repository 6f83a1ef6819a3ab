"""Cards by name: the contract's CARD and the answer of `card`."""

from __future__ import annotations

import sqlite3

from ingest.folding import name_key
from kb.named import first, query
from kb.names import resolve
from kb.quoting import quoted
from kb.sources import Object, since, source_of, text_notice


def look_up(
    conn: sqlite3.Connection,
    name: str,
    as_of: str,
    faction: str | None = None,
    with_mentions: bool = False,
) -> Object:
    """The answer of `card NAME`: all cards of that name, or suggestions.

    Several equally near names choose none. A name that is also a faction's is said in `notices`.
    `with_mentions` adds what each card names and what names it.
    """
    match = resolve(conn, "card", name, as_of, faction)
    found = [card(conn, number, as_of) for number in match.ids]
    cards = [one for one in found if one is not None]
    notices = near_only(match.match, name)
    notices += notices_for(conn, [page for _, page in cards], as_of)
    if query(conn, "named", kind="faction", key=name_key(name), as_of=as_of):
        also = " too" if cards else ""
        notices.append(f"{name} is a faction{also}; see 'smashup faction \"{name}\"'.")
    if with_mentions and cards:
        notices += _add_mentions(conn, [one for one, _ in cards], as_of)
    return {
        "query": name,
        "match": match.match,
        "cards": [one for one, _ in cards],
        "suggestions": list(match.suggestions),
        "notices": notices,
    }


def card(conn: sqlite3.Connection, card_id: int, as_of: str) -> tuple[Object, int] | None:
    """The contract's CARD as of a moment, and the row id of its page; None when not held then."""
    row = first(conn, "card", id=card_id, as_of=as_of)
    if row is None:
        return None
    version = {"version_id": row["version_id"]}
    return {
        "id": row["id"],
        "slug": row["slug"],
        "name": row["name"],
        "faction": None if row["special"] else row["deck"],
        "deck": row["deck"],
        "set": row["set_name"],
        "page": row["page"],
        "type": row["type"],
        "copies": row["copies"],
        "power": row["power"],
        "breakpoint": row["breakpoint"],
        "vps": _numbers(row["vps"]),
        "treasures": row["treasures"],
        "text": row["text"],
        "played_on": row["played_on"],
        "standard": None if row["standard"] is None else bool(row["standard"]),
        "abilities": [
            {"label": a["label"], "text": a["text"]} for a in query(conn, "abilities", **version)
        ],
        "errata": {
            "status": row["status"],
            "kinds": [k["kind"] for k in query(conn, "erratum-kinds", **version)],
            "note": row["note"],
            "line": row["raw"],
        },
        "clarifications": [
            {"text": c["text"], "depth": c["depth"], "outdated": bool(c["outdated"])}
            for c in query(conn, "clarifications", **version)
        ],
        "image": row["image"],
        "illustrator": row["illustrator"],
        "changed": row["changed"],
        "source": source_of(conn, row["page_id"], as_of, row["section"], row["anchor"]),
        "since": since(conn, row["since_revision"], row["since_exact"]),
    }, row["page_id"]


def _add_mentions(conn: sqlite3.Connection, cards: list[Object], as_of: str) -> list[str]:
    """Put mentions into cards; the notice that they are not those of a past day."""
    from kb.mentions import mentioned_by, mentions, past_notice

    for one in cards:
        one["mentions"] = mentions(conn, one["id"])
        one["mentioned_by"] = mentioned_by(conn, one["id"])
    notice = past_notice(conn, as_of)
    return [notice] if notice else []


def near_only(match: str, name: str | None) -> list[str]:
    """What the reader must know when only a name near the one asked for was found."""
    if match != "fuzzy" or name is None:
        return []
    return [f"Nothing is called {quoted(name)}; this is the name nearest to it."]


def notices_for(conn: sqlite3.Connection, pages: list[int], as_of: str) -> list[str]:
    """What the reader must know of the pages an answer comes from, once for each page."""
    notices = [text_notice(conn, page, as_of) for page in dict.fromkeys(pages)]
    return [notice for notice in notices if notice]


def _numbers(stored: str | None) -> list[int] | None:
    """A JSON list of whole numbers, without importing json on the way of every look-up."""
    return None if stored is None else [int(n) for n in stored.strip("[]").split(",") if n.strip()]
