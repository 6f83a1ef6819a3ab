"""Rows into tables, many and fast: the statements are made once for each table and its columns."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sqlite_utils import Database


def insert(db: Database, table: str, row: Mapping[str, Any]) -> int:
    """Insert one row as it is and return its row id, inside whatever transaction is open."""
    cursor = db.execute(_statement(table, tuple(row)), list(row.values()))
    return int(cursor.lastrowid or 0)


@lru_cache(maxsize=256)
def _statement(table: str, columns: tuple[str, ...]) -> str:
    names = ", ".join(f"[{column}]" for column in columns)
    return f"insert into [{table}] ({names}) values ({', '.join('?' * len(columns))})"
