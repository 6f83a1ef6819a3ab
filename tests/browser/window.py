"""A window of the browser: one size and one colour scheme, and all that goes wrong in it."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.sync_api import Browser, Dialog, Page, Request

from tests.browser.server import ANY, Address
from tests.serving.server import Server

PHONE = (390, 844)
DESK = (1280, 800)
COMBINATIONS = [(size, scheme) for size in (PHONE, DESK) for scheme in ("light", "dark")]
# All rules; what is left out is what no rule here needs, and where in the page a fault is.
QUICKLY = "{resultTypes: ['violations'], preload: false, selectors: false}"
LOADING = "console: Failed to load resource: "
names = [f"{size[0]}-{scheme}" for size, scheme in COMBINATIONS]


@functools.cache
def axe() -> str:
    folder = Path(axe_playwright_python.__file__).parent
    return (folder / "axe.min.js").read_text(encoding="utf-8")


@dataclass
class Window:
    """A page of the browser that is used again and again; what it heard is of the newest visit."""

    server: Server
    page: Page
    everything: list[str] = field(default_factory=list)
    of_an_error: str = ""

    def visit(self, address: Address) -> None:
        self.everything.clear()
        answer = self.page.goto(self.server.url + address.path)
        assert answer is not None
        # The browser itself logs that an error page is one.
        self.of_an_error = f"({answer.url})" if answer.status >= 400 else ""
        if address.status not in (answer.status, ANY):
            self.everything.append(f"status {answer.status}, not {address.status}")

    @property
    def heard(self) -> list[str]:
        """Messages, errors, dialogs, and requests to another place; a wrong status."""
        return [
            said
            for said in self.everything
            if not (
                self.of_an_error and said.startswith(LOADING) and said.endswith(self.of_an_error)
            )
        ]

    def violations(self) -> list[str]:
        """What axe finds on the page, by all rules that it has switched on."""
        self.page.evaluate(axe())
        found: list[dict[str, Any]] = self.page.evaluate(
            f"async () => (await axe.run({QUICKLY})).violations"
        )
        return [
            f"{rule['id']}: {node['html'][:160]} {' '.join(node['failureSummary'].split())[:200]}"
            for rule in found
            for node in rule["nodes"]
        ]


def open_window(
    browser: Browser, server: Server, size: tuple[int, int], scheme: Any, **options: Any
) -> Window:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, **options
    )
    context.set_default_timeout(120_000)  # milliseconds: a busy machine is no fault
    page = context.new_page()
    window = Window(server, page)

    def on_console(message: Any) -> None:
        window.everything.append(f"console: {message.text} ({message.location['url']})")

    def on_request(request: Request) -> None:
        if not request.url.startswith((server.url + "/", "data:")):
            window.everything.append(f"request: {request.url}")

    def on_dialog(dialog: Dialog) -> None:
        window.everything.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    page.on("console", on_console)
    page.on("request", on_request)
    page.on("dialog", on_dialog)
    page.on("pageerror", lambda error: window.everything.append(f"error: {error}"))
    return window
