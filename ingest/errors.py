"""Errors that a user sees, each one line: what is wrong, what to do.

SmashupError            exit status 3: bad input or an unusable database
├── DumpError           a source that can't be read as a dump at all
└── DatabaseError       no database, a foreign or an older one, a folder without write permission
    └── IndexMissing    the search index of this generation is not there
"""

from __future__ import annotations


class SmashupError(Exception):
    """Bad input or an unusable database; `str(error)` is the line to show."""

    exit_status = 3


class DumpError(SmashupError):
    """A source that can't be read as a dump at all."""


class DatabaseError(SmashupError):
    """The database can't be used: absent, foreign, of another schema, not writable."""


class IndexMissing(DatabaseError):
    """The search index that belongs to the database's generation is absent or unusable."""
