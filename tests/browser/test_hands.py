"""What is pressed is large enough, has a name, and can be reached and seen with the keyboard."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.server import Address, first_row
from tests.browser.window import DESK, PHONE, Window, open_window
from tests.serving.server import Server

PAGES = ["/", "/smashup", "/smashup/cards?type=minion", "/smashup/changes", "/smashup/page?_size=2"]
PAGES += ["/smashup/cards-by-artist", "/smashup?sql=select+1+as+n", "/nope"]

# Everything to press but links in running text; a label is as good as the box inside it.
SMALL = """() => {
    document.querySelectorAll("details").forEach((details) => (details.open = true));
    const pressed = "button, select, input:not([type=hidden]), summary, textarea, nav a, th a, " +
        "header a, .facets a, .columns a, .plain a, .next, .tiles a, .questions a, .listing a, " +
        ".rows td > a";
    return [...document.querySelectorAll(pressed)].filter((element) => {
        const box = (element.closest("label.check") || element).getBoundingClientRect();
        const shown = element.checkVisibility({visibilityProperty: true}) && box.width > 0;
        return shown && (box.width < 23.99 || box.height < 23.99);
    }).map((element) => {
        const box = element.getBoundingClientRect();
        return `${element.outerHTML.slice(0, 120)} ${box.width}x${box.height}`;
    });
}"""

UNLABELLED = """() => [...document.querySelectorAll("input:not([type=hidden]), select, textarea")]
    .filter((field) => !field.labels?.length && !field.getAttribute("aria-label"))
    .map((field) => field.outerHTML)"""

# What has the focus: its text, and whether that shows.
FOCUSED = """() => {
    const element = document.activeElement;
    const style = getComputedStyle(element);
    const name = element.getAttribute("aria-label") || element.innerText || element.name || "";
    return [element.tagName, name.trim(), style.outlineStyle, parseFloat(style.outlineWidth)];
}"""


@pytest.fixture(scope="module", params=[PHONE, DESK], ids=["phone", "desk"])
def window(browser: Browser, sample_server: Server, request: pytest.FixtureRequest) -> Window:
    return open_window(browser, sample_server, request.param, "light")


def pages(server: Server) -> list[Address]:
    rows = [path for table in ("card", "faction") for path in first_row(server, table)]
    return [Address(path, 404 if path == "/nope" else 200) for path in [*PAGES, *rows]]


def test_targets_are_large_enough(window: Window):
    small = {}
    for address in pages(window.server):
        window.visit(address)
        small[address.path] = window.page.evaluate(SMALL)
    assert {path: found for path, found in small.items() if found} == {}


def test_fields_have_labels(window: Window):
    for address in pages(window.server):
        window.visit(address)
        assert window.page.evaluate(UNLABELLED) == [], address


def test_nothing_is_wider_than_the_window(window: Window):
    """Only what scrolls by itself, such as a wide table, goes beyond it."""
    for address in pages(window.server):
        window.visit(address)
        width = window.page.evaluate("document.documentElement.scrollWidth")
        assert width <= window.page.evaluate("innerWidth"), address


def test_outline_has_no_jumps(window: Window):
    for address in pages(window.server):
        window.visit(address)
        levels = window.page.evaluate(
            "[...document.querySelectorAll('h1, h2, h3, h4')].map((h) => +h.tagName[1])"
        )
        assert levels.count(1) == 1, address
        steps = pairwise([0, *levels])
        assert all(after <= before + 1 for before, after in steps), (address, levels)


def test_keyboard_reaches_everything(window: Window):
    """Tab goes through the page, with a ring around each thing, and past the editor of SQL."""
    for path, wanted in (
        ("/smashup/cards?_size=3", {"Filter and sort", "Rows", "Columns", "Search"}),
        ("/smashup/cards-by-artist?artist=gus", {"artist", "Show", "Rows"}),
        ("/smashup?sql=select+1+as+n", {"SQL, reading only", "Run", "Format", "Rows"}),
    ):
        window.visit(Address(path))
        reached = set()
        for _ in range(60):
            window.page.keyboard.press("Tab")
            tag, name, style, width = window.page.evaluate(FOCUSED)
            if tag == "BODY":
                break
            reached.add(name)
            ringed = style != "none" and width >= 2
            assert ringed or name == "SQL, reading only", (
                path,
                tag,
                name,
            )  # its frame has the ring
        assert wanted <= reached, path


def test_columns_do_what_they_say(window: Window):
    """What Datasette has in a menu of each column: sorting, counting, hiding."""
    page = window.page
    window.visit(Address("/smashup/cards"))
    page.get_by_text("Columns", exact=True).click()
    page.get_by_label("Sort by power, highest first").click()
    expect(page).to_have_title("Cards, sorted by power, highest first \u00b7 Smash Up rulebook")
    page.get_by_text("Columns", exact=True).click()
    page.get_by_label("Hide slug").click()
    expect(page.locator("td.col-slug")).to_have_count(0)
    page.get_by_text("Columns", exact=True).click()
    page.get_by_label("Count the values of copies").click()
    expect(page.locator("#facet-copies")).to_have_count(1)
    page.get_by_text("Columns", exact=True).click()
    page.get_by_label("Only rows that have breakpoint").click()
    expect(page).to_have_title(re.compile("^Cards with breakpoint, sorted by power, highest first"))
    page.get_by_text("Columns", exact=True).click()
    page.get_by_text("Show all columns").click()
    expect(page.locator("td.col-slug")).not_to_have_count(0)


def test_filters_can_be_set(window: Window):
    page = window.page
    window.visit(Address("/smashup/cards"))
    page.get_by_text("Filter and sort").click()
    page.get_by_role("combobox", name="New filter: column", exact=True).select_option("type")
    page.get_by_role("textbox", name="New filter: value", exact=True).fill("minion")
    page.get_by_role("combobox", name="Sort by", exact=True).select_option("power")
    page.get_by_role("button", name="Apply").click()
    expect(page).to_have_title("Cards of the type minion, sorted by power \u00b7 Smash Up rulebook")


def test_open_leads_to_the_card(window: Window):
    window.visit(Address("/smashup/cards?name=Chief+Auditor"))
    text = window.page.locator("td.col-text").inner_text()
    window.page.get_by_role("link", name="open Chief Auditor").click()
    expect(window.page.locator("h1")).to_have_text("Chief Auditor")
    assert text.split("\n")[0] in window.page.locator(".says").inner_text()
    assert window.page.locator(".errata").count() == 1


def test_editor_is_loaded_only_where_sql_is_edited(window: Window):
    asked: list[str] = []
    window.page.on("request", lambda request: asked.append(request.url))
    for address in pages(window.server):
        asked.clear()
        window.visit(address)
        editing = address.path in ("/smashup", "/smashup?sql=select+1+as+n")
        assert any("codemirror" in url for url in asked) == editing, address
        assert any(url.endswith(".js") for url in asked) == editing, address
