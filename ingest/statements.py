"""Rows in and out, many and fast: sqlite-utils asks the schema for each insert, and puts each
query into a savepoint of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlite_utils import Database

Row = dict[str, Any]


def select(db: Database, query: str, values: Sequence[Any] | Row) -> Iterator[Row]:
    """The rows of a query, by their columns' names."""
    cursor = db.execute(query, values)
    columns = [column[0] for column in cursor.description]
    return (dict(zip(columns, row, strict=True)) for row in cursor)


def insert(db: Database, table: str, row: Mapping[str, Any]) -> int:
    """Insert one row as it is and return its row id, inside whatever transaction is open."""
    cursor = db.execute(_insertion(table, tuple(row)), list(row.values()))
    return int(cursor.lastrowid or 0)


def insert_all(db: Database, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows of the same columns, in the order of the first one's."""
    if rows:
        values = [list(row.values()) for row in rows]
        db.conn.executemany(_insertion(table, tuple(rows[0])), values)


@lru_cache(maxsize=256)
def _insertion(table: str, columns: tuple[str, ...]) -> str:
    names = ", ".join(f"[{column}]" for column in columns)
    return f"insert into [{table}] ({names}) values ({', '.join('?' * len(columns))})"
