"""What changed on a page between two held revisions: the answer of `diff`, by card and field.

Next neighbours in the history are told as the build derived them; over a longer stretch the two
states are compared, and each change is credited to the revision in between that made it last.
"""

from __future__ import annotations

import json
import sqlite3

from kb.changes import changes_of
from kb.named import first, query
from kb.pages import NotHeld, find_page, pick
from kb.sources import Object, source


def diff(
    conn: sqlite3.Connection,
    page: str,
    start: str | None,
    end: str | None,
    as_of: str,
    cosmetic: bool = False,
) -> Object:
    """The contract's answer of `diff`; `start` and `end` as `kb.pages.pick` takes them.

    Without `start` and `end`, the last two revisions with text. `cosmetic` and `undone` count the
    changes that are told only when asked for: those without meaning, those that a later revision
    undid. Raises NotHeld when a page or revision is not here or its text is not, ValueError when
    the two are given the wrong way round.
    """
    row = find_page(conn, page)
    revisions = query(conn, "page-revisions", page_id=row["id"], as_of=as_of)
    if not revisions:
        raise NotHeld(f"no revision of {row['title']} is held from then or before")
    old, new = _ends(revisions, start, end)
    steps = query(
        conn, "range-changes", page_id=row["id"], after=old["sequence"], until=new["sequence"]
    )
    if len({step["revision_id"] for step in steps}) <= 1:
        changes = changes_of(conn, steps)
    else:
        changes = _compared(conn, row["id"], old, new, steps)
    undone = sum("reverted" in change for change in changes)
    shown = [
        change for change in changes if cosmetic or not (change["cosmetic"] or "reverted" in change)
    ]
    gaps = query(
        conn, "range-gaps", page_id=row["id"], after=old["sequence"], until=new["sequence"]
    )
    return {
        "page": row["title"],
        "from": source(old, None),
        "to": source(new, None),
        "changes": shown,
        "cosmetic": sum(change["cosmetic"] for change in changes),
        "undone": undone,
        "gaps": [dict(gap) for gap in gaps],
        "notices": [],
    }


def texts(conn: sqlite3.Connection, page: str, answer: Object) -> tuple[str, str]:
    """The two wikitexts that an answer of `diff` compared."""
    found = query(conn, "page-revisions", page_id=find_page(conn, page)["id"], as_of="9999")
    by_time = {(r["timestamp"], r["revision_id"]): r["id"] for r in found}
    ids = [by_time[(answer[e]["timestamp"], answer[e]["revision_id"])] for e in ("from", "to")]
    old, new = (first(conn, "wikitext", id=number) for number in ids)
    return old["wikitext"] if old else "", new["wikitext"] if new else ""


def _ends(
    revisions: list[sqlite3.Row], start: str | None, end: str | None
) -> tuple[sqlite3.Row, sqlite3.Row]:
    new = pick(revisions, end or "latest")
    try:
        old = pick(revisions, start or "prev", new)
    except NotHeld:
        if start is not None:
            raise
        said = f" Its summary: {new['comment']}" if new["comment"] else " It has no summary."
        raise NotHeld(
            f"only one revision of {new['page']} with text is held, {new['timestamp']}.{said}"
        ) from None
    for one in (old, new):
        if one["text_state"] in ("hidden", "missing"):
            raise NotHeld(
                f"the text of {one['page']} at {one['timestamp']} is not available"
                f" ({one['text_state']}); name another revision"
            )
    if old["sequence"] > new["sequence"]:
        raise ValueError(
            f"FROM ({old['timestamp']}) is newer than TO ({new['timestamp']}); swap them"
        )
    return old, new


def _compared(
    conn: sqlite3.Connection,
    page_id: int,
    old: sqlite3.Row,
    new: sqlite3.Row,
    steps: list[sqlite3.Row],
) -> list[Object]:
    from ingest.versions import compare
    from kb.state import records_at, same_subjects

    makers = _makers_by_field(steps)
    lasting = {_field_of(s) for s in steps if not (s["cosmetic"] or s["reverted"])}
    changes = []
    before, old_ids = records_at(conn, page_id, old["sequence"])
    after, new_ids = records_at(conn, page_id, new["sequence"])
    found = compare(before, after, new["page"], known=same_subjects(old_ids, new_ids))
    for change in found:
        field = (change.subject, change.name, change.field or change.op)
        step = makers.get(field)
        maker = first(conn, "revision", id=step["revision_id"] if step else new["id"])
        assert maker is not None  # a foreign key
        told = {
            "id": step["id"] if step else None,
            "subject": change.subject,
            "name": change.name,
            "page": maker["page"],
            "field": change.field,
            "op": change.op,
            "old": change.old,
            "new": change.new,
            "cosmetic": change.cosmetic,
            "source": source(maker, None),
        }
        undone = step is not None and step["reverted"] and field not in lasting
        changes.append({**told, "reverted": True} if undone else told)
    seen = {_field_of(change) for change in changes}
    unseen = [step for step in steps if step["cosmetic"] and not step["reverted"]]
    return changes + changes_of(conn, (step for step in unseen if _field_of(step) not in seen))


def _field_of(change: sqlite3.Row | Object) -> tuple[str, str, str]:
    return change["subject"], change["name"], change["field"] or change["op"]


def _makers_by_field(steps: list[sqlite3.Row]) -> dict[tuple[str, str, str], sqlite3.Row]:
    """The last step that changed each field of what bears a name at the end; a cosmetic one only
    where no other did.
    """
    makers: dict[tuple[str, str, str], sqlite3.Row] = {}
    for step in steps:
        subject, name, _ = _field_of(step)
        if step["op"] == "renamed":
            former = json.loads(step["old"])
            for key in [key for key in makers if key[:2] == (subject, former)]:
                makers[subject, name, key[2]] = makers.pop(key)
        if not step["cosmetic"] or _field_of(step) not in makers:
            makers[_field_of(step)] = step
    return makers
