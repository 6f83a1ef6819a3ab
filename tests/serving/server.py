"""A real `smashup serve`: a process of its own, asked over real sockets, and what it uses up.

Nothing here can hang: every socket has a timeout, and a stopped server is a killed one, whatever
processes it has begun.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from tests.building import ROOT

# Seconds are asserted four times as long as promised, since a busy machine is no fault: an attack
# that is not withstood takes minutes. Memory does not depend on how busy a machine is.
SLACK = 1 if os.environ.get("SMASHUP_STRICT") == "1" else 4
SOON = 3.0 * SLACK  # within this any request ends and any other visitor is answered
PATIENCE = SOON + 3  # of a socket: an answer that comes too late still tells how late
KEPT = 8_000_000  # bytes of an answer that are kept; more is read and thrown away
STARTING = 60.0


class Answer(NamedTuple):
    """What came back; status 0 where the connection broke off before an answer."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    seconds: float
    whole: bool  # False: the connection ended before the answer did

    def header(self, name: str) -> str:
        return ", ".join(value for key, value in self.headers if key.lower() == name.lower())

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


def connect(port: int, timeout: float = PATIENCE) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout)


def request(
    path: str, method: str = "GET", host: str = "localhost", headers: tuple[str, ...] = ()
) -> bytes:
    """The bytes of a request; `headers` are lines as they shall be sent, `host` "" sends none."""
    named = (f"Host: {host}",) if host else ()
    lines = [f"{method} {path} HTTP/1.1", *named, "Connection: close", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def ask(port: int, sent: bytes, timeout: float = PATIENCE) -> Answer:
    """Send the bytes on a connection of their own, and read the answer to its end."""
    start = time.monotonic()
    deadline = start + timeout
    with connect(port, timeout) as sock:
        # A server may answer and close before a large request is read.
        with suppress(BrokenPipeError, ConnectionResetError):
            sock.sendall(sent)
        return answer_on(sock, sent.split(b" ", 1)[0].decode("latin-1"), start, deadline)


def answer_on(sock: socket.socket, method: str, start: float, deadline: float) -> Answer:
    response = HTTPResponse(sock, method=method)
    try:
        response.begin()
        headers = response.getheaders()
        body, whole = _body(response, deadline)
        return Answer(response.status, headers, body, time.monotonic() - start, whole)
    except (HTTPException, OSError):
        return Answer(0, [], b"", time.monotonic() - start, False)
    finally:
        response.close()


def _body(response: HTTPResponse, deadline: float) -> tuple[bytes, bool]:
    parts: list[bytes] = []
    kept = 0
    try:
        while chunk := response.read1(65536):
            if kept < KEPT:
                parts.append(chunk)
                kept += len(chunk)
            if time.monotonic() > deadline:
                return b"".join(parts), False
    except (HTTPException, OSError):
        return b"".join(parts), False
    return b"".join(parts), not response.length


class Server:
    """`smashup serve` on a free port of 127.0.0.1, with a folder of its own for temporary files.

    `python` is how Python shall run the `smashup` command.
    """

    def __init__(
        self, db: Path, folder: Path, *options: str, python: tuple[str, ...] = ("-m", "kb")
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.temporary = folder / "tmp"
        self.temporary.mkdir(exist_ok=True)
        self.log = folder / "log.txt"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        # TMPDIR and SQLITE_TMPDIR: a sort that does not fit into memory is spilt there.
        env = os.environ | {
            "PYTHONPATH": str(ROOT),
            "PYTHONUTF8": "1",
            "TMPDIR": str(self.temporary),
            "SQLITE_TMPDIR": str(self.temporary),
        }
        command = [sys.executable, *python, "--db", str(db), "serve", "--port", str(self.port)]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*command, *options],
                cwd=ROOT,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # its session tells which processes are its own
                preexec_fn=end_with_the_tests if sys.platform == "linux" else None,
            )

    def __enter__(self) -> Self:
        try:
            self.wait_until_it_answers()
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.kill()

    def wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + STARTING
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.said()
            with suppress(OSError):
                if ask(self.port, request("/robots.txt"), 5).status:
                    return
            time.sleep(0.05)
        raise AssertionError(f"no answer after {STARTING} s: {self.said()}")

    def get(self, path: str, method: str = "GET", host: str = "localhost", *headers: str) -> Answer:
        return ask(self.port, request(path, method, host, headers))

    def json(self, path: str) -> Any:
        answer = self.get(path)
        assert answer.status == 200, (path, answer.text[:2000])
        return json.loads(answer.body)

    def answers_soon(self) -> bool:
        """Whether it is fit for another test."""
        with suppress(OSError):
            return (
                self.process.poll() is None
                and ask(self.port, request("/smashup/terms.json?_size=1"), SOON).status == 200
            )
        return False

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")[-4000:]

    def processes(self) -> set[int]:
        """It and what it has begun, also what has lost its parent."""
        return processes_of(self.process.pid)

    def stop(self, within: float) -> float:
        """Send SIGTERM; the seconds until it has ended, or infinity."""
        start = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(within)
        except subprocess.TimeoutExpired:
            return float("inf")
        return time.monotonic() - start

    def kill(self) -> None:
        for pid in self.processes() | {self.process.pid}:
            if pid != self.process.pid or self.process.poll() is None:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        self.process.wait(10)


def end_with_the_tests() -> None:
    """Let the system kill this process when the tests are killed, which then clear nothing up."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def processes_of(root: int) -> set[int]:
    """Process `root`, its descendants and its session's processes, by /proc."""
    parents: dict[int, int] = {}
    own = {root}
    for pid, parent, session in _running():
        parents[pid] = parent
        if session == root:
            own.add(pid)
    while more := {pid for pid, parent in parents.items() if parent in own} - own:
        own |= more
    return {pid for pid in own if pid in parents}


def _running() -> Iterator[tuple[int, int, int]]:
    """(process, parent, session) of all that run; a zombie does not."""
    for folder in Path("/proc").iterdir() if Path("/proc").is_dir() else ():
        if folder.name.isdigit():
            with suppress(OSError, IndexError):
                state, parent, _, session = (
                    (folder / "stat").read_text().rpartition(") ")[2].split()[:4]
                )
                if state not in "ZX":
                    yield int(folder.name), int(parent), int(session)


@contextmanager
def serving(db: Path, folder: Path, *options: str) -> Iterator[Server]:
    with Server(db, folder, *options) as server:
        yield server
