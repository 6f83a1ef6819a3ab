"""What the wiki hides now is in no answer of the site, whichever way one asks for it.

That words were found is an answer too: counts are compared as well as texts.
"""

from __future__ import annotations

import base64
import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.serving.conftest import Servers
from tests.serving.hiding import MARK, SECRETS, SHOWN, build
from tests.serving.server import Answer, Server

MOST_PAGES = 600
# FTS5 writes a word without the beginning that it shares with the one before: no more than three
# letters with any other, here.
TAIL = MARK.encode()
LISTS = ("vps", "path", "warnings", "old", "new")  # columns with JSON


@pytest.fixture(scope="session")
def hiding_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("hiding"))


@pytest.fixture
def hiding(servers: Servers, hiding_db: Path) -> Server:
    return servers.get(hiding_db)


@pytest.fixture(scope="session")
def tables(servers: Servers, hiding_db: Path) -> list[str]:
    told = json.loads(servers.get(hiding_db).get("/smashup.json").body)
    return [table["name"] for table in [*told["tables"], *told["views"]]]


def assert_keeps_quiet(answer: Answer, what: str) -> None:
    assert answer.status < 500, (what, answer.text[-500:])
    at = answer.body.lower().find(TAIL)
    assert at < 0, f"{what} tells {answer.body[max(0, at - 40) : at + 40]!r}"
    for block in re.findall(rb'"encoded": "([^"]*)"', answer.body):
        assert TAIL not in base64.b64decode(block).lower(), f"{what} tells it in a block"


def fetched(site: Server, path: str) -> Any:
    answer = site.get(path)
    assert answer.status == 200, (path, answer.status, answer.text[:300])
    return json.loads(answer.body)


def columns(site: Server, table: str) -> list[str]:
    names: list[str] = fetched(site, f"/smashup/{table}.json?_size=1&_nofacet=1&_nocount=1")[
        "columns"
    ]
    return names


def test_there_is_something_to_find(hiding: Server):
    assert SHOWN in hiding.get("/smashup/cards").text
    assert fetched(hiding, f"/smashup/cards.json?_search={SHOWN}")["filtered_table_rows_count"]
    assert fetched(hiding, "/smashup/revision.json")["filtered_table_rows_count"] >= 12


def test_no_page_shows_it(hiding: Server):
    """All pages that links lead to, from the first one on."""
    waiting, seen = ["/"], {"/"}
    while waiting:
        path = waiting.pop()
        answer = hiding.get(path)
        assert_keeps_quiet(answer, path)
        if "html" not in answer.header("content-type"):
            continue
        for link in map(unescape, re.findall(r'(?:href|src|action)="(/[^/"][^"#]*)', answer.text)):
            if link not in seen and len(seen) < MOST_PAGES:
                seen.add(link)
                waiting.append(link)
    assert len(seen) > 100


FORMATS = (
    *("", "?_size=max", ".json?_size=max", ".json?_size=max&_labels=on", ".csv?_stream=1"),
    *(".csv?_labels=on&_size=max", ".json?_shape=array&_size=max&_nl=on", ".json?_shape=object"),
    *(".json?_trace=1", ".json?_nocol=nope", ".csv?_stream=1&_trace=1"),
)


def test_no_table_shows_it(hiding: Server, tables: list[str]):
    for table in tables:
        for format_ in FORMATS:
            assert_keeps_quiet(hiding.get(f"/smashup/{table}{format_}"), table + format_)


def test_no_facet_shows_it(hiding: Server, tables: list[str]):
    for table in tables:
        for column in columns(hiding, table):
            asked = f"_facet={column}&_facet_date={column}"
            if column in LISTS:
                asked += f"&_facet_array={column}"
            path = f"/smashup/{table}.json?{asked}&_facet_size=100&_size=1"
            assert_keeps_quiet(hiding.get(path), path)


