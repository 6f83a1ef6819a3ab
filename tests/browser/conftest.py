"""Debian's Chromium, driven by Playwright, on sites that `smashup serve` serves."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.server import serving
from tests.datasette_.odd_wiki import make_database
from tests.serving.server import Server

ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]


expect.set_options(timeout=60_000)  # milliseconds: a busy machine is no fault


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of the browser."""
    path = shutil.which("chromium") or shutil.which("/usr/bin/chromium")
    if path is None:
        missing = "no Chromium here: apt-get install chromium"
        if os.environ.get("SMASHUP_REQUIRE_BROWSER") == "1":
            pytest.fail(missing)
        pytest.skip(missing)
    return path


# Not for the whole session: while Playwright runs, no other test can run an event loop of its own.
@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def sample_server(chromium: str, sample_db: Path) -> Iterator[Server]:
    with serving(sample_db) as server:
        yield server


@pytest.fixture(scope="session")
def brief_server(chromium: str, sample_db: Path) -> Iterator[Server]:
    """The sample's site with few rows a page, which axe reads several times as fast."""
    settings = {"default_page_size": "5", "max_returned_rows": "50"}
    options = [word for name, value in settings.items() for word in ("--setting", name, value)]
    with serving(sample_db, *options) as server:
        yield server


@pytest.fixture(scope="session")
def odd_server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path = tmp_path_factory.mktemp("odd") / "odd words.db"
    make_database(path)
    with serving(path) as server:
        yield server
