"""Which files are ours: the mark and the schema's number in a database's header.

Imports nothing but sqlite3, since every look-up passes here.
"""

from __future__ import annotations

import sqlite3

from ingest.errors import DatabaseError

APPLICATION_ID = 0x536D5570  # "SmUp"
SCHEMA_VERSION = 1


def check_schema(conn: sqlite3.Connection, name: str, migratable: set[int] | None = None) -> None:
    """Raise DatabaseError unless `conn` is a knowledge base of this (or a migratable) schema."""
    if conn.execute("pragma application_id").fetchone()[0] != APPLICATION_ID:
        raise DatabaseError(f"{name} is not a smashup-kb database; name another file with --db")
    version = conn.execute("pragma user_version").fetchone()[0]
    if version > SCHEMA_VERSION:
        raise DatabaseError(
            f"{name} was made by a newer smashup-kb (schema {version}); upgrade smashup-kb"
        )
    if version < SCHEMA_VERSION and version not in (migratable or ()):
        raise DatabaseError(
            f"{name} was made by an older smashup-kb (schema {version}); build it anew: "
            "delete the file and run 'smashup build' with your dumps"
        )


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether an error comes of the file or its place (damaged, locked, full), not of a row."""
    return type(error) in (sqlite3.DatabaseError, sqlite3.OperationalError)
