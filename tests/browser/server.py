"""`smashup serve` as a process of its own, and the addresses that it answers."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from datasette.utils import tilde_encode

ROOT = Path(__file__).resolve().parents[2]
ANY = 0  # a status that does not matter


@dataclass(frozen=True)
class Server:
    url: str  # without a slash at the end

    def json(self, path: str) -> Any:
        with urllib.request.urlopen(self.url + path, timeout=60) as answer:
            return json.load(answer)


@contextmanager
def serving(db: Path, *options: str, python: tuple[str, ...] = ("-m", "kb")) -> Iterator[Server]:
    """The site of a database on a free port of this machine, until the block ends.

    `python` is how Python shall run the `smashup` command.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, *python, "--db", str(db), "serve", "--port", str(port)]
    with tempfile.TemporaryFile() as log:  # a pipe that nobody reads would fill up
        process = subprocess.Popen([*command, "--", *options], cwd=ROOT, stdout=log, stderr=log)
        try:
            server = Server(f"http://127.0.0.1:{port}")
            wait_for(server, process, log)
            yield server
        finally:
            process.terminate()
            process.wait()


def wait_for(server: Server, process: subprocess.Popen, log: IO[bytes]) -> None:
    for _ in range(300):
        try:
            server.json("/-/versions.json")
            return
        except urllib.error.URLError:
            if process.poll() is not None:
                log.seek(0)
                raise AssertionError(log.read().decode(errors="replace")) from None
            time.sleep(0.1)
    raise AssertionError(f"no answer from {server.url} in half a minute")


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
