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
from kb.serving.held import LARGE, Enough, Held, Send
from kb.serving.options import Options
from kb.serving.published import Copy, Published
from kb.serving.refusals import (
    BUSY,
    Event,
    Scope,
    asks_by_match,
    asks_little,
    asks_much,
    brings_sql,
    header,
    is_page,
    is_static,
    is_you,
    refusal,
    whole,
)
from kb.serving.visits import SQL_SECONDS, VISIT, Visit

App = Callable[[Scope, Any, Send], Awaitable[None]]

STREAMS = 4  # answers that are sent while they are made; more are refused
SENDING = 60.0  # seconds that a visitor may take to read an answer
TRIES = 5  # to answer from one state, while builds publish others

PUBLIC = b"public, max-age=60, stale-while-revalidate=600"
PRIVATE = b"private, max-age=0, must-revalidate"  # asked anew each time, and answered by the ETag
_NO_GZIP = re.compile(rb"gzip\s*;\s*q\s*=\s*0(\.0*)?\s*(,|$)", re.IGNORECASE)
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    # Nothing inline and nothing from elsewhere: what a wiki says can't run, even unescaped.
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        b"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
]


@dataclass(frozen=True)
class Lane:
    """Requests of one kind: so many are answered at once, the others wait, not longer than that.

    What costs little never stands behind what costs much.
    """

    turns: asyncio.Semaphore
    patience: float | None  # seconds; whoever would wait longer is told to come again


