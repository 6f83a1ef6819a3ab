"""The knowledge base for Python: the commands' answers as plain dicts, as `--json` prints them.

One KnowledgeBase serves any number of threads that read. Each has its own connection and index, as
SQLite and Whoosh want it, opened when the thread first asks and closed when it has ended.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Collection
from datetime import date
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self

from kb.db import FOREVER, connect, database_path, generation
from kb.pages import NotHeld

if TYPE_CHECKING:
    from kb.sources import Object

Kind = Literal["card", "faction", "term", "rule"]
Sort = Literal["relevance", "name", "power", "breakpoint", "copies", "changed"]
Status = Literal["yes", "no", "unstated", "placeholder"]
ErrataKind = Literal["functional", "wording", "reversion"]
Moment = (
    str | date
)  # a date means the end of that day, UTC; an ISO timestamp or datetime an instant


def open_kb(
    path: str | os.PathLike[str] | None = None, as_of: Moment | None = None
) -> KnowledgeBase:
    """Open a knowledge base for reading, now or as it stood at a moment.

    `path` is the database's file; without it $SMASHUP_DB, else smashup.db in the user-data folder.
    Raises ingest.errors.DatabaseError when there is no usable one, ValueError for a date that is
    none; each is one line that says what to do.
    """
    return KnowledgeBase(database_path(None if path is None else os.fspath(path)), as_of)


class KnowledgeBase:
    """An open knowledge base. Methods are named as the commands and answer as their `--json`.

    Every answer has `as_of`, `generation` and `notices` (sentences that a reader must know). What
    is not found gives the object with empty lists, never an error. A rebuilt database is noticed at
    the next question; each answer is of one generation. Close it, or use it in a `with` statement.
    """

    def __init__(self, path: str, as_of: Moment | None = None) -> None:
        self.path = path
        self.as_of = None if as_of is None else _moment(as_of)
        self._at = self.as_of or FOREVER
        self._local = threading.local()
        self._lock = threading.Lock()
        self._open: list[tuple[threading.Thread, sqlite3.Connection]] = []
        self._closed = False
        self._connection()  # a wrong path is told here, not at the first question

    # ------------------------------------------------------------ look-ups

    def card(self, name: str, faction: str | None = None, mentions: bool = False) -> Object:
        """The cards of a name: `{"query", "match", "cards": [CARD…], "suggestions"}`.

        `faction` narrows to a faction or special deck; `mentions` adds what each card names and
        what names it.
        """
        from kb.cards import look_up

        return self._answer(lambda conn: look_up(conn, name, self._at, faction, mentions))

    def faction(self, name: str | None = None) -> Object:
        """The factions of a name, or all: `{"query", "match", "factions": […], "suggestions"}`."""
        from kb.factions import look_up

        return self._answer(lambda conn: look_up(conn, name, self._at))

    def term(self, name: str | None = None) -> Object:
        """The glossary's terms of a name, or all: `{"query", "match", "terms": […], …}`."""
        from kb.terms import look_up

        return self._answer(lambda conn: look_up(conn, name, self._at))

    def rule(self, name: str | None = None) -> Object:
        """The rules under a heading, or all: `{"query", "match", "rules": […], "suggestions"}`."""
        from kb.rules import look_up

        return self._answer(lambda conn: look_up(conn, name, self._at))

    # ------------------------------------------------------------ finding

    def ruling(self, question: str, limit: int = 3) -> Object:
        """The passages that settle a free question, best first, with their sources.

        `{"question", "confident", "reason", "cards", "passages": […]}`, at most `limit` passages;
        they are given too when nothing settles it (`confident` is false, `reason` says why).
        Raises ValueError for an empty question, ingest.errors.IndexMissing without an index.
        """
        from kb.rulings import ruling

        return self._answer(lambda conn: ruling(conn, self.path, question, self._at, limit))

    def search(
        self, query: str, kind: Kind | None = None, limit: int = 20, sort: Sort = "relevance"
    ) -> Object:
        """What a query of the filter language finds: `{"query", "total", "warnings", "results"}`.

        Raises ingest.errors.IndexMissing without an index; never for what the query holds.
        """
        from kb.search import search

        return self._answer(
            lambda conn: search(conn, self.path, query, self._at, kind, limit, sort)
        )

    # ------------------------------------------------------------ what changed

    def diff(
        self, page: str, start: str | None = None, end: str | None = None, cosmetic: bool = False
    ) -> Object:
        """Between two revisions of a page: `{"page", "from", "to", "changes", "cosmetic", "gaps"}`.

        `start` and `end` are revision ids, timestamps, dates, `first`, `prev` or `latest`; without
        them the last two revisions with text. Raises ValueError for what is none of these.
        """
        from kb.diff import diff, no_answer

        return self._answer(
            lambda conn: diff(conn, page, start, end, self._at, cosmetic),
            lambda why: no_answer(page, why),
        )

    def history(
        self,
        name: str,
        kind: Kind | None = None,
        faction: str | None = None,
        cosmetic: bool = False,
    ) -> Object:
        """Every held wording of what bears or bore a name: `{"query", "subjects": […]}`."""
        from kb.history import history, no_history

        return self._answer(
            lambda conn: history(conn, name, self._at, kind, faction, cosmetic),
            lambda why: no_history(name, why),
        )

    def changes(
        self,
        since: Moment | None = None,
        until: Moment | None = None,
        page: str | None = None,
        faction: str | None = None,
        author: str | None = None,
        errata: bool = False,
        cosmetic: bool = False,
        limit: int | None = None,
    ) -> Object:
        """What changed on all pages, newest first: `{"since", "until", "changes", "unexplained"}`.

        A date as `since` means the beginning of that day.
        Raises ValueError when it is after `until`.
        """
        from kb.changes import changes, no_changes

        first = None if since is None else _moment(since, begins=True)
        last = None if until is None else _moment(until)

        return self._answer(
            lambda conn: changes(
                conn, first, last, page, faction, author, errata, cosmetic, limit, self._at
            ),
            lambda why: no_changes(first, last, why),
        )

    def errata(
        self,
        faction: str | None = None,
        kind: ErrataKind | None = None,
        status: Status = "yes",
        since: Moment | None = None,
    ) -> Object:
        """Cards by what their page says of errata: `{"cards": [CARD…]}`."""
        from kb.errata import errata, no_errata

        after = None if since is None else _moment(since, begins=True)

        return self._answer(
            lambda conn: errata(conn, self._at, faction, kind, status, after),
            no_errata,
        )

    def lint(
        self,
        page: str | None = None,
        rules: Collection[str] = (),
        severities: Collection[str] = (),
        since: Moment | None = None,
    ) -> Object:
        """What the wiki's editors can mend: `{"findings": […]}`."""
        from kb.lint import lint, no_findings

        after = None if since is None else _moment(since, begins=True)
        return self._answer(
            lambda conn: lint(conn, self._at, page, rules, severities, after), no_findings
        )

    def info(self) -> Object:
        """What is held and what is missing: counts, sources, gaps."""
        from kb.info import info

        return self._answer(lambda conn: info(conn, self.path))

    # ------------------------------------------------------------ open and close

    def close(self) -> None:
        """Close all threads' connections; to be called when none of them asks any more."""
        with self._lock:
            self._closed = True
            for _, conn in self._open:
                conn.close()
            self._open.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _answer(
        self,
        ask: Callable[[sqlite3.Connection], Object],
        instead: Callable[[NotHeld], Object] | None = None,
    ) -> Object:
        """An answer of one generation: all its queries see the same published state.

        `instead` makes the answer where a page, revision or faction asked for is not held.
        """
        conn = self._connection()
        conn.execute("begin")
        try:
            try:
                answer = ask(conn)
            except NotHeld as why:
                if instead is None:
                    raise
                answer = instead(why)
            answer = {**answer, "as_of": self.as_of, "generation": generation(conn)}
            answer.setdefault("notices", [])
            if self.as_of is not None and answer.get("match", "none") == "none":
                from kb.past.coverage import coverage

                answer["notices"] = [*answer["notices"], *coverage(conn, self.as_of)]
        finally:
            conn.rollback()
        return answer

    def _connection(self) -> sqlite3.Connection:
        """This thread's connection, a new one when another file has taken the database's place."""
        if self._closed:
            raise ValueError(f"{self.path} was closed; open it again with open_kb")
        file = _identity(self.path)
        if getattr(self._local, "file", None) != file or file is None:
            conn = connect(self.path)
            with self._lock:
                self._forget(threading.current_thread())
                self._open.append((threading.current_thread(), conn))
            self._local.conn, self._local.file = conn, file
        found: sqlite3.Connection = self._local.conn
        return found

    def _forget(self, current: threading.Thread) -> None:
        """Close the connections of threads that have ended, and the current one's former."""
        kept = []
        for thread, conn in self._open:
            if thread is current or not thread.is_alive():
                conn.close()
            else:
                kept.append((thread, conn))
        self._open = kept


def _identity(path: str) -> tuple[int, int] | None:
    """Which file a path leads to."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _moment(given: Moment, begins: bool = False) -> str:
    """The instant of a date (its end, or where it begins) or timestamp, as the database has them.

    Raises ValueError, one line, for what is none.
    """
    from kb.moments import moment

    return moment(given if isinstance(given, str) else given.isoformat(), begins)
