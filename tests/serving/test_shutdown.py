"""The server ends when it is told to, whatever it is at, and leaves no process behind."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.serving.attacks import FIRST
from tests.serving.server import SOON, Server, connect, request, serving
from tests.serving.watching import hang_up

ATTACKS = (*list(FIRST)[:3], "a blob a row", "sorted on disk", "counting", "doubling")


def started(pids: set[int]) -> dict[int, str]:
    """Processes with the times of their starts, since a number is used again."""
    times = {}
    for pid in pids:
        with suppress(OSError, IndexError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
            if fields[0] not in "ZX":
                times[pid] = fields[19]
    return times


def assert_gone(processes: dict[int, str], within: float = SOON) -> None:
    deadline = time.monotonic() + within
    while left := processes.items() & started(set(processes)).items():
        assert time.monotonic() < deadline, f"processes that stay: {left}"
        time.sleep(0.05)


def attack(server: Server, name: str, times: int = 3) -> list[threading.Thread]:
    sent = request(f"/smashup.json?sql={quote(FIRST[name], safe='(),*')}")
    threads = [
        threading.Thread(target=hang_up, args=(server.port, sent, 2.0), daemon=True)
        for _ in range(times)
    ]
    for thread in threads:
        thread.start()
    return threads


def assert_stops(server: Server) -> None:
    before = started(server.processes())
    assert server.stop(SOON) <= SOON, server.said()
    assert_gone(before)


def test_at_rest(sample_db: Path, tmp_path: Path):
    with serving(sample_db, tmp_path) as server:
        assert server.get("/smashup/cards").status == 200
        assert_stops(server)


@pytest.mark.parametrize("name", ATTACKS)
def test_during_an_attack(sample_db: Path, tmp_path: Path, name: str):
    with serving(sample_db, tmp_path) as server:
        threads = attack(server, name)
        time.sleep(0.5)
        assert_stops(server)
        for thread in threads:
            thread.join(10)


@pytest.mark.parametrize("signal_", [signal.SIGINT, signal.SIGHUP])
def test_other_signals(sample_db: Path, tmp_path: Path, signal_: signal.Signals):
    """Ctrl-C, and a terminal that is closed."""
    with serving(sample_db, tmp_path) as server:
        threads = attack(server, "counting")
        time.sleep(0.3)
        before = started(server.processes())
        server.process.send_signal(signal_)
        server.process.wait(SOON)
        assert_gone(before)
        for thread in threads:
            thread.join(10)


def test_killed_during_an_attack(sample_db: Path, tmp_path: Path):
    """Its processes find out by themselves that nobody wants their answers."""
    with serving(sample_db, tmp_path) as server:
        threads = attack(server, "one call of instr")
        time.sleep(0.5)
        before = started(server.processes())
        server.process.kill()
        server.process.wait(10)
        assert_gone(before, 2 * SOON)
        for thread in threads:
            thread.join(10)


def test_while_visitors_hold_on(sample_db: Path, tmp_path: Path):
    """Idle connections, half a request, and one who reads nothing of a large answer."""
    with serving(sample_db, tmp_path) as server:
        halves = (b"", b"GET / HTTP/1.1\r\nHost: loc", request("/smashup/text.csv?_stream=1"))
        socks = [connect(server.port) for _ in range(9)]
        try:
            for number, sock in enumerate(socks):
                sock.sendall(halves[number % 3])
            time.sleep(0.5)
            assert_stops(server)
        finally:
            for sock in socks:
                sock.close()


def test_while_many_read_nothing(big_db: Path, tmp_path: Path):
    with serving(big_db, tmp_path) as server, ExitStack() as stack:
        for _ in range(20):
            sock = stack.enter_context(connect(server.port))
            sock.sendall(request("/smashup/text.json?_size=100"))
        time.sleep(2)
        assert_stops(server)
        assert not list(server.temporary.iterdir())


def test_twice_told(sample_db: Path, tmp_path: Path):
    with serving(sample_db, tmp_path) as server:
        attack(server, "one call of trim")
        time.sleep(0.3)
        before = started(server.processes())
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.05)
        with suppress(ProcessLookupError):
            server.process.send_signal(signal.SIGTERM)
        server.process.wait(SOON)
        assert_gone(before)