class Answers:
    """The application that visitors meet.

    `app` is Datasette's; `database()` is what it serves and `options()` how, once it has started.
    """

    def __init__(
        self,
        app: App,
        database: Callable[[], Awaitable[SiteDatabase | None]],
        options: Callable[[], Options],
    ) -> None:
        self.app = app
        self.database = database
        self.options = options
        self.code = _code()
        self.compressed = GZipMiddleware(self._answer, minimum_size=500, compresslevel=6)
        self.plain = Lane(asyncio.Semaphore(12), None)
        self.asked = Lane(asyncio.Semaphore(4), 1.5)  # with filters, facets, searches
        self.large = Lane(asyncio.Semaphore(1), 1.5)  # for a page of very many rows
        self.typed = Lane(asyncio.Semaphore(2), 0.8)  # with a visitor's SQL
        self.streams = STREAMS

    async def __call__(self, scope: Scope, receive: Any, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        with suppress(Enough):
            await self.compressed(_without_unwanted_gzip(scope), receive, _with_headers(send))

    async def _answer(self, scope: Scope, receive: Any, send: Send) -> None:
        events = await self._events(scope, receive, send)
        try:
            async with asyncio.timeout(SENDING):
                for event in events:
                    await send(event)
        except TimeoutError:
            raise Enough from None

    async def _events(self, scope: Scope, receive: Any, send: Send) -> Iterable[Event]:
        """The events of an answer; none when they were passed on already."""
        options = self.options()
        you = is_you(scope, options)
        sql = you or options.sql
        refused = refusal(scope, options, sql, you)
        if refused:
            return refused.events(scope)
        path = scope["path"]
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
            if not visit.plain:
                visit.ends = time.monotonic() + SQL_SECONDS
            return await self._visit(visit, scope, receive, send)

    def _lane(self, visit: Visit, scope: Scope) -> Lane:
        if visit.typed:
            return self.typed
        if asks_much(scope):
            return self.large
        return self.plain if visit.plain else self.asked

    async def _static(self, scope: Scope, receive: Any, send: Send) -> Iterable[Event]:
        tag = _tag(self.code, scope, you=False)
        if _has(scope, tag):
            return _not_modified(tag, PUBLIC)
        held = Held(send)
        await self.app({**scope, "method": "GET"}, receive, held.take)
        return _finished(held, scope, tag, PUBLIC)

    async def _visit(self, visit: Visit, scope: Scope, receive: Any, send: Send) -> Iterable[Event]:
        database = await self.database()
        token = VISIT.set(visit)
        try:
            if database is None:  # Datasette without a knowledge base
                held = Held(send)
                await self.app(scope, receive, held.take)
                return _finished(held, scope, None, PUBLIC)
            for _ in range(TRIES):
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
        visit.copy = copy = await _pinned(published)
        cached = PRIVATE if visit.you else PUBLIC
        # Who sends a cookie may be signed in, and sees other things than the rest.
        known = bool(header(scope, b"cookie") or header(scope, b"authorization"))
        tag = None if known else _tag(f"{self.code}-{copy.state}", scope, visit.you)
        try:
            if tag and _has(scope, tag):
                return _not_modified(tag, cached)
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
            newest = await _pinned(published)
            published.unpin(newest)
            return _finished(held, scope, tag, cached) if newest is copy else None
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
            visit.ends = time.monotonic() + SENDING

        return begin


async def _pinned(published: Published) -> Copy:
    """The newest copy; in a thread where it has to be made."""
    copy = published.pin(wait=False) or await asyncio.to_thread(published.pin)
    assert copy
    return copy


# ---------------------------------------------------------------- headers


def _with_headers(send: Send) -> Send:
    async def sending(event: Event) -> None:
        if event["type"] == "http.response.start":
            given = {name.lower() for name, _ in event["headers"]}
            ours = [(name, value) for name, value in HEADERS if name not in given]
            event = {**event, "headers": [*event["headers"], *ours]}
        await send(event)

    return sending


def _without_unwanted_gzip(scope: Scope) -> Scope:
    """`gzip;q=0` refuses gzip, which the compressing middleware does not know."""
    if not any(_NO_GZIP.search(value) for value in header(scope, b"accept-encoding")):
        return scope
    return {**scope, "headers": [h for h in scope["headers"] if h[0] != b"accept-encoding"]}


def _finished(held: Held, scope: Scope, tag: bytes | None, cached: bytes) -> list[Event]:
    """A held answer with its headers, ready to be sent."""
    if held.passed_on:
        return []
    headers = [
        (name.lower(), value)
        for name, value in held.start["headers"]
        if name.lower() != b"content-length"
    ]
    if tag and held.start["status"] == 200:
        if b"*" in header(scope, b"if-none-match"):  # whatever it is, if only it is there
            return _not_modified(tag, cached)
        headers = [item for item in headers if item[0] not in (b"cache-control", b"etag")]
        headers += [(b"etag", tag), (b"cache-control", cached)]
    headers.append((b"content-length", str(len(held.body)).encode()))
    body = b"" if scope["method"] == "HEAD" else bytes(held.body)
    return [{**held.start, "headers": headers}, {"type": "http.response.body", "body": body}]


def _tag(state: str, scope: Scope, you: bool) -> bytes:
    """The ETag of an answer: what is served, by which code, for which address, to whom.

    A weak one: the same page is the same, compressed or not.
    """
    asked = f"{scope.get('raw_path') or scope['path']}?{scope['query_string']}{you}"
    return f'W/"{state}-{hashlib.sha1(asked.encode()).hexdigest()[:12]}"'.encode()


def _has(scope: Scope, tag: bytes) -> bool:
    """Whether the visitor holds the answer of that tag."""
    tags = b",".join(header(scope, b"if-none-match")).split(b",")
    return tag.removeprefix(b"W/") in {each.strip().removeprefix(b"W/") for each in tags}


def _not_modified(tag: bytes, cached: bytes) -> list[Event]:
    headers = {"etag": tag.decode(), "cache-control": cached.decode(), "vary": "Accept-Encoding"}
    start, body = whole(304, headers, b"")
    start["headers"] = [item for item in start["headers"] if item[0] != b"content-length"]
    return [start, body]


def _code() -> str:
    """A hash of all that makes pages: after an upgrade no page is what it was."""
    found = hashlib.sha1()
    for folder in (Path(__file__).parent.parent, assets("datasette"), assets("queries")):
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                found.update(path.read_bytes())
    return found.hexdigest()[:8]
