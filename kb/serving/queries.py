"""Run one query within bounds, for the site and for a visitor's process alike.

Imports nothing but sqlite3: a visitor's process starts with each request that brings SQL.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

MOST_SIZE = 5_000_000  # characters and bytes of all rows of an answer …
VALUE = 20  # … each value counts as so many at least
LONGEST = 4_000_000  # bytes of one value; a wiki's page has 2 million at most

TOO_LARGE = "the answer is too large; ask for fewer rows, or fewer columns"
TOO_MUCH_MEMORY = "the query needs too much memory"

# Neither a visitor's SQL nor a filter may attach a file; a pattern of LIKE costs its square.
LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: LONGEST,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 200,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_COLUMN: 200,
}


def run(
    conn: sqlite3.Connection,
    sql: str,
    params: Mapping[str, Any] | Sequence[Any] | None,
    most_rows: int | None,
    most_values: int | None = None,
) -> tuple[list[sqlite3.Row], bool, Any]:
    """Rows, whether there are more than `most_rows`, and the cursor's description.

    More than `most_values` values in all rows are refused, as is more than MOST_SIZE.

    Raises sqlite3.DatabaseError with words for a reader, whatever is wrong with the query, its
    parameters or the size of its answer.
    """
    rows: list[sqlite3.Row] = []
    size = values = 0
    try:
        cursor = conn.execute(sql, params if params is not None else {})
        for row in cursor:
            if most_rows is not None and len(rows) == most_rows:
                return rows, True, cursor.description
            size += VALUE * len(row)
            size += sum(len(value) for value in row if isinstance(value, str | bytes))
            values += len(row)
            if size > MOST_SIZE or (most_values is not None and values > most_values):
                raise sqlite3.OperationalError(TOO_LARGE)
            rows.append(row)
        return rows, False, cursor.description
    except MemoryError:
        raise sqlite3.OperationalError(TOO_MUCH_MEMORY) from None
    except sqlite3.DataError as error:  # a value longer than the limit
        raise sqlite3.OperationalError(str(error)) from None
    except (sqlite3.InterfaceError, sqlite3.ProgrammingError, ValueError, OverflowError) as error:
        raise sqlite3.OperationalError(str(error)) from None  # a parameter that fits no query
