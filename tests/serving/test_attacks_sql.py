"""Visitors' SQL, where it is on: no query keeps the site from others, fills it up, or stays."""

from __future__ import annotations

import json
import shutil
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from kb.serving.visitor_sql import VisitorProcess
from tests.datasette_.conftest import Site
from tests.serving.attacks import FIRST, HARMLESS, MORE, REFUSED
from tests.serving.server import SOON, Answer, Server, ask, request
from tests.serving.watching import BOUNDED, MEMORY, Watched, withstands

AT_ONCE = 3


def sql(query: str, format_: str = ".json", more: str = "") -> bytes:
    path = f"/smashup{format_}?sql={quote(query, safe='(),*')}{more}"
    assert len(path) <= 4096, "it would be refused for its length"
    return request(path)


def attacked(site: Server, query: str, format_: str = ".json", more: str = "") -> list[Answer]:
    sent = sql(query, format_, more)
    return withstands(site, [sent] * (AT_ONCE - 1), [sent])


def test_sql_is_answered(site: Server):
    answer = ask(site.port, sql("select count(*) as n from term", more="&_shape=array"))
    assert (answer.status, [*json.loads(answer.body)[0]]) == (200, ["n"])


@pytest.mark.parametrize("name", FIRST)
def test_query(site: Server, name: str):
    attacked(site, FIRST[name])


@pytest.mark.full
@pytest.mark.parametrize("name", MORE)
def test_more_queries(site: Server, name: str):
    attacked(site, MORE[name])


@pytest.mark.full
@pytest.mark.parametrize("name", [*FIRST, *MORE])
def test_everyone_hangs_up(site: Server, name: str):
    sent = sql((FIRST | MORE)[name])
    withstands(site, [request("/smashup/cards.json?_size=1")], [sent] * AT_ONCE)


FORMATS = (
    ("", ""),
    (".csv", ""),
    (".csv", "&_stream=1"),
    (".csv", "&_stream=1&_trace=1"),
    (".json", "&_shape=array&_nl=on"),
    (".json", "&_shape=arrayfirst"),
    (".json", "&_json=a&_shape=objects"),
    (".blob", "&_blob_column=a"),
    (".blob", "&_blob_column=a&_blob_hash=0"),
    (".json", "&_timelimit=999999"),
    (".json", "&_size=max"),
)
WIDE = "select printf('%.*c', 1000000, 'x') as a from card_version a, card_version b limit 1000"
BLOBS = "select zeroblob(1000000) as a from card_version a, card_version b limit 1000"
LIST = (
    "select '[' || printf('%.*c', 900000, '[') || printf('%.*c', 900000, ']') || ']' as a"
    " from card_version"
)


@pytest.mark.parametrize(("format_", "more"), FORMATS)
def test_a_thousand_megabytes(site: Server, format_: str, more: str):
    attacked(site, BLOBS if format_ == ".blob" else WIDE, format_, more)


@pytest.mark.full
@pytest.mark.parametrize(("format_", "more"), FORMATS)
@pytest.mark.parametrize("query", [WIDE, BLOBS, LIST, FIRST["one call of instr"]])
def test_formats(site: Server, query: str, format_: str, more: str):
    attacked(site, query, format_, more)


def test_json_within_json_that_is_deep(site: Server):
    attacked(site, LIST, ".json", "&_json=a")


@pytest.mark.parametrize("format_", ["", ".json", ".csv", ".blob"])
def test_what_took_too_long_is_told(site: Server, format_: str):
    """It is the visitor's query, not the site, that is at fault."""
    answer = ask(site.port, sql(FIRST["counting"], format_, "&_blob_column=a"))
    assert answer.status == 400, answer.text[-500:]
    assert answer.seconds <= SOON


@pytest.mark.parametrize("name", REFUSED)
def test_refused(site: Server, name: str):
    path = f"/smashup.json?sql={quote(REFUSED[name], safe='(),*')}"
    answer = site.get(path)
    assert answer.status in (400, 403, 414), (answer.status, answer.text[:500])
    assert answer.text.strip()
    assert answer.seconds <= SOON


