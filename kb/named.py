"""Run a query of `queries/` by its name: the same file serves commands, pages and Datasette."""

from __future__ import annotations

import functools
import os
import sqlite3
from typing import Any

_HERE = os.path.dirname(os.path.abspath(__file__))


def assets(*parts: str) -> str:
    """Path of a file that ships with the packages: in a wheel in kb/_assets, else above kb/."""
    packed = os.path.join(_HERE, "_assets")
    return os.path.join(packed if os.path.isdir(packed) else os.path.dirname(_HERE), *parts)


@functools.cache
def sql(name: str) -> str:
    """Text of `queries/NAME.sql`."""
    with open(assets("queries", name + ".sql"), encoding="utf-8") as file:
        return file.read()


def query(conn: sqlite3.Connection, name: str, **parameters: Any) -> list[sqlite3.Row]:
    """All rows of a named query."""
    return _execute(conn, name, parameters).fetchall()


def first(conn: sqlite3.Connection, name: str, **parameters: Any) -> sqlite3.Row | None:
    """The first row of a named query, or None."""
    row: sqlite3.Row | None = _execute(conn, name, parameters).fetchone()
    return row


def _execute(conn: sqlite3.Connection, name: str, parameters: dict[str, Any]) -> sqlite3.Cursor:
    try:
        return conn.execute(sql(name), parameters)
    except UnicodeEncodeError:  # half a character, typed as a stray byte: it is in no text of ours
        whole = {
            key: value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
            for key, value in parameters.items()
        }
        return conn.execute(sql(name), whole)
