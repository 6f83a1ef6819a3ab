"""Transactions that wait for their turn when another build is writing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlite_utils import Database


@contextmanager
def writing(db: Database) -> Iterator[None]:
    """A transaction that holds the write lock from its beginning; undone whole by any error.

    One that reads before it writes would fail at once, without waiting, when another process
    writes in between. Raises sqlite3.OperationalError when the wait is longer than the
    connection's timeout.
    """
    db.conn.execute("begin immediate")
    try:
        yield
        db.conn.execute("commit")
    except BaseException:
        db.conn.rollback()
        raise
