"""An answer that is held until it is whole; a long one is passed on in pieces as it is made."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from kb.serving.refusals import Event

LARGE = 1_000_000  # bytes; a longer answer is passed on
PIECE = 64_000  # bytes
SECONDS = 60.0  # that passing on may take, however slowly it is read

Send = Callable[[Event], Awaitable[None]]


class Enough(BaseException):
    """Nobody wants more of an answer. No Exception: Datasette would write that to the visitor."""


class Held:
    """Takes what an application sends.

    What has more than `most` bytes is passed on; before the first piece `begin()` is called, which
    may raise Enough.
    """

    def __init__(
        self, send: Send, begin: Callable[[], None] = lambda: None, most: int | None = None
    ) -> None:
        self.start: Event = {}
        self.body = bytearray()
        self.passed_on = False
        self._send = send
        self._begin = begin
        self._most = most
        self._ends = 0.0

    async def take(self, event: Event) -> None:
        """An event of the application's answer."""
        if event["type"] == "http.response.start":
            self.start = event
            return
        more = event.get("more_body", False)
        self.body += event.get("body", b"")
        if not self.passed_on and more and self._most and len(self.body) > self._most:
            self._begin()
            self.passed_on = True
            self._ends = time.monotonic() + SECONDS
            await self._pass_on(self.start)
        if self.passed_on and (len(self.body) > PIECE or not more):
            piece, self.body = bytes(self.body), bytearray()
            await self._pass_on({"type": "http.response.body", "body": piece, "more_body": more})

    async def _pass_on(self, event: Event) -> None:
        try:
            async with asyncio.timeout(max(0.0, self._ends - time.monotonic())):
                await self._send(event)
        except TimeoutError:
            raise Enough from None