def test_no_row_shows_it(hiding: Server, tables: list[str]):
    for table in tables:
        found = fetched(hiding, f"/smashup/{table}.json?_shape=objects&_size=max")
        keys = found["primary_keys"]
        for row in found["rows"][:40] if keys else ():
            key = ",".join(re.sub(r"[^\w-]", tilde, str(row[name])) for name in keys)
            for more in ("", ".json?_extras=foreign_key_tables"):
                path = f"/smashup/{table}/{key}{more}"
                assert_keeps_quiet(hiding.get(path), path)
            for column in row:
                if isinstance(row[column], dict):  # a blob
                    path = f"/smashup/{table}/{key}.blob?_blob_column={column}"
                    assert TAIL not in hiding.get(path).body.lower(), path


def tilde(match: re.Match[str]) -> str:
    return "".join(f"~{byte:02X}" for byte in match[0].encode())


def test_no_filter_finds_it(hiding: Server, tables: list[str]):
    for table in tables:
        for column in columns(hiding, table):
            path = f"/smashup/{table}.json?{quote(column)}__contains={MARK}&_size=1&_nofacet=1"
            assert fetched(hiding, path)["filtered_table_rows_count"] == 0, path


@pytest.mark.parametrize("table", ["cards", "clarifications", "terms", "rules"])
def test_no_search_finds_it(hiding: Server, table: str):
    indexes = ("card_fts", "clarification_fts", "term_fts", "rule_fts")
    for secret in SECRETS:
        for word in (secret, secret[:5] + "*"):
            told = fetched(hiding, f"/smashup/{table}.json?_search={word}")
            assert told["filtered_table_rows_count"] == 0, (table, word)
            for index in indexes:
                path = (
                    f"/smashup/{table}.json?_search={word}&_fts_table={index}"
                    "&_fts_pk=id&_searchmode=raw"
                )
                assert fetched(hiding, path)["filtered_table_rows_count"] == 0, path
                path = f"/smashup/{index}.json?_search={word}"
                assert fetched(hiding, path)["filtered_table_rows_count"] == 0, path


def test_no_way_through_other_tables_finds_it(hiding: Server):
    through = (
        ("page", "card", "name"),
        ("page", "change", "name"),
        ("text", "revision", "comment"),
        ("contributor", "revision", "comment"),
        ("card", "card_version", "name"),
        ("page", "former_title", "title"),
        ("revision", "card_version", "name"),
    )
    for table, other, column in through:
        for secret in SECRETS:
            asked = json.dumps({"table": other, "column": column, "value": secret})
            answer = hiding.get(f"/smashup/{table}.json?_through={quote(asked)}")
            count = json.loads(answer.body).get("filtered_table_rows_count", 0)
            assert (answer.status in (200, 400), count) == (True, 0), (table, other, secret)


def test_no_question_answers_it(hiding: Server):
    for query in fetched(hiding, "/smashup.json")["queries"]:
        path = f"/smashup/{query['name']}"
        for format_ in ("", ".json", ".csv", "?_show_sql=1", ".json?_shape=array"):
            assert_keeps_quiet(hiding.get(path + format_), path + format_)
        for parameter in query.get("params") or ():
            for typed in (MARK, *SECRETS):  # which are told again, as what was asked
                found = fetched(hiding, f"{path}.json?_shape=objects&{parameter}={typed}")
                assert MARK not in json.dumps(found["rows"]).lower(), (path, typed)


def test_no_sql_finds_it(hiding: Server, tables: list[str]):
    for table in tables:
        tests = " or ".join(
            f"instr(lower(cast(\"{column}\" as text)), '{MARK}')"
            for column in columns(hiding, table)
        )
        query = f'select count(*) from "{table}" where {tests}'
        path = f"/smashup.json?sql={quote(query)}"
        assert fetched(hiding, path)["rows"] == [[0]], table
    path = "/smashup.json?_shape=array&sql="
    for index in ("card_fts", "clarification_fts", "term_fts", "rule_fts"):
        for secret in SECRETS:
            query = f"select rowid from {index} where {index} match '{secret}'"
            assert fetched(hiding, path + quote(query)) == [], (index, secret)


def test_the_table_that_counts_words(hiding: Server):
    """Ranking tells how rare a word is, also a word that no row has any more."""
    path = "/smashup.json?_shape=array&sql="
    for index in ("card_fts", "clarification_fts", "term_fts", "rule_fts"):
        for kind in ("data", "content", "docsize", "idx"):
            query = f"select * from {index}_{kind}"
            assert_keeps_quiet(hiding.get(path + quote(query)), query)
