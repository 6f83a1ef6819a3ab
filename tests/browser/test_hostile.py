"""Nothing that a wiki or a visitor writes ever runs, even where a browser may run scripts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from datasette.utils import tilde_encode
from playwright.sync_api import Browser

from tests.browser.server import ANY, Address, addresses, serving
from tests.browser.window import DESK, Window, open_window
from tests.datasette_.hostile_wiki import ATTACKS, RESULT, SUM, attack, make_hostile_database
from tests.serving.server import Server

# A page of ours has none of these by itself.
RAN = """() => [
    ...(window.pwned === undefined ? [] : [`ran ${window.pwned}`]),
    ...[...document.querySelectorAll("*")].flatMap((element) => [...element.attributes]
        .filter(({name, value}) => name.startsWith("on") || /^\\s*javascript:/i.test(value) &&
            ["href", "src", "action", "formaction"].includes(name))
        .map(({name, value}) => `${element.tagName} ${name}=${value}`)),
    ...[...document.querySelectorAll("script:not([src]), style, iframe, img, svg, object, embed")]
        .map((element) => element.outerHTML.slice(0, 100)),
]"""

# The command, with templates that take every word for HTML.
UNESCAPED = """
import jinja2

made = jinja2.Environment.__init__

def unescaped(self, *args, **options):
    made(self, *args, **(options | {"autoescape": False}))

jinja2.Environment.__init__ = unescaped
from kb.cli import main
main()
"""


@pytest.fixture(scope="session")
def hostile_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hostile") / "hostile.db"
    make_hostile_database(path)
    return path


@pytest.fixture(scope="session")
def hostile_server(chromium: str, hostile_database: Path) -> Iterator[Server]:
    with serving(hostile_database) as server:
        yield server


def what_ran(window: Window, visited: list[Address]) -> dict[str, list[str]]:
    """Address -> what ran there, or could."""
    found = {}
    for address in visited:
        window.visit(address)
        ran = window.page.evaluate(RAN) + window.heard
        if RESULT in window.page.content():
            ran.append("a template ran what it was given")
        if ran:
            found[address.path] = ran
    return found


def typed(server: Server) -> list[Address]:
    """Pages asked for with attacks in all that a visitor can write into an address."""
    whole = attack(0)
    fields = ["_search", "name", "name__contains", "name__in", "power__gte", "_facet", "_sort"]
    fields += ["_sort_desc", "_nocol", "_next", "_where", "_size", whole, f"name__{whole}"]
    paths = ["/smashup/cards?" + urlencode({name: whole}) for name in fields]
    paths += ["/smashup/changes?_facet=name&_facet=old", "/smashup/revisions?_facet=contributor"]
    for query in server.json("/smashup.json")["queries"]:
        if query["params"]:
            paths.append(
                f"/smashup/{query['name']}?{urlencode(dict.fromkeys(query['params'], whole))}"
            )
    for text in [whole, *ATTACKS]:
        column = text.replace('"', '""')
        paths.append("/smashup?" + urlencode({"sql": f"select '{quote(text)}' as \"{column}\""}))
        paths.append("/smashup?" + urlencode({"sql": "select :word as word", "word": text}))
        paths.append("/smashup?" + urlencode({"sql": text}))
        for spelt in (tilde_encode(text), quote(text, safe="")):
            paths += [f"/{spelt}", f"/smashup/{spelt}", f"/smashup/card/{spelt}"]
    return [Address(path, ANY) for path in paths]


def open_unguarded(browser: Browser, server: Server) -> Window:
    """A window that ignores the site's own policy, so that escaping alone must do."""
    return open_window(browser, server, DESK, "light", bypass_csp=True)


def test_nothing_stored_runs(browser: Browser, hostile_server: Server):
    window = open_unguarded(browser, hostile_server)
    assert what_ran(window, addresses(hostile_server)) == {}


def test_nothing_typed_runs(browser: Browser, hostile_server: Server):
    window = open_unguarded(browser, hostile_server)
    assert what_ran(window, typed(hostile_server)) == {}


def test_attacks_are_there_to_be_seen(browser: Browser, hostile_server: Server):
    """They stand on the pages, as text."""
    window = open_unguarded(browser, hostile_server)
    for path in ("/smashup/cards", "/smashup/changes", "/smashup/factions", "/smashup/card/720001"):
        window.visit(Address(path))
        assert SUM in window.page.locator("main").inner_text(), path


def test_without_escaping_they_run(browser: Browser, hostile_database: Path):
    """The check itself is able to fail."""
    with serving(hostile_database, python=("-c", UNESCAPED)) as server:
        window = open_unguarded(browser, server)
        found = what_ran(window, [Address("/smashup/cards", ANY), Address("/smashup/terms", ANY)])
    assert set(found) == {"/smashup/cards", "/smashup/terms"}
    assert any(said.startswith(("ran ", "dialog: ")) for said in found["/smashup/cards"])
