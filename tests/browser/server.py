"""A site to look at, and the addresses that it answers."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from datasette.utils import tilde_encode

from tests.serving.server import Server

ANY = 0  # a status that does not matter


@contextmanager
def serving(db: Path, *options: str, python: tuple[str, ...] = ("-m", "kb")) -> Iterator[Server]:
    """The site of a database, with Datasette's options, until the block ends."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(db, Path(folder), "--", *options, python=python) as server,
    ):
        yield server


@dataclass(frozen=True)
class Address:
    path: str
    status: int = 200


def addresses(server: Server) -> list[Address]:
    """Every kind of page: tables, views, a row of each table, questions, SQL, errors, filters."""
    listed = server.json("/smashup.json")
    names = [item["name"] for item in [*listed["views"], *listed["tables"]]]
    paths = ["/", "/smashup", "/smashup?sql=select+1+as+n"]
    paths += [f"/smashup/{name}" for name in names]
    paths += [f"/smashup/{query['name']}" for query in listed["queries"]]
    for table in listed["tables"]:
        if not table["hidden"]:
            paths += first_row(server, table["name"])
    paths += [
        "/smashup/cards?type=minion&power__gte=1&_sort_desc=power",
        "/smashup/cards?_search=nothing+is+called+so",
        "/smashup/cards?_size=2&_facet=copies&_nocol=slug",
        "/smashup/card?page_id=1",
        "/smashup/artists?_show_sql=1",
        "/smashup/cards-by-artist?artist=nobody",
        "/smashup?sql=select+:word+as+word&word=hello",
    ]
    return [
        *(Address(path) for path in paths),
        Address("/nope", 404),
        Address("/smashup/nope", 404),
        Address("/smashup/card/0", 404),
        Address("/smashup.db", 403),
        Address("/smashup/cards?_col=nope", 400),
        Address("/smashup?sql=select+nope", 400),
    ]


def first_row(server: Server, table: str) -> list[str]:
    answer = server.json(f"/smashup/{tilde_encode(table)}.json?_size=1&_nofacet=1&_shape=objects")
    return [
        f"/smashup/{table}/"
        + ",".join(tilde_encode(str(row[key])) for key in answer["primary_keys"] or ["rowid"])
        for row in answer["rows"]
    ]