@pytest.mark.parametrize("format_", [".json", "", ".csv"])
@pytest.mark.parametrize("name", HARMLESS)
def test_odd_but_harmless(site: Server, name: str, format_: str):
    answer = site.get(f"/smashup{format_}?sql={quote(HARMLESS[name], safe='(),*')}")
    assert (answer.status in (200, 400, 414), answer.whole) == (True, True), answer.text[:500]
    assert answer.seconds <= SOON


def test_ten_connections_of_legal_queries(site: Server):
    """Each takes a second, as much as is allowed; a page comes all the same."""
    legal = sql(
        "with recursive n(x) as (select 1 union all select x + 1 from n where x < 3000000)"
        " select count(*) from n"
    )
    until = time.monotonic() + 2

    def asking(_: int) -> list[Answer]:
        answers = []
        while time.monotonic() < until:
            answers.append(ask(site.port, legal))
        return answers

    with Watched(site) as watched, ThreadPoolExecutor(10) as pool:
        asked = [pool.submit(asking, number) for number in range(10)]
        time.sleep(0.3)
        pages = [site.get("/smashup/terms.json?_size=1") for _ in range(3)]
        answers = [answer for future in asked for answer in future.result()]
    assert [page.status for page in pages] == [200] * 3
    assert max(page.seconds for page in pages) <= SOON
    assert {answer.status for answer in answers} <= BOUNDED
    # Ten at a time on two processors: the last has waited for the others.
    assert max(answer.seconds for answer in answers) <= SOON * 4
    assert watched.memory <= MEMORY


def test_a_query_that_fails_does_not_spoil_the_next(site: Server):
    """A process of its own: what one query left behind is not there for the next."""
    attacked(site, FIRST["one call of instr"])
    for _ in range(3):
        answer = ask(site.port, sql("select 1 as one", more="&_shape=array"))
        assert (answer.status, json.loads(answer.body)) == (200, [{"one": 1}])


def many_columns(columns: int) -> str:
    """A query of little text with so many columns and a thousand rows: numbers alone."""
    return (
        "with a(a,b,c,d,e,f,g,h,i,j) as (select 1,2,3,4,5,6,7,8,9,10),"
        " n(n) as (select 1 union all select n + 1 from n where n < 1000)"
        " select " + ",".join(f"a{number}.*" for number in range(columns // 10)) + " from n,"
    ) + ",".join(f"a a{number}" for number in range(columns // 10))


@pytest.mark.parametrize("format_", ["", ".json", ".csv"])
@pytest.mark.parametrize("columns", [100, 1000])
def test_numbers_are_not_free(site: Server, columns: int, format_: str):
    """Each of a hundred thousand cells of a page takes as long to write as a text."""
    for answer in attacked(site, many_columns(columns), format_, "&_size=max"):
        assert len(answer.body) < 6_000_000


def test_sql_that_is_overtaken_by_a_build(sample_db: Path, tmp_path: Path, monkeypatch):
    """Made again, also in the process: no answer of the old state under the new one's name."""
    db = tmp_path / "kb.db"
    shutil.copy(sample_db, db)
    site = Site(db)
    ask_process = VisitorProcess.ask
    states: list[str] = []

    async def publishing(process: VisitorProcess, *question: Any) -> Any:
        if not states:  # after the first copy was taken, before it is asked
            with closing(sqlite3.connect(db)) as conn:
                conn.execute("update meta set value = '99' where key = 'generation'")
                conn.commit()
        states.append(process.path)
        return await ask_process(process, *question)

    monkeypatch.setattr(VisitorProcess, "ask", publishing)
    asked = "select value from meta where key = 'generation'"
    first = site.get("/smashup.json", sql=asked, _shape="array")
    second = site.get("/smashup.json", sql=asked, _shape="array")
    site.close()
    assert len(set(states)) == 2
    assert first.json() == second.json() == [{"value": "99"}]
    assert first.headers["etag"] == second.headers["etag"]
