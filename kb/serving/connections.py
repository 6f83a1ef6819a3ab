"""Connections over which nothing moves are closed: uvicorn would keep them for ever.

Whoever opens a thousand and sends half a request over each would leave none for others, and whoever
reads none of his answers would fill the memory with them.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 10.0  # seconds from one request, or the beginning, to the whole head of the next
FAREWELL = 1.0  # seconds to read what is still to be read when the server ends


class Impatient(H11Protocol):
    """uvicorn's protocol; closes what brings no request, or takes no answer, for so long."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._served: object = None
        self._unread = 0  # bytes, at the last look
        self._timer = self.loop.call_later(PATIENCE, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        super().shutdown()
        self.loop.call_later(FAREWELL, self.transport.abort)

    def _look(self) -> None:
        unread = self.transport.get_write_buffer_size()
        if unread and unread == self._unread:
            self.transport.abort()  # to close would be to wait until it is read
            return
        answering = self.cycle is not None and not self.cycle.response_complete
        if not answering and not unread and self.cycle is self._served:
            self.transport.close()
            return
        self._served, self._unread = self.cycle, unread
        self._timer = self.loop.call_later(PATIENCE, self._look)
