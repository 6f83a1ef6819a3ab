"""SQL is for whoever started the site, on his machine; for visitors where he says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.serving.conftest import PUBLIC, Servers
from tests.serving.server import Server

SQL = (
    *("/smashup?sql=select+1", "/smashup.json?sql=select+1", "/smashup.csv?sql=select+1"),
    *("/smashup.json?_shape=array&sql=select+1", "/smashup.csv?_stream=1&sql=select+1"),
    *("/smashup.blob?_blob_column=1&sql=select+1", "/smashup.jsono?sql=select+1"),
    *(
        "/smashup.json?%73ql=select+1",
        "/smashup.json?s%71l=select%201",
        "/smashup.nope?sql=select+1",
    ),
    *(
        "/smashup.json?sql=&sql=select+1",
        "/smashup.json?a=1;b=2&sql=select+1",
        "/smashup/?sql=select+1",
    ),
    *("/smashup/cards.json?_where=1", "/smashup/cards?_where=1", "/smashup/cards.csv?_where=1"),
    *("/smashup/cards.json?%5fwhere=1", "/smashup/cards.json?%5Fwh%65re=1"),
    *("/smashup/card.json?_where=name+like+'a'&_stream=1", "/smashup/card.csv?_where=1&_stream=1"),
    *("/smashup/cards.blob?_where=1&_blob_column=name", "/smashup/cards.json?_where=&_where=1"),
)
FROM_ELSEWHERE = (
    *("Forwarded: for=192.0.2.1", "X-Forwarded-For: 192.0.2.1", "X-Forwarded-Proto: https"),
    *("X-Forwarded-Host: rules.example", "X-Real-IP: 192.0.2.1", "Via: 1.1 proxy"),
    *("x-forwarded-server: a", "X-FORWARDED-PORT: 443", "Sec-Fetch-Site: cross-site"),
)


@pytest.mark.parametrize("host", ["localhost", "localhost:8001", "127.0.0.1", "[::1]:8001"])
@pytest.mark.parametrize("path", [SQL[1], SQL[2], "/smashup/cards.json?_where=1"])
def test_the_owner_may(site: Server, path: str, host: str):
    for headers in ((), ("Sec-Fetch-Site: same-origin",), ("Sec-Fetch-Site: none",)):
        assert site.get(path, "GET", host, *headers).status == 200


@pytest.mark.parametrize("path", SQL)
def test_a_visitor_may_not(public_site: Server, path: str):
    for host in ("rules.example", "localhost"):
        answer = public_site.get(path, "GET", host)
        assert answer.status in ((403, 302, 404) if "/?" in path or "jsono" in path else (403,))
        assert answer.text.strip() or answer.status == 302


@pytest.mark.parametrize("header", FROM_ELSEWHERE)
def test_what_comes_through_others_may_not(site: Server, header: str):
    for path in SQL[:9]:
        assert site.get(path, "GET", "localhost", header).status in (
            (403, 302) if "jsono" in path else (403,)
        ), path
    assert site.get("/smashup/cards.json?_size=1", "GET", "localhost", header).status == 200


@pytest.mark.parametrize("name", ["_WHERE", "_Where", "SQL", "_where__exact"])
def test_other_names_are_not_sql(public_site: Server, name: str):
    """No such column, or no such parameter: whatever is said, it was not run."""
    secret = "1=1) union select 'ran' --"
    for path in ("/smashup.json", "/smashup/cards.json"):
        answer = public_site.get(
            f"{path}?{name}={secret.replace(' ', '+')}", "GET", "rules.example"
        )
        assert answer.status in (200, 400, 403)
        assert '"ran"' not in answer.text


def test_where_sql_is_off_it_is_not_offered(public_site: Server):
    for path in ("/smashup", "/smashup/artists", "/smashup/cards", "/smashup/artists?_show_sql=1"):
        page = public_site.get(path, "GET", "rules.example")
        assert page.status == 200
        assert "?sql=" not in page.text
        assert 'name="sql"' not in page.text
    assert json.loads(public_site.get("/smashup.json").body)["allow_execute_sql"] is False


def test_questions_are_ready_all_the_same(public_site: Server):
    queries = json.loads(public_site.get("/smashup.json").body)["queries"]
    assert len(queries) > 20
    for query in queries:
        for format_ in ("", ".json", ".csv"):
            answer = public_site.get(f"/smashup/{query['name']}{format_}", "GET", "rules.example")
            assert (answer.status, answer.whole) == (200, True), (query["name"], format_)


def test_sql_for_all(servers: Servers, sample_db: Path):
    server = servers.get(sample_db, "--sql", "--public-url", PUBLIC)
    lines = [line for line in server.said().splitlines() if "sql" in line.lower()]
    assert len(lines) == 1, server.said()
    assert len(lines[0].split()) > 6, "it says what is risked"
    for path in SQL[:3]:
        assert server.get(path, "GET", "rules.example").status == 200
        assert server.get(path, "GET", "rules.example", "Via: 1.1 proxy").status == 200


def test_nothing_is_said_where_nothing_is_risked(site: Server):
    assert "--sql" not in site.said()


def test_options_of_datasette_do_not_switch_it_on(servers: Servers, sample_db: Path):
    server = servers.get(
        sample_db, "--public-url", PUBLIC, "--", "--setting", "default_allow_sql", "on"
    )
    assert server.get(SQL[1], "GET", "rules.example").status == 403
