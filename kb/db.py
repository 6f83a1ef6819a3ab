"""Open a knowledge base read-only, with a clear line when that can't be done.

Imports nothing but sqlite3 and os: every command passes here first.
"""

from __future__ import annotations

import os
import sqlite3

from ingest.database import check_schema
from ingest.errors import DatabaseError

FOREVER = "9999-12-31T23:59:59Z"  # `as_of` for the current state


def database_path(given: str | None) -> str:
    """Where the database is: `--db`, else $SMASHUP_DB, else the platform's user-data folder."""
    if given or os.environ.get("SMASHUP_DB"):
        return given or os.environ["SMASHUP_DB"]
    from platformdirs import user_data_dir  # slow to import, so only when nothing else tells

    return os.path.join(user_data_dir("smashup-kb", appauthor=False), "smashup.db")


def connect(path: str) -> sqlite3.Connection:
    """A read-only connection with rows by name.

    Raises DatabaseError (one line, with the way out) when there is no file, it is no knowledge
    base, it is of another schema, or its first build never finished.
    """
    if not os.path.exists(path):
        raise DatabaseError(f"no knowledge base at {path}; make one with 'smashup build'")
    if os.path.isdir(path):
        raise DatabaseError(f"{path} is a folder; name a database file with --db")
    try:
        conn = _open(path)
        check_schema(conn, path)
        if generation(conn) == 0:
            raise DatabaseError(f"{path} was never finished; run 'smashup build' again")
    except sqlite3.DatabaseError as error:
        raise DatabaseError(f"can't read {path} ({error}); name another file with --db") from error
    return conn


def _open(path: str) -> sqlite3.Connection:
    """Open with mode=ro; in a place where nothing can be written, as immutable."""
    address = "file:" + os.path.abspath(path)
    for character in "%?#":  # what would end the path in a URI; urllib is slow to import
        address = address.replace(character, f"%{ord(character):02x}")
    for options in ("?mode=ro", "?immutable=1"):
        conn = sqlite3.connect(address + options, uri=True, check_same_thread=False)
        try:
            conn.execute("select count(*) from sqlite_master").fetchone()
        except sqlite3.OperationalError:
            conn.close()
            if options == "?immutable=1" or os.access(
                os.path.dirname(os.path.abspath(path)), os.W_OK
            ):
                raise
            continue
        conn.row_factory = sqlite3.Row
        return conn
    raise AssertionError("unreachable")


def generation(conn: sqlite3.Connection) -> int:
    """The number of the published state; 0 before the first."""
    row = conn.execute("select value from meta where key = 'generation'").fetchone()
    return int(row[0]) if row else 0
