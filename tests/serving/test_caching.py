"""What browsers and proxies may keep, and how they ask whether it still holds."""

from __future__ import annotations

import gzip

import pytest

from tests.serving.server import Server

PATHS = (
    "/",
    "/smashup",
    "/smashup/cards",
    "/smashup/cards.json",
    "/smashup/artists.json",
    "/smashup/page/1",
    "/smashup/terms.json?_size=1",
)


@pytest.mark.parametrize("path", PATHS)
def test_an_answer_that_is_still_good_is_not_sent_again(site: Server, path: str):
    first = site.get(path)
    tag = first.header("etag")
    assert first.status == 200
    assert tag
    assert "max-age" in first.header("cache-control")
    assert "accept-encoding" in first.header("vary").lower()
    for asked in (tag, f'"other", {tag}', f"W/{tag.removeprefix('W/')}", "*"):
        again = site.get(path, "GET", "localhost", f"If-None-Match: {asked}")
        assert (again.status, again.body) == (304, b""), asked
        assert again.header("etag") == tag
    for asked in ('"other"', "", tag.strip('"') + "x", "W/", '"' * 100):
        assert site.get(path, "GET", "localhost", f"If-None-Match: {asked}").status == 200, asked


def test_another_address_has_another_tag(site: Server):
    tags = {site.get(path).header("etag") for path in PATHS}
    assert len(tags) == len(PATHS)
    tag = site.get("/smashup/cards.json?_size=1").header("etag")
    assert (
        site.get("/smashup/cards.json?_size=2", "GET", "localhost", f"If-None-Match: {tag}").status
        == 200
    )


def test_a_tag_is_not_good_for_another_form(site: Server):
    """One kept compressed is not sent to whom can't read it."""
    plain = site.get("/smashup/cards.json")
    packed = site.get("/smashup/cards.json", "GET", "localhost", "Accept-Encoding: gzip")
    assert packed.header("content-encoding") == "gzip"
    assert plain.header("content-encoding") == ""
    assert plain.header("etag") != packed.header("etag") or plain.header("etag").startswith("W/")


@pytest.mark.parametrize("path", [*PATHS, "/smashup/cards.csv", "/static/smashup.css"])
def test_compressed_for_whom_it_is(site: Server, path: str):
    plain = site.get(path)
    for accepted in ("gzip", "gzip, deflate, br", "br;q=1, gzip;q=0.5", "GZIP", "*"):
        packed = site.get(path, "GET", "localhost", f"Accept-Encoding: {accepted}")
        assert packed.status == 200
        if packed.header("content-encoding"):
            assert packed.header("content-encoding") == "gzip"
            assert len(gzip.decompress(packed.body)) >= len(plain.body) * 0.9
    if len(plain.body) > 2000:
        assert (
            site.get(path, "GET", "localhost", "Accept-Encoding: gzip").header("content-encoding")
            == "gzip"
        )


@pytest.mark.parametrize(
    "accepted",
    [
        "gzip;q=0",
        "identity",
        "gzip;q=0.000, *;q=0",
        "x" * 3000,
        "gzip;q=abc",
        ",,,",
        "gzip;q=0;q=1",
        "deflate",
        "\xff",
    ],
)
def test_odd_wishes(site: Server, accepted: str):
    answer = site.get("/smashup/cards.json", "GET", "localhost", f"Accept-Encoding: {accepted}")
    assert answer.status in (200, 406, 431)
    if accepted in ("gzip;q=0", "identity", "deflate", "gzip;q=0.000, *;q=0"):
        assert answer.header("content-encoding") in ("", "identity")
        assert answer.body.startswith(b"{")


def test_nobody_keeps_what_went_wrong(site: Server):
    for path in ("/nope", "/smashup/cards.json?_size=x", "/smashup/nope"):
        answer = site.get(path)
        assert answer.status in (400, 404)
        assert (
            "max-age=0" in answer.header("cache-control")
            or "no-" in answer.header("cache-control")
            or not answer.header("cache-control")
        )
        assert not answer.header("etag")
    # A visitor does not decide how long others' proxies keep a page.
    answer = site.get("/smashup/cards.json?_ttl=999999999")
    assert "999999999" not in answer.header("cache-control")


def test_robots(site: Server, public_site: Server):
    for server in (site, public_site):
        answer = server.get("/robots.txt")
        assert answer.status == 200
        assert answer.header("content-type").startswith("text/plain")
        assert "user-agent: *" in answer.text.lower()
        assert "disallow" in answer.text.lower()
