"""Ask a visitor's process: start it, give it its time, end it."""

from __future__ import annotations

import asyncio
import base64
import json
import sqlite3
import struct
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from kb.serving import visitor_process

START = 2.0  # seconds that a process may take to start, on a busy machine
MOST_ANSWER = 24_000_000  # bytes of a message: rows of 5 million characters, and what holds them


class TookTooLong(Exception):
    """A query that was ended with its process."""


class _TooLarge(Exception):
    """An answer that is not worth reading."""


class VisitorProcess:
    """The process that runs one request's SQL; started by its first query."""

    def __init__(self, path: str) -> None:
        self.path = path  # of the database
        self._process: asyncio.subprocess.Process | None = None

    async def ask(
        self,
        sql: str,
        params: Mapping[str, Any] | Sequence[Any] | None,
        most_rows: int | None,
        most_values: int | None,
        seconds: float,
    ) -> tuple[list[sqlite3.Row], bool, Any]:
        """As `queries.run`. Raises TookTooLong, and sqlite3.OperationalError for all else."""
        question = {"sql": sql, "params": params, "rows": most_rows, "values": most_values}
        try:
            process = self._process or await self._start()
            async with asyncio.timeout(max(seconds, 0)):
                answer = await _exchange(process, question)
        except TimeoutError:
            await self.close()
            raise TookTooLong from None
        except (asyncio.IncompleteReadError, _TooLarge, OSError):  # ended, or not even begun
            await self.close()
            raise sqlite3.OperationalError("the query takes too much") from None
        if "error" in answer:
            raise sqlite3.OperationalError(answer["error"])
        columns = answer["columns"]
        rows = _rows(columns, answer["rows"])
        return rows, answer["more"], [(column, *[None] * 6) for column in columns]

    async def _start(self) -> asyncio.subprocess.Process:
        # Without the site's packages it starts in a third of the time.
        command = [sys.executable, "-I", "-S", visitor_process.__file__, self.path]
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL
        )
        async with asyncio.timeout(START):
            await _receive(self._process)
        return self._process

    async def close(self) -> None:
        """End the process, whatever it does."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _exchange(process: asyncio.subprocess.Process, question: object) -> Any:
    assert process.stdin is not None
    process.stdin.write(visitor_process.framed(question))
    await process.stdin.drain()
    return await _receive(process)


async def _receive(process: asyncio.subprocess.Process) -> Any:
    assert process.stdout is not None
    (length,) = struct.unpack(">I", await process.stdout.readexactly(4))
    if length > MOST_ANSWER:
        raise _TooLarge
    return json.loads(await process.stdout.readexactly(length))


def _rows(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[sqlite3.Row]:
    """Rows as SQLite gives them, by place and by name, also where two columns have one name."""
    conn = sqlite3.connect(":memory:")
    names = ", ".join('null as "' + name.replace('"', '""') + '"' for name in columns)
    cursor = conn.execute(f"select {names or 'null'}")
    made = [sqlite3.Row(cursor, tuple(map(_value, row))) for row in rows]
    conn.close()
    return made


def _value(told: Any) -> Any:
    return base64.b64decode(told["blob"]) if isinstance(told, dict) else told
