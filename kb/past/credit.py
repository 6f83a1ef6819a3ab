"""Two states of a page compared, each change credited to the revision that made it last."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from ingest.versions import Change, compare
from kb.changes import changes_of
from kb.named import first
from kb.past.state import records_at
from kb.sources import Object, source

Key = tuple[str, int | None, str]  # kind, row id, field (or op, of the whole): what it is about


def compared(
    conn: sqlite3.Connection,
    page_id: int,
    old: sqlite3.Row,
    new: sqlite3.Row,
    steps: Sequence[sqlite3.Row],
) -> list[Object]:
    """CHANGEs from one revision of a page to a later one; `steps` are the stored changes between.

    A subject is the same in both as far as the history knows it, whatever it is called. A change is
    `reverted` when all the steps that made it are, and cosmetic ones are those of the steps.
    """
    by_key: dict[Key, list[sqlite3.Row]] = {}
    for step in steps:
        about = step["field"] or step["op"]
        by_key.setdefault(_key(step["subject"], step["subject_id"], about), []).append(step)
    before, old_ids = records_at(conn, page_id, old["sequence"])
    after, new_ids = records_at(conn, page_id, new["sequence"])
    known = {kind: (old_ids[kind], new_ids[kind]) for kind in new_ids}
    found, told = [], set()
    page = new["page"]
    for change in (*_redirected(page, by_key), *compare(before, after, page, known=known)):
        key = _key(change.subject, change.lineage, change.field or change.op)
        told.add(key)
        found.append(_credited(conn, change, by_key.get(key, ()), new))
    rest = [
        step
        for key, made in by_key.items()
        if key not in told
        for step in made
        if step["cosmetic"] and not step["reverted"]
    ]
    return [*changes_of(conn, _of_page(old, new, by_key)), *found, *changes_of(conn, rest)]


def _key(subject: str, number: int | None, about: str) -> Key:
    return "rule" if subject == "section" else subject, number, about


def _credited(
    conn: sqlite3.Connection, change: Change, made: Sequence[sqlite3.Row], new: sqlite3.Row
) -> Object:
    """The contract's CHANGE, from the step that made it, else from the newer revision."""
    step = _maker(change, made)
    told = {
        "id": None,
        "subject": change.subject,
        "name": change.name,
        "page": new["page"],
        "field": change.field,
        "op": change.op,
        "old": change.old,
        "new": change.new,
        "cosmetic": change.cosmetic,
    }
    if step is None:
        maker = first(conn, "revision", id=new["id"])
        assert maker is not None  # a foreign key
        return {**told, "source": source(maker, None)}
    (stored,) = changes_of(conn, [step])
    same = (stored["op"], stored["old"], stored["new"]) == (change.op, change.old, change.new)
    told |= {"id": stored["id"] if same else None, "source": stored["source"]}
    undone = all(one["reverted"] for one in made)
    return {**told, "reverted": True} if undone else told


def _maker(change: Change, made: Iterable[sqlite3.Row]) -> sqlite3.Row | None:
    """The last step that left what the change left, else the last of that field."""
    last = fitting = None
    for step in made:
        if not (step["cosmetic"] and last is not None):
            last = step
        ours, side = (change.old, "old") if change.new is None else (change.new, "new")
        if step[side] is not None and json.loads(step[side]) == ours:
            fitting = step
    return fitting or last


def _of_page(
    old: sqlite3.Row, new: sqlite3.Row, by_key: dict[Key, list[sqlite3.Row]]
) -> Iterator[sqlite3.Row]:
    """What became of the page itself: blank at one end only."""
    was_blank, is_blank = (one["text_state"] == "empty" for one in (old, new))
    if is_blank and not was_blank:
        yield from by_key.get(_key("page", None, "blanked"), [])[-1:]
    elif was_blank and not is_blank:
        yield from by_key.get(_key("page", None, "restored"), [])[:1]


def _redirected(page: str, by_key: dict[Key, list[sqlite3.Row]]) -> Iterator[Change]:
    made = by_key.get(_key("page", None, "redirect"), [])
    if made and made[0]["old"] != made[-1]["new"]:
        old, new = (None if v is None else json.loads(v) for v in (made[0]["old"], made[-1]["new"]))
        yield Change("page", page, "redirect", "changed", old, new)
