"""Every page can be used by everyone: axe has no complaint, and the browser has nothing to say."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.server import Address, addresses
from tests.browser.window import COMBINATIONS, Window, names, open_window
from tests.serving.server import Server


def complaints(window: Window, visited: list[Address]) -> dict[str, list[str]]:
    """Address -> what axe, the console and the network say against it."""
    found = {}
    for address in visited:
        window.visit(address)
        said = window.violations() + window.heard
        if said:
            found[address.path] = said
    return found


@pytest.mark.parametrize("turn", range(len(COMBINATIONS)), ids=names)
def test_each_page_once(browser: Browser, brief_server: Server, turn: int):
    """Each page in one of the sizes and schemes, which take turns."""
    visited = addresses(brief_server)[turn :: len(COMBINATIONS)]
    window = open_window(browser, brief_server, *COMBINATIONS[turn])
    assert complaints(window, visited) == {}


@pytest.mark.full
@pytest.mark.parametrize("database", ["sample", "odd"])
@pytest.mark.parametrize(("size", "scheme"), COMBINATIONS, ids=names)
def test_each_page_in_all_ways(
    browser: Browser, request: pytest.FixtureRequest, database: str, size, scheme
):
    server: Server = request.getfixturevalue(f"{database}_server")
    window = open_window(browser, server, size, scheme)
    assert complaints(window, addresses(server)) == {}
