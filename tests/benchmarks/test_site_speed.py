"""The web site beside a stock Datasette on the same file, both real servers, in one run."""

from __future__ import annotations

import http.client
import re
import socket
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.benchmarks.conftest import BIN

pytestmark = pytest.mark.benchmark

ROUNDS = 25
WARM, REQUESTS = 500, 5000  # of the memory's test
GROWTH = 1.1  # of the memory over all requests


class Server:
    """A server process, asked over one connection."""

    def __init__(self, name: str, *command: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.name = name  # of the database in addresses
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        for attempt in range(240):
            try:
                self.connection.connect()
                return
            except OSError:
                assert self.process.poll() is None, attempt
                time.sleep(0.25)
        raise AssertionError("no answer within a minute")

    def get(self, path: str) -> None:
        self.connection.request("GET", path.format(self.name))
        response = self.connection.getresponse()
        body = response.read()
        assert response.status == 200, (path, body[:500])

    def memory(self) -> int:
        """Resident memory in kB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        found = re.search(r"VmRSS:\s*(\d+) kB", status)
        assert found
        return int(found[1])

    def close(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def ours(built: Path) -> Iterator[Server]:
    server = Server("smashup", str(BIN / "smashup"), "--db", str(built), "serve")
    yield server
    server.close()


@pytest.fixture(scope="module")
def stock(built: Path) -> Iterator[Server]:
    server = Server(built.stem, str(BIN / "datasette"), "serve", str(built))
    yield server
    server.close()


@pytest.fixture(scope="module")
def card(built: Path) -> int:
    conn = sqlite3.connect(built)
    number: int = conn.execute("select min(id) from card").fetchone()[0]
    conn.close()
    return number


@pytest.fixture
def as_fast(at_most: Callable[..., None], ours: Server, stock: Server) -> Callable[..., None]:
    """Asserts that a page comes as fast as stock's, times a factor."""

    def check(factor: float, path: str) -> None:
        at_most(1 / factor, lambda: ours.get(path), lambda: stock.get(path), rounds=ROUNDS)

    return check


def test_home(as_fast):
    as_fast(1.0, "/")


def test_row(as_fast, card: int):
    as_fast(0.9, f"/{{}}/card/{card}")


@pytest.mark.parametrize("table", ["card", "card_version", "revision", "cards", "changes"])
def test_table(as_fast, table: str):
    as_fast(0.9, f"/{{}}/{table}?_size=50")


def test_json(as_fast):
    as_fast(0.9, "/{}/cards.json?_size=50")


def test_memory_is_flat(ours: Server, card: int, capsys: pytest.CaptureFixture[str]):
    """The same few pages and ever new ones, again and again: nothing is kept of them."""
    before = 0
    for number in range(WARM + REQUESTS):
        if number == WARM:
            before = ours.memory()
        if number % 10 == 0:
            ours.get("/{}/cards?_size=5&_nofacet=1&type=" + f"{number}")
        elif number % 2:
            ours.get(f"/{{}}/card/{card}")
        else:
            ours.get("/{}/terms.json?_size=1&_nofacet=1&" + f"name__contains={number}")
    after = ours.memory()
    with capsys.disabled():
        print(f"\nmemory over {REQUESTS} requests: {before} -> {after} kB (at most x {GROWTH})")
    assert after <= before * GROWTH
