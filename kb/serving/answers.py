"""An answer around Datasette's: of one state, with ETag and headers, compressed, never too many.

All of this is one ASGI application around Datasette's, so that its order is plain to see.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import sqlite3
import sys
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from asgi_gzip import GZipMiddleware

from ingest.errors import SmashupError
from kb.named import assets
from kb.serving.database import SiteDatabase
from kb.serving.headers import (
    PRIVATE,
    PUBLIC,
    finished,
    has,
    not_modified,
    tag_of,
    with_headers,
    without_unwanted_gzip,
)
from kb.serving.held import LARGE, SECONDS, Enough, Held, Send
from kb.serving.options import Options
from kb.serving.published import Copy, Published
from kb.serving.refusals import (
    BUSY,
    Event,
    Scope,
    asks_by_match,
    asks_little,
    asks_much,
    below_the_site,
    brings_sql,
    header,
    is_page,
    is_static,
    is_you,
    path_of,
    refusal,
)
from kb.serving.visits import SQL_SECONDS, VISIT, Visit

App = Callable[[Scope, Any, Send], Awaitable[None]]

STREAMS = 4  # answers that are sent while they are made; more are refused
MOST_SENDING = 64_000_000  # bytes of answers that wait to be read; small ones always may
SMALL = 200_000  # bytes
TRIES = 5  # to answer from one state, while builds publish others


_OURS = re.compile(r"/|/smashup([/.].*)?")  # paths of this knowledge base's pages


@dataclass(frozen=True)
class Lane:
    """Requests of one kind: so many are answered at once, the others wait, not longer than that.

    What costs little never stands behind what costs much.
    """

    turns: asyncio.Semaphore
    patience: float | None  # seconds; whoever would wait longer is told to come again


class Answers:
    """The application that visitors meet.

    `app` is Datasette's. Once that has started, `database()` is what it serves, `options()` how,
    and `code()` names all else that pages are made of: settings, metadata, versions.
    """

    def __init__(
        self,
        app: App,
        database: Callable[[], Awaitable[SiteDatabase | None]],
        options: Callable[[], Options],
        code: Callable[[], str],
    ) -> None:
        self.app = app
        self.database = database
        self.options = options
        self.configured = code
        self.code: str | None = None  # known once Datasette has started
        self.renewing = asyncio.Lock()  # one waits in a thread for a new copy, the others here
        self.sending = 0  # bytes of answers that are being read
        self.compressed = GZipMiddleware(self._answer, minimum_size=500, compresslevel=6)
        self.plain = Lane(asyncio.Semaphore(12), None)
        self.asked = Lane(asyncio.Semaphore(4), 1.5)  # with filters, facets, searches
        self.large = Lane(asyncio.Semaphore(2), 1.5)  # for very many rows
        self.typed = Lane(asyncio.Semaphore(2), 0.8)  # with a visitor's SQL
        self.streams = STREAMS

    async def __call__(self, scope: Scope, receive: Any, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        with suppress(Enough):
            await self.compressed(without_unwanted_gzip(scope), receive, with_headers(send))

    async def _answer(self, scope: Scope, receive: Any, send: Send) -> None:
        events = list(await self._events(scope, receive, send))
        size = sum(len(event.get("body", b"")) for event in events)
        if size > SMALL and self.sending + size > MOST_SENDING:
            events, size = BUSY.events(scope), 0
        self.sending += size
        try:
            async with asyncio.timeout(SECONDS):
                for event in events:
                    await send(event)
        except TimeoutError:
            raise Enough from None
        finally:
            self.sending -= size

    async def _events(self, scope: Scope, receive: Any, send: Send) -> Iterable[Event]:
        """The events of an answer; none when they were passed on already."""
        options = self.options()
        scope = below_the_site(scope, options)
        you = is_you(scope, options)
        sql = you or options.sql
        refused = refusal(scope, options, sql, you)
        if refused:
            return refused.events(scope)
        path = path_of(scope)
        if is_static(path):
            return await self._static(scope, receive, send)
        visit = Visit(you, sql, brings_sql(scope), is_page(path), asks_by_match(scope))
        visit.plain = asks_little(scope)
        lane = self._lane(visit, scope)
        try:
            async with asyncio.timeout(lane.patience):
                await lane.turns.acquire()
        except TimeoutError:
            return BUSY.events(scope)
        with visit.turn:
            visit.turn.callback(lane.turns.release)
            return await self._visit(visit, scope, receive, send)

    def _lane(self, visit: Visit, scope: Scope) -> Lane:
        if visit.typed:
            return self.typed
        if asks_much(scope):
            return self.large
        return self.plain if visit.plain else self.asked

    async def _static(self, scope: Scope, receive: Any, send: Send) -> Iterable[Event]:
        tag = tag_of(self._made_of(), scope, False)
        if has(scope, tag):
            return not_modified(tag, PUBLIC)
        held = Held(send)
        await self.app({**scope, "method": "GET"}, receive, held.take)
        return finished(held, scope, tag, PUBLIC)

    async def _visit(self, visit: Visit, scope: Scope, receive: Any, send: Send) -> Iterable[Event]:
        database = await self.database()
        token = VISIT.set(visit)
        try:
            if database is None:  # Datasette without a knowledge base
                held = Held(send)
                await self.app(scope, receive, held.take)
                return finished(held, scope, None, PUBLIC)
            for _ in range(TRIES):
                if not visit.plain:
                    visit.ends = time.monotonic() + SQL_SECONDS
                events = await self._of_one_state(database.published, visit, scope, receive, send)
                if events is not None:
                    return events
            return BUSY.events(scope)
        except (SmashupError, sqlite3.Error, OSError) as error:
            print(f"Can't read the knowledge base: {error}", file=sys.stderr)
            return BUSY.events(scope)
        finally:
            VISIT.reset(token)

    async def _of_one_state(
        self, published: Published, visit: Visit, scope: Scope, receive: Any, send: Send
    ) -> Iterable[Event] | None:
        """Answer from the newest state; None when a newer one came before it was whole."""
        visit.copy = copy = await self._pinned(published)
        cached = PRIVATE if visit.you else PUBLIC
        # Who sends a cookie may be signed in, and sees other things than the rest.
        known = bool(header(scope, b"cookie") or header(scope, b"authorization"))
        ours = _OURS.fullmatch(path_of(scope))  # of no other database
        state = f"{self._made_of()}-{copy.state}"
        tag = tag_of(state, scope, visit.you) if ours and not known else None
        try:
            if tag and has(scope, tag):
                return not_modified(tag, cached)
            # A visitor's SQL gives up its turn first, however slowly its answer is read.
            most = None if visit.typed else LARGE
            held = Held(send, self._begin_stream(visit, scope), most)
            try:
                await self.app({**scope, "method": "GET"}, receive, held.take)
            except Enough:
                if held.passed_on:
                    raise
                only_head = [held.start, {"type": "http.response.body", "body": b""}]
                return only_head if scope["method"] == "HEAD" else BUSY.events(scope)
            finally:
                self.streams += held.passed_on
            if held.passed_on:
                return ()
            newest = await self._pinned(published)
            published.unpin(newest)
            return finished(held, scope, tag, cached) if newest is copy else None
        finally:
            if visit.process:
                await visit.process.close()
                visit.process = None
            visit.copy = None
            published.unpin(copy)

    def _begin_stream(self, visit: Visit, scope: Scope) -> Callable[[], None]:
        def begin() -> None:
            if not self.streams or scope["method"] == "HEAD":
                raise Enough
            self.streams -= 1
            visit.turn.close()  # a slow reader takes nobody's turn
            visit.ends = time.monotonic() + SECONDS

        return begin

    async def _pinned(self, published: Published) -> Copy:
        """The newest copy; in a thread where it has to be made."""
        copy = published.pin(wait=False)
        if copy is None:
            async with self.renewing:
                copy = published.pin(wait=False) or await asyncio.to_thread(published.pin)
        assert copy
        return copy

    def _made_of(self) -> str:
        """A hash of the code and its settings: after an upgrade no page is what it was."""
        if self.code is None:
            self.code = _hash(self.configured())
        return self.code


def _hash(configured: str) -> str:
    found = hashlib.sha1(configured.encode())
    for folder in (Path(__file__).parent.parent, assets("datasette"), assets("queries")):
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                found.update(path.read_bytes())
    return found.hexdigest()[:8]
