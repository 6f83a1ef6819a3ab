"""What a server uses up while something is done to it, and whether others are still served."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.serving.server import SOON, Answer, Server, ask, connect, request

MEMORY = 400  # MB of the server and its processes together
DISK = 400  # MB of temporary files, which SQLite deletes as soon as they are open
EVERY = 0.05
OTHERS = ("/smashup/terms.json?_size=1", "/")  # what another visitor looks at meanwhile
BOUNDED = frozenset({200, 400, 403, 404, 413, 414, 429, 503})


class Watched:
    """Samples the server's memory and temporary files until the end of the `with`."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.memory = self.disk = 0.0  # the highest, in MB
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join(10)

    def _sample(self) -> None:
        while not self._over.wait(EVERY):
            own = self.server.processes()
            self.memory = max(self.memory, sum(map(memory_of, own)) / 1e6)
            self.disk = max(self.disk, temporary_bytes(self.server, own) / 1e6)


def memory_of(pid: int) -> int:
    """Bytes of a process, what it shares counted in parts; 0 when it is gone."""
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("Pss:")).split()[1]) * 1024
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS:")).split()[1]) * 1024
    return 0


def temporary_bytes(server: Server, pids: Iterable[int]) -> int:
    """Bytes in the server's folder for temporary files, also of deleted ones that are open.

    But for the copy of the database that is served.
    """
    sizes: dict[tuple[int, int], int] = {}
    with suppress(OSError):
        for file in server.temporary.rglob("*"):
            if file.parent.name.startswith("smashup-site-"):
                continue
            status = file.stat()
            sizes[status.st_dev, status.st_ino] = status.st_size
    for pid in pids:
        with suppress(OSError):
            for link in Path(f"/proc/{pid}/fd").iterdir():
                with suppress(OSError):
                    target = os.readlink(link)
                    if target.startswith(str(server.temporary)) and "smashup-site-" not in target:
                        status = link.stat()
                        sizes[status.st_dev, status.st_ino] = status.st_size
    return sum(sizes.values())


def withstands(
    server: Server, attacks: Sequence[bytes], hanging_up: Sequence[bytes] = ()
) -> list[Answer]:
    """Send all at once; those of `hanging_up` wait a second for their answers, then go away.

    Asserts what an open site owes everyone: an end of the attack, an answer to other visitors,
    bounded memory and temporary files. Returns the answers to the attacks.
    """
    with Watched(server) as watched, ThreadPoolExecutor(len(attacks) + len(hanging_up)) as pool:
        asked = [pool.submit(ask, server.port, sent) for sent in attacks]
        gone = [pool.submit(hang_up, server.port, sent) for sent in hanging_up]
        time.sleep(0.2)  # the attacks are at work by then
        others = [(path, ask(server.port, request(path))) for path in OTHERS]
        answers = [future.result() for future in asked]
        for future in gone:
            future.result()
    for path, other in others:
        assert (other.status, other.whole) == (200, True), (path, other, server.said())
        assert other.seconds <= SOON, f"another visitor waited {other.seconds:.1f} s for {path}"
    for answer in answers:
        assert answer.status in BOUNDED, (answer.status, answer.text[:2000])
        assert answer.seconds <= SOON, f"the attack went on for {answer.seconds:.1f} s"
    assert watched.memory <= MEMORY, f"{watched.memory:.0f} MB of memory"
    assert watched.disk <= DISK, f"{watched.disk:.0f} MB of temporary files"
    assert_cleared(server)
    return answers


def assert_cleared(server: Server) -> None:
    """What was begun for a visitor ends with him: no temporary file stays."""
    deadline = time.monotonic() + SOON
    while (left := temporary_bytes(server, server.processes())) > 1_000_000:
        assert time.monotonic() < deadline, f"{left / 1e6:.0f} MB of temporary files stay"
        time.sleep(EVERY)


def hang_up(port: int, sent: bytes, after: float = 1.0) -> None:
    with suppress(BrokenPipeError, ConnectionResetError), connect(port) as sock:
        sock.sendall(sent)
        time.sleep(after)
