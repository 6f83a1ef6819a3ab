"""What a visitor typed wrongly is told as that, with what is right; only our own faults are faults.

Datasette 0.65 answers 500 to a column that does not exist, a number that is none, a key of too many
parts, and logs each as a fault.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Sequence
from typing import Any

from datasette.database import QueryInterrupted
from datasette.views.base import DatasetteError

from kb.serving.refusals import Refusal, is_static

TOO_LONG = Refusal(
    400,
    "Stopped",
    "This took longer than a query may take here, and was stopped. Ask for less: a filter more,"
    " fewer facets, fewer rows.",
)

# What falls out of Datasette when a parameter or a key in the path is not what it expects.
OF_BAD_INPUT = (
    *(ValueError, TypeError, KeyError, IndexError, OverflowError, AssertionError),
    *(AttributeError, RecursionError, sqlite3.Error),
)

RIGHT = {  # parameter -> what it takes
    "_sort": "the name of a column",
    "_sort_desc": "the name of a column",
    "_next": "what the link to the next page has",
    "_size": "a number of rows, or max",
    "_timelimit": "a number of milliseconds",
    "_facet": "the name of a column",
    "_facet_array": "the name of a column that holds JSON lists",
    "_facet_date": "the name of a column that holds times",
    "_facet_size": "a number, or max",
    "_col": "the name of a column",
    "_nocol": "the name of a column",
    "_through": 'JSON such as {"table": "card_version", "column": "type", "value": "base"}',
    "_labels": "on or off",
    "_shape": "array, arrays, arrayfirst, object or objects",
    "_json": "the name of a column",
    "_fts_table": "the name of a table for full-text search",
    "_fts_pk": "the name of a column",
    "_searchmode": "escaped, or raw for an expression of SQLite's FTS5",
}


def refusal_for(request: Any, error: Exception, columns: Sequence[str]) -> Refusal | None:
    """What to answer to an error; None when it is ours, or Datasette answers it well.

    `columns` are those of the table asked for, if it is one.
    """
    if isinstance(error, QueryInterrupted) or getattr(error, "title", "") == "SQL Interrupted":
        return TOO_LONG
    if isinstance(error, DatasetteError):
        said = error.message.rstrip(".") + "." + _named(columns)
        return Refusal(400, "Not understood", said) if error.status == 500 else None
    if isinstance(error, OSError) and is_static(request.path):
        return Refusal(404, "No such file", "There is no file of that name.")
    row = "pks" in request.url_vars
    asked = row or request.url_vars.get("format") or any(map(_is_ours, request.args))
    if not isinstance(error, OF_BAD_INPUT) or not asked:
        return None
    print(f"400 for {request.full_path!r}: {error!r}", file=sys.stderr)
    if row and not request.args:
        return Refusal(404, "No such row", "No row of this table has such a key.")
    return Refusal(400, "Not understood", _about(list(request.args), columns))


def _is_ours(name: str) -> bool:
    """Whether a parameter means something here, so that it may be wrong."""
    return name in RIGHT or name.startswith("_search") or "__" in name or name[:1] != "_"


def _about(names: Sequence[str], columns: Sequence[str]) -> str:
    known = [f"“{name}” takes {RIGHT[name]}" for name in names if name in RIGHT]
    said = "This can't be made of what the address asks for."
    if known:
        said += " " + "; ".join(known) + "."
    return said + _named(columns)


def _named(columns: Sequence[str]) -> str:
    return f" Columns here: {', '.join(columns)}." if columns else ""
