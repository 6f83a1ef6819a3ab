"""Servers to ask and to attack. One serves all tests of its kind until a test has broken it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.big_wiki import export
from tests.building import build_database
from tests.serving.server import Server

PUBLIC = "https://rules.example/"


class Servers:
    """Starts a server at its first use, and anew when it no longer answers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: dict[tuple[Path, tuple[str, ...]], Server] = {}
        self.numbers = itertools.count()
        self.refused: dict[tuple[Path, tuple[str, ...]], str] = {}  # that did not even start

    def get(self, db: Path, *options: str) -> Server:
        if (db, options) in self.refused:
            pytest.fail(self.refused[db, options], pytrace=False)
        server = self.running.pop((db, options), None)
        if server is not None and not server.answers_soon():
            server.kill()
            server = None
        if server is None:
            server = self.started(db, options)
        self.running[db, options] = server
        return server

    def started(self, db: Path, options: tuple[str, ...]) -> Server:
        try:
            return Server(db, self.folder / str(next(self.numbers)), *options).__enter__()
        except AssertionError as error:
            self.refused[db, options] = f"{' '.join(options)}: {error}"
            raise

    def close(self) -> None:
        for server in self.running.values():
            server.kill()


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    servers = Servers(tmp_path_factory.mktemp("servers"))
    yield servers
    servers.close()


@pytest.fixture(scope="session")
def big_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wiki of full size: 90 factions, 35 MB of revisions."""
    folder = tmp_path_factory.mktemp("big")
    source = folder / "big.xml"
    source.write_text(export(), encoding="utf-8")
    db = build_database(folder, source)
    source.unlink()
    return db


@pytest.fixture
def site(servers: Servers, sample_db: Path) -> Server:
    """The sample wiki, as `smashup serve` shows it to the one who started it."""
    return servers.get(sample_db)


@pytest.fixture
def public_site(servers: Servers, sample_db: Path) -> Server:
    """The same, told that it is open to everyone under an address."""
    return servers.get(sample_db, "--public-url", PUBLIC)


@pytest.fixture
def big_site(servers: Servers, big_db: Path) -> Server:
    return servers.get(big_db)
