"""Web sites to ask: of the hand-made knowledge base, of the sample wiki and of the real one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kb.serving.command import site as make_site
from kb.serving.options import Options
from tests.datasette_.odd_wiki import make_database


class Site:
    """Datasette as `smashup serve` sets it up, asked without a network, by whoever sits there."""

    def __init__(self, path: Path, *extra: str) -> None:
        self.datasette, _ = make_site(str(path), Options("127.0.0.1"), extra=extra)
        self.loop = asyncio.new_event_loop()

    def get(self, path: str, **parameters: str) -> Any:
        """The response (of httpx) to a GET of a path."""
        return self.loop.run_until_complete(
            self.datasette.client.get(path, params=parameters or None)
        )

    def html(self, path: str, **parameters: str) -> str:
        response = self.get(path, **parameters)
        assert response.status_code == 200, (path, parameters, response.text[-2000:])
        return str(response.text)

    def json(self, path: str, **parameters: str) -> Any:
        response = self.get(path, **parameters)
        assert response.status_code == 200, (path, parameters, response.text[-2000:])
        return response.json()

    def close(self) -> None:
        for db in self.datasette.databases.values():
            db.close()
        if self.datasette.executor:
            self.datasette.executor.shutdown()
        self.loop.close()


OpenSite = Callable[..., Site]


@pytest.fixture(scope="session")
def odd_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Path of the hand-made knowledge base, in a file of another name than the site's."""
    path = tmp_path_factory.mktemp("odd") / "odd words.db"
    make_database(path)
    return path


@pytest.fixture(scope="session")
def open_site() -> Iterator[OpenSite]:
    """Opens the site of a database, with Datasette's options; all are closed at the end."""
    sites: list[Site] = []

    def open_(path: Path, *extra: str) -> Site:
        sites.append(Site(path, *extra))
        return sites[-1]

    yield open_
    for site in sites:
        site.close()


@pytest.fixture(scope="session")
def odd_site(odd_database: Path, open_site: OpenSite) -> Site:
    return open_site(odd_database)


@pytest.fixture(scope="session")
def sample_site(sample_db: Path, open_site: OpenSite) -> Site:
    return open_site(sample_db)


@pytest.fixture(scope="session")
def seed_site(seed_db: Path, open_site: OpenSite) -> Site:
    return open_site(seed_db)


@pytest.fixture(params=["odd", "sample", "seed"])
def site(request: pytest.FixtureRequest) -> Site:
    """Each site in turn; the seed's is skipped where the real wiki's data is not."""
    site: Site = request.getfixturevalue(f"{request.param}_site")
    return site
