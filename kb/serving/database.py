"""The knowledge base as Datasette's database: each query reads one state, within bounds."""

from __future__ import annotations

import asyncio
import functools
import os
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from datasette.database import Database, QueryInterrupted, Results
from datasette.tracer import trace
from datasette.utils import sqlite_timelimit

from kb.named import sql as sql_of
from kb.serving.published import Copy, Published
from kb.serving.queries import LIMITS, run
from kb.serving.visitor_sql import TookTooLong, VisitorProcess
from kb.serving.visits import VISIT, Visit

MOST_ON_A_PAGE = 500  # rows of a question; JSON and CSV have Datasette's `max_returned_rows`
MOST_VALUES_ON_A_PAGE = 30_000  # each takes ten microseconds to write
MOST_KNOWN = 1000  # descriptions kept; a file has some thirty tables
HEAP = 256 * 2**20  # bytes that SQLite may use in the whole server


def _once(ask: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """A method that describes the file, asked once a state, since that never changes."""

    @functools.wraps(ask)
    async def once(self: SiteDatabase, *of: Any) -> Any:
        with self.reading() as copy:
            key = (ask.__name__, *of)
            if key not in copy.known:
                found = await ask(self, *of)
                if len(copy.known) >= MOST_KNOWN:  # visitors ask for names that do not exist
                    return found
                copy.known[key] = found
            return copy.known[key]

    return once


class SiteDatabase(Database):  # type: ignore[misc]  # Datasette has no types
    """Reads copies of a file (`published`); a visitor's SQL runs in a process of its own."""

    def __init__(self, datasette: Any, path: str) -> None:
        super().__init__(datasette, path=os.path.basename(path), is_mutable=True)
        self.published = Published(path, self._prepare)
        self.asked = ThreadPoolExecutor(2, "asked")  # for queries that visitors made

    def _prepare(self, conn: sqlite3.Connection) -> None:
        self.ds._prepare_connection(conn, self.name)
        conn.execute(f"pragma hard_heap_limit = {HEAP}")
        for limit, most in LIMITS.items():
            conn.setlimit(limit, most)

    @contextmanager
    def reading(self) -> Iterator[Copy]:
        """The copy that this visit reads; outside of visits the newest."""
        visit = VISIT.get()
        if visit and visit.copy:
            yield visit.copy
            return
        copy = self.published.pin()
        assert copy
        try:
            yield copy
        finally:
            self.published.unpin(copy)

    table_names = _once(Database.table_names)
    view_names = _once(Database.view_names)
    table_exists = _once(Database.table_exists)
    hidden_table_names = _once(Database.hidden_table_names)
    table_columns = _once(Database.table_columns)
    table_column_details = _once(Database.table_column_details)
    primary_keys = _once(Database.primary_keys)
    fts_table = _once(Database.fts_table)
    label_column_for_table = _once(Database.label_column_for_table)
    foreign_keys_for_table = _once(Database.foreign_keys_for_table)
    get_all_foreign_keys = _once(Database.get_all_foreign_keys)
    get_table_definition = _once(Database.get_table_definition)
    get_view_definition = _once(Database.get_view_definition)

    async def execute_fn(self, fn: Callable[[sqlite3.Connection], Any]) -> Any:
        """What a function makes of a read-only connection, in a thread."""
        with self.reading() as copy:

            def in_thread() -> Any:
                with copy.connection() as conn:
                    return fn(conn)

            visit = VISIT.get()
            threads = self.ds.executor if visit is None or visit.plain else self.asked
            if self.ds.executor is None:
                return in_thread()
            return await asyncio.get_running_loop().run_in_executor(threads, in_thread)

    async def execute(
        self,
        sql: str,
        params: Any = None,
        truncate: bool = False,
        custom_time_limit: int | None = None,
        page_size: int | None = None,
        log_sql_errors: bool = True,
    ) -> Any:
        """Results of a query, as Datasette's own method gives them."""
        visit = VISIT.get()
        most = self._most_rows(page_size, visit) if truncate else None
        values = MOST_VALUES_ON_A_PAGE if visit and visit.html else None
        with trace("sql", database=self.name, sql=sql.strip(), params=params):
            if visit and visit.typed:
                seconds = self._seconds(custom_time_limit, visit)
                found = await self._in_process(visit, sql, params, most, values, seconds)
            else:

                def in_thread(conn: sqlite3.Connection) -> Any:
                    seconds = self._seconds(custom_time_limit, visit)  # its turn may come late
                    return _run(conn, sql, params, most, values, seconds, log_sql_errors)

                found = await self.execute_fn(in_thread)
        return Results(*found)

    def _seconds(self, limit: int | None, visit: Visit | None) -> float:
        """How long a query may take: as long as it was given, and as the visit has left."""
        most: float = min(limit or self.ds.sql_time_limit_ms, self.ds.sql_time_limit_ms) / 1000
        return min(most, visit.left()) if visit else most

    def _most_rows(self, page_size: int | None, visit: Visit | None) -> int:
        most: int = self.ds.max_returned_rows
        if most == (page_size or self.ds.page_size):
            most += 1  # Datasette asks for one more, to know whether there is a next page
        if visit and visit.html:
            most = most if page_size else min(most, MOST_ON_A_PAGE)  # a question has no pages
        return most

    async def _in_process(
        self,
        visit: Visit,
        sql: str,
        params: Any,
        most: int | None,
        values: int | None,
        seconds: float,
    ) -> tuple[list[sqlite3.Row], bool, Any]:
        if visit.process is None:
            assert visit.copy
            visit.process = VisitorProcess(visit.copy.path)
        try:
            return await visit.process.ask(sql, params, most, values, seconds)
        except TookTooLong as error:
            raise QueryInterrupted(error, sql, params) from None

    @_once
    async def table_counts(self, limit: int = 10) -> dict[str, int]:
        """Rows of each table, of all of them: asked once, it may take longer than the limit."""
        names = await self.table_names()
        counted = "select count(*) from [{}]"
        counts: dict[str, int] = await self.execute_fn(
            lambda conn: {name: conn.execute(counted.format(name)).fetchone()[0] for name in names}
        )
        return counts

    @_once
    async def wiki_base(self) -> str | None:
        """Address of the wiki's main page; None when it is unknown, or several wikis are held."""
        bases = await self.execute_fn(lambda conn: conn.execute("select base from wiki").fetchall())
        return bases[0][0] if len(bases) == 1 else None

    @_once
    async def answer_once(self, name: str) -> Any:
        """First row, as a dict, of a query of `queries/` without parameters; None without one."""
        row = await self.execute_fn(lambda conn: conn.execute(sql_of(name)).fetchone())
        return dict(row) if row else None

    @property
    def size(self) -> int:
        """Bytes of what is served."""
        with self.reading() as copy:
            return os.stat(copy.path).st_size

    def close(self) -> None:
        """Close what is open, and remove the copies."""
        self.asked.shutdown(wait=False, cancel_futures=True)
        self.published.close()


def _run(
    conn: sqlite3.Connection,
    sql: str,
    params: Any,
    most: int | None,
    values: int | None,
    seconds: float,
    log_errors: bool,
) -> tuple[list[sqlite3.Row], bool, Any]:
    if seconds <= 0:
        raise QueryInterrupted(None, sql, params)
    with sqlite_timelimit(conn, seconds * 1000):
        try:
            return run(conn, sql, params, most, values)
        except sqlite3.DatabaseError as error:
            if error.args == ("interrupted",):
                raise QueryInterrupted(error, sql, params) from None
            if log_errors:
                print(f"ERROR: sql = {sql!r}, params = {params}: {error}", file=sys.stderr)
            raise
