"""Which wiki a source speaks of: several may stand in one database."""

from __future__ import annotations

import re
from typing import Any

from sqlite_utils import Database

from ingest.errors import DumpError
from ingest.folding import fold
from ingest.records import Site
from ingest.statements import insert

_HOST = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?/*([^/?#]*)", re.IGNORECASE)


def wiki_for(db: Database, site: Site | None, base: str | None = None) -> int:
    """Row id of the wiki that a source speaks of, made or completed as needed.

    Known by its site name, else by its address; a source that tells no other name and no other
    host joins the only wiki there. `base` (from `--wiki`) tells the address where the dump does
    not. Raises DumpError when a source tells neither and several wikis are held.
    """
    name, told_base = (site.name, site.base) if site else (None, None)
    base = base or told_base
    rows = list(db.query("select id, name, base from wiki order by id"))
    named = [row for row in rows if name and row["name"] and fold(row["name"]) == fold(name)]
    placed = [row for row in rows if base and row["base"] == base]
    lone = rows if len(rows) == 1 and not _another(rows[0], name, base) else []
    match = named or placed or lone
    if not match and name is None and base is None and rows:
        raise DumpError(
            "the dump names no wiki and several are held; say which with --wiki ADDRESS"
        )
    dbname = site.dbname if site else None
    if not match:
        return insert(db, "wiki", {"name": name, "base": base, "dbname": dbname})
    wiki = int(match[0]["id"])
    db.execute(
        "update wiki set name = coalesce(name, ?), base = coalesce(base, ?),"
        " dbname = coalesce(dbname, ?) where id = ?",
        [name, base, dbname, wiki],
    )
    return wiki


def _another(row: dict[str, Any], name: str | None, base: str | None) -> bool:
    """Whether a source with that name and address surely speaks of another wiki than this row.

    Of an address only the host counts: a feed and an export tell it with different paths.
    """
    renamed = bool(name and row["name"])
    return renamed or bool(base and row["base"] and _host(base) != _host(row["base"]))


def _host(address: str) -> str:
    match = _HOST.match(address)
    return match[1].lower() if match else ""
