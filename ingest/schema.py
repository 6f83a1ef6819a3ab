"""The database's shape: made once, migrated by numbered steps."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from sqlite_utils import Database

from ingest.database import APPLICATION_ID, SCHEMA_VERSION, check_schema
from ingest.transactions import writing

MIGRATIONS: dict[int, str] = {}  # number of the schema it starts from -> SQL; none yet

_CREATE_VIEW = re.compile(r"^create view (\w+)", re.MULTILINE)
_HERE = Path(__file__).parent


def ensure_schema(db: Database, name: str) -> None:
    """Make the tables in an empty database, migrate an older one, renew the views.

    `name` is the file's, for messages. Raises DatabaseError when the file is another program's,
    of a newer schema, or of one that can't be migrated.
    """
    with writing(db):
        version = db.execute("pragma user_version").fetchone()[0]
        owner = db.execute("pragma application_id").fetchone()[0]
        if not db.table_names() and version == owner == 0:
            _run(db, (_HERE / "schema.sql").read_text(encoding="utf-8"))
            db.execute(f"pragma application_id = {APPLICATION_ID}")
            db.execute(f"pragma user_version = {SCHEMA_VERSION}")
        else:
            check_schema(db.conn, name, migratable=set(MIGRATIONS))
            for step in range(version, SCHEMA_VERSION):
                _run(db, MIGRATIONS[step])
                db.execute(f"pragma user_version = {step + 1}")
        views = (_HERE / "views.sql").read_text(encoding="utf-8")
        for view in _CREATE_VIEW.findall(views):  # a user's own stay
            db.execute(f"drop view if exists [{view}]")
        _run(db, views)


def _run(db: Database, script: str) -> None:
    """Run a script inside the open transaction (sqlite3's executescript would commit it)."""
    for statement in _statements(script):
        db.execute(statement)


def _statements(script: str) -> Iterator[str]:
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
