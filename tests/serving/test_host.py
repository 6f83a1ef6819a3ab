"""Whose address a request names: links never lead elsewhere, and SQL is for the owner alone."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.building import ROOT
from tests.serving.conftest import PUBLIC, Servers
from tests.serving.server import Answer, Server, ask, request

EVIL = "evil.example"
LOOPBACK = (
    "localhost",
    "localhost:8001",
    "127.0.0.1",
    "127.0.0.1:80",
    "[::1]",
    "[::1]:8001",
    "LOCALHOST",
)
FOREIGN = (
    EVIL,
    f"{EVIL}:80",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "192.168.1.2",
    "localhost@evil.example",
    "evil.example/localhost",
    "[::2]",
    "0x7f.1.evil.example",
    "localhost:80@evil.example",
    "xlocalhost",
    "127.0.0.1x",
    "",
    " ",
)
LINKING = (
    "/",
    "/smashup",
    "/smashup/cards",
    "/smashup/cards.json?_size=1",
    "/smashup/nope",
    "/smashup/cards.json?_size=1&_facet=deck&_sort=name",
    "/smashup/page/1",
    "/smashup/card.json?_size=1",
    "/smashup/text.csv?_size=1&_stream=1",
    "/smashup/cards/",
    "/smashup/text.json?_size=1&_facet_date=wikitext",
    "/smashup/cards.jsono",
    "/nope/",
    "/smashup/artists.json",
    "/smashup/artists",
    "/-/metadata",
    "/%2fevil",
    "//x/",
    "/smashup/cards?_filter_column=name&_filter_op=exact&_filter_value=1",
)


def links(answer: Answer) -> list[str]:
    """Absolute addresses in headers and body, those of the wiki's pages apart."""
    heads = " ".join(f"{name}: {value}" for name, value in answer.headers)
    return re.findall(r"(?:https?:)?//[A-Za-z0-9.\[\]:@-]+", heads + " " + answer.text)


@pytest.mark.parametrize("host", LOOPBACK)
def test_loopback_passes(site: Server, host: str):
    assert site.get("/smashup/cards.json?_size=1", "GET", host).status == 200


@pytest.mark.parametrize("host", LOOPBACK)
def test_loopback_passes_on_a_public_site(public_site: Server, host: str):
    assert public_site.get("/smashup/cards.json?_size=1", "GET", host).status == 200


@pytest.mark.parametrize("host", FOREIGN)
def test_another_host_is_misdirected(site: Server, public_site: Server, host: str):
    """As a page elsewhere does whose name was made to lead to this machine (DNS rebinding)."""
    for server in (site, public_site):
        answer = ask(server.port, request("/smashup/cards", host="", headers=(f"Host: {host}",)))
        assert answer.status in (400, 421), (host, answer.status)
        assert EVIL not in answer.text
        if host and "@" not in host and "/" not in host and host.strip():
            assert answer.status == 421


def test_its_own_host_passes(public_site: Server):
    for host in ("rules.example", "RULES.example", "rules.example:443"):
        assert public_site.get("/smashup/cards.json?_size=1", "GET", host).status == 200


def test_two_hosts_are_none(site: Server):
    for first, second in (("localhost", EVIL), (EVIL, "localhost")):
        answer = site.get("/smashup/cards.json?_size=1", "GET", first, f"Host: {second}")
        assert answer.status in (400, 421)
        assert EVIL not in answer.text


def test_a_target_with_a_host(site: Server):
    """The host of an absolute target counts, not the header beside it."""
    for target in (f"http://{EVIL}/smashup/cards.json?_size=1", f"//{EVIL}/smashup/cards"):
        answer = site.get(target)
        assert answer.status in (200, 400, 404, 421), answer.status
        assert f"://{EVIL}" not in answer.text + answer.header("link") + answer.header("location")


@pytest.mark.parametrize("path", LINKING)
def test_links_stay_at_home(site: Server, path: str):
    for host in ("localhost", "127.0.0.1:1"):
        answer = site.get(path, "GET", host)
        assert answer.status < 500
        assert not [link for link in links(answer) if EVIL in link]
        location = answer.header("location")
        assert not location or re.match(r"/(?![/\\])|https?://localhost|http://127", location)
    # Whoever is asked in the name of another: nothing of that name comes back.
    for headers in (f"X-Forwarded-Host: {EVIL}", f"Forwarded: host={EVIL}", f"X-Host: {EVIL}"):
        assert EVIL not in str(site.get(path, "GET", "localhost", headers)[1:3])


@pytest.mark.parametrize(
    "path",
    [
        "/smashup/cards.json?_size=1",
        "/smashup/card.json?_size=1",
        "/smashup/cards.json?_size=1&_sort=name",
    ],
)
def test_links_begin_with_the_public_address(public_site: Server, path: str):
    for host in ("rules.example", "localhost"):
        answer = public_site.get(path, "GET", host)
        assert answer.status == 200
        assert json.loads(answer.body)["next_url"].startswith(PUBLIC + "smashup/card")
        assert f"<{PUBLIC}smashup/card" in answer.header("link")
    page = public_site.get(path.replace(".json", ""), "GET", "rules.example")
    assert f"{PUBLIC}smashup/card" in page.header("link")


def test_several_public_addresses(servers: Servers, sample_db: Path):
    other = "http://spare.example:8080/"
    server = servers.get(sample_db, "--public-url", PUBLIC, "--public-url", other)
    assert server.get("/", "GET", "rules.example").status == 200
    assert server.get("/", "GET", "spare.example:8080").status == 200
    assert server.get("/", "GET", "spare.example.evil").status == 421


@pytest.mark.parametrize("below", ["/kb", ""])
def test_a_site_below_a_path(servers: Servers, sample_db: Path, below: str):
    """The same rules, whether the proxy before it leaves the path on or takes it off."""
    server = servers.get(sample_db, "--public-url", "https://rules.example/kb/")
    style = server.get(f"{below}/static/smashup.css")
    tag = style.header("etag")
    assert (style.status, bool(tag), "max-age" in style.header("cache-control")) == (
        200,
        True,
        True,
    )
    assert (
        server.get(
            f"{below}/static/smashup.css", "GET", "localhost", f"If-None-Match: {tag}"
        ).status
        == 304
    )
    broken = server.get(f"{below}/static/smashup.css/x")
    assert (broken.status, str(ROOT) in broken.text) == (404, False)
    for path in ("/-/databases.json", "/-/threads", "/smashup.json?sql=select+1"):
        assert server.get(below + path).status == 403, path
    page = server.get(f"{below}/smashup/cards.json?_size=1")
    assert (page.status, bool(page.header("etag"))) == (200, True)
    assert json.loads(page.body)["next_url"].startswith("https://rules.example/kb/smashup/cards")
    assert 'href="/kb/static/smashup.css"' in server.get(f"{below}/").text
