"""What a site tells of the machine: no folder of it, to nobody; its workings to its owner alone."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.building import ROOT
from tests.serving.server import Answer, Server

WORKINGS = (
    *("threads", "databases", "settings", "versions", "plugins", "metadata", "permissions"),
    *("messages", "actor", "allow-debug", "patterns", "auth-token", "logout", "config"),
)
SPELT = (
    *("/-/{}", "/-/{}.json", "/-/{}/", "/-/{}.json/", "//-/{}", "//-/{}.json", "/-//{}", "/%2d/{}"),
    *("/%2D/{}.json", "/-%2f{}", "/~2D/{}", "/~2d/{}.json", "/./-/{}", "/x/../-/{}", "/-/./{}"),
    *("/-/{}?_format=json", "/-/{}.json?all=1", "/-/{};x", "/-/{}%20", "/-/{}%2ejson", "///-/{}/"),
)
INNER = (
    *("/_internal", "/_internal.json", "/_internal.db", "/_internal/tables.json", "/_internal.csv"),
    *("/_internal/databases.json", "/_internal/databases.csv?_stream=1", "/_internal/columns"),
    *("/:memory:", "/:memory:.json?sql=select+1", "/:memory:/x", "/_memory", "/smashup.db"),
    *("/_memory.json?sql=select+1", "/~5Finternal", "/%5finternal", "/_internal?sql=select+1"),
    *("/_internal.json?sql=select+*+from+databases", "/_internal/databases/smashup.json"),
)
PAGES = (
    *("/", "/.json", "/smashup", "/smashup.json", "/smashup/source", "/smashup/source.json"),
    *(
        "/smashup/source.csv",
        "/smashup/source.csv?_stream=1",
        "/smashup/source/1",
        "/smashup/sources",
    ),
    *("/smashup/source/1.json", "/smashup/sources.json", "/smashup/sources.csv", "/nope"),
    *("/smashup/source.json?_facet=path", "/smashup/source.json?_shape=array&_col=path"),
    *("/smashup/source.blob?_blob_column=path", "/smashup/revision.json?_labels=on&_size=1"),
    *("/smashup/source/1.blob?_blob_column=path", "/smashup/revision?_facet=source_id"),
    *("/smashup/source.json?_sort=path", "/smashup/source.json?_size=1&_sort=path"),
    *("/static/smashup.css/x", "/-/static/app.css/x", "/static/%00", "/static/../plugins/x.py"),
    *("/static/" + "x" * 300, "/smashup/cards.json?_trace=1", "/smashup/cards?_trace=1"),
    *("/smashup/meta.json", "/smashup/wiki.json", "/smashup/cards?_context=1", "/robots.txt"),
)
SQL = (
    *("select * from pragma_database_list", "select file from pragma_database_list()"),
    *('select * from "pragma_database_list"', "select * from source", "select path from source"),
    *("select hex(path) from source", "select json_group_array(path) from source"),
    *("with s as (select * from source) select * from s", "select substr(path, 2) from source"),
    *("select * from PRAGMA_DATABASE_LIST", "select * from nope", "select max(path) from source"),
    *("select name, sql from sqlite_master", "select * from pragma_function_list limit 5"),
    *("select * from pragma_temp_store_directory", "select sqlite_source_id()"),
    *("select load_extension('x')", "select * from card_fts where card_fts match '\"'"),
)


@pytest.fixture(scope="session")
def folders(sample_db: Path) -> list[str]:
    """Folders of this machine that might be told."""
    told = {str(sample_db.parent), str(ROOT), sys.prefix, sys.base_prefix, str(Path.home())}
    told |= {str(ROOT / "revisions"), "/site-packages", "/lib/python3", "/dist-packages"}
    return [folder for folder in told if len(folder) > 2]


def assert_tells_no_folder(answer: Answer, folders: list[str], what: str) -> None:
    everything = " ".join(value for _, value in answer.headers) + " " + answer.text
    everything += " " + re.sub(r"\\/", "/", everything)
    for folder in folders:
        spelt = (
            folder,
            quote(folder, safe=""),
            folder.encode().hex(),
            folder.encode().hex().upper(),
        )
        for spelling in spelt:
            assert spelling not in everything, f"{what} tells {folder}"


@pytest.mark.parametrize("path", [*PAGES, *INNER])
def test_no_folder(site: Server, folders: list[str], path: str):
    for host in ("localhost", "evil.example"):
        answer = site.get(path, "GET", host)
        assert answer.status < 500, answer.text[-500:]
        assert_tells_no_folder(answer, folders, path)


@pytest.mark.parametrize("query", SQL)
def test_no_folder_by_sql(site: Server, folders: list[str], query: str):
    for format_ in (".json", ".csv", ""):
        answer = site.get(f"/smashup{format_}?sql={quote(query)}")
        assert answer.status in (200, 400, 403)
        assert_tells_no_folder(answer, folders, query)


def test_no_folder_by_a_filter(site: Server, folders: list[str], sample_db: Path):
    """Nor by asking whether it is one: each letter more that fits would tell it."""
    for folder in ("/", str(ROOT), str(Path.home())):
        for lookup in ("startswith", "contains"):
            path = f"/smashup/source.json?path__{lookup}={quote(folder, safe='')}"
            assert json.loads(site.get(path).body)["filtered_table_rows_count"] == 0, path
    answer = site.get("/smashup/source.json?_where=" + quote("path like '%/%'"))
    assert json.loads(answer.body)["filtered_table_rows_count"] == 0


def test_the_name_of_a_source_is_told(site: Server):
    rows = json.loads(site.get("/smashup/source.json?_shape=array").body)
    assert [row["path"] for row in rows] == ["sample-wiki.xml"]
    assert "sample-wiki.xml" in site.get("/smashup/source.csv").text
    assert "sample-wiki.xml" in site.get("/smashup/source").text


@pytest.mark.parametrize("name", WORKINGS)
def test_no_working_for_a_visitor(public_site: Server, folders: list[str], name: str):
    for spelt in SPELT:
        path = spelt.format(name)
        answer = public_site.get(path, "GET", "rules.example")
        if answer.status in (301, 302, 307, 308):  # to another spelling of the same
            answer = public_site.get(answer.header("location"), "GET", "rules.example")
        assert answer.status in (400, 403, 404), (path, answer.status)
        assert_tells_no_folder(answer, folders, path)


@pytest.mark.parametrize("path", INNER)
def test_nothing_inner_for_a_visitor(public_site: Server, path: str):
    answer = public_site.get(path, "GET", "rules.example")
    if answer.status in (301, 302):
        answer = public_site.get(answer.header("location"), "GET", "rules.example")
    assert answer.status in (400, 403, 404), (path, answer.status)


@pytest.mark.parametrize("header", ["X-Forwarded-For: 192.0.2.1", "Sec-Fetch-Site: cross-site"])
def test_a_visitor_through_others_is_one(site: Server, header: str):
    for name in WORKINGS:
        assert site.get(f"/-/{name}.json", "GET", "localhost", header).status in (403, 404), name


@pytest.mark.parametrize("name", WORKINGS)
def test_the_owner_may_see_workings_but_no_folder(site: Server, folders: list[str], name: str):
    for path in (f"/-/{name}", f"/-/{name}.json"):
        answer = site.get(path)
        assert answer.status < 500
        assert_tells_no_folder(answer, folders, path)


def test_no_file_outside_of_static(site: Server):
    for mount in ("/static", "/-/static"):
        for up in ("..", "%2e%2e", "..%2f", "%2e%2e%2f", "..%5c", "~2E~2E", ".../", "//", "/"):
            for file in ("plugins/security.py", "settings.json", "app.py", "etc/passwd"):
                for path in (f"{mount}/{up}/{file}", f"{mount}/{up}/{up}/{up}/{up}/{up}/{file}"):
                    answer = site.get(path)
                    assert answer.status in (301, 302, 400, 403, 404), path
                    assert "import " not in answer.text
                    assert "root:" not in answer.text
