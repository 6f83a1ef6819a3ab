"""Connections over which nothing comes are closed: uvicorn would keep them for ever.

Whoever opens a thousand and sends half a request over each would leave none for others.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 10.0  # seconds from one request, or the beginning, to the whole head of the next


class Impatient(H11Protocol):
    """uvicorn's protocol; closes what stays without a request for so long."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._served: object = None
        self._timer = self.loop.call_later(PATIENCE, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        super().connection_lost(exc)

    def _look(self) -> None:
        answering = self.cycle is not None and not self.cycle.response_complete
        if not answering and self.cycle is self._served:
            self.transport.close()
            return
        self._served = self.cycle
        loop: asyncio.AbstractEventLoop = self.loop
        self._timer = loop.call_later(PATIENCE, self._look)
