"""Where an answer comes from: `source`, `since` and the notices a reader must know."""

from __future__ import annotations

import sqlite3
from typing import Any

from kb.named import first

Object = dict[str, Any]  # a JSON object of the contract


def source_of(
    conn: sqlite3.Connection, page_id: int, as_of: str, section: str | None, anchor: str = ""
) -> Object:
    """The contract's `source`: the newest revision of a page, as of a moment, that holds text."""
    row = first(conn, "source", page_id=page_id, as_of=as_of)
    if row is None:  # never for what is valid at `as_of`
        raise LookupError(f"page {page_id} holds no text as of {as_of}")
    return source(row, section, anchor)


def source(row: sqlite3.Row, section: str | None, anchor: str = "") -> Object:
    """The contract's `source` from a row of `queries/source.sql` or `revision.sql`."""
    return {
        "page": row["page"],
        "section": section,
        "revision_id": row["revision_id"],
        "timestamp": row["timestamp"],
        "contributor": row["contributor"],
        "comment": row["comment"],
        "url": page_url(row["base"], row["page"], row["revision_id"], anchor),
    }


def since(conn: sqlite3.Connection, revision: int, exact: int) -> Object:
    """The contract's `since`: the oldest held revision with this very wording."""
    row = first(conn, "revision", id=revision)
    assert row is not None  # a foreign key
    return {
        "timestamp": row["timestamp"],
        "contributor": row["contributor"],
        "exact": bool(exact),
    }


def page_url(
    base: str | None, page: str, revision_id: int | None = None, anchor: str = ""
) -> str | None:
    """Address of a page (of one revision, at a heading) on its wiki; None where that is unknown.

    `base` is the address of the wiki's main page, as siteinfo gives it. Only http and https count.
    """
    url = _address(base, page, oldid=revision_id)
    return f"{url}#{_quoted(anchor)}" if url and anchor else url


def edit_url(base: str | None, page: str, section: int | None) -> str | None:
    """Address of the wiki's editor for a page's section, None for the whole page; as `page_url`."""
    return _address(base, page, action="edit", section=section)


def _address(base: str | None, page: str, **asked: str | int | None) -> str | None:
    """A page's address, where the main page's is `…/wiki/Main_Page` or `…?title=Main_Page`."""
    if not base or not base.startswith(("http://", "https://")):
        return None
    head, by_title, _ = base.partition("?title=")
    name = _quoted(page.replace(" ", "_"))
    url = f"{head}?title={name}" if by_title else f"{base.rsplit('/', 1)[0]}/{name}"
    query = "&".join(f"{key}={value}" for key, value in asked.items() if value is not None)
    return url + ("&" if by_title else "?") + query if query else url


_SAFE = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~/:(),!*@;$")


def _quoted(text: str) -> str:
    """Percent-encoded as MediaWiki does in its links (urllib, which could, is slow to import)."""
    return "".join(chr(byte) if byte in _SAFE else f"%{byte:02X}" for byte in text.encode())


def text_notice(conn: sqlite3.Connection, page_id: int, as_of: str) -> str | None:
    """What the reader must know when a page's newest revision shows no text."""
    row = first(conn, "newest-without-text", page_id=page_id, as_of=as_of)
    if row is None:
        return None
    page, when, state = row["page"], row["timestamp"], row["text_state"]
    if row["withheld"]:
        return f"The wiki has hidden the text of the newest revision of {page}, {when}, since."
    what = {
        "missing": "has no text in this dump; this is the one before",
        "hidden": "is hidden on the wiki; this is the one before",
        "empty": "is blank; this is the one before",
    }.get(state)
    return f"The newest revision of {page}, {when}, {what}." if what else None
