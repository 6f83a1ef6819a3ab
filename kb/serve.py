"""The web site: Datasette on the knowledge base, in this process.

The folder `datasette/` holds what it shows and how (metadata, settings, plugins, templates, style);
Datasette gets it by explicit options, since its configuration-directory mode takes nothing else.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Sequence
from urllib.parse import quote

from kb.named import assets

READ_ONLY = "?mode=ro"


def serve_command(db_path: str, host: str, port: int, extra: Sequence[str] = ()) -> list[str]:
    """The command line of Datasette that serves a knowledge base.

    `extra` are Datasette's own options; they come last, so that they win over ours. The database is
    called `smashup` there whatever its file is called: a plugin, `naming.py`, sees to that.
    """
    command = ["datasette", "serve", *_database(os.path.abspath(db_path))]
    command += ["--host", host, "--port", str(port)]
    command += ["--metadata", assets("datasette", "metadata.yaml")]
    command += ["--plugins-dir", assets("datasette", "plugins")]
    command += ["--template-dir", assets("datasette", "templates")]
    command += ["--static", "static:" + assets("datasette", "static")]
    with open(assets("datasette", "settings.json"), encoding="utf-8") as file:
        for name, value in json.load(file).items():
            command += ["--setting", name, json.dumps(value)]
    return [*command, *extra]


def run(db_path: str, host: str, port: int, extra: Sequence[str] = ()) -> None:
    """Serve until interrupted. Ends the process as Datasette does, with status 2 on bad options."""
    from datasette.cli import serve  # half a second to import

    command = serve_command(db_path, host, port, extra)
    sys.argv = command[1:]  # where the second process of --reload looks
    serve.main(args=command[2:], prog_name="datasette serve")


def _database(path: str) -> list[str]:
    """How Datasette shall open the file.

    Read-only, but not as immutable: a build publishes in one transaction, and the next page shows
    it. Where nothing can be written SQLite can't share a file in WAL mode; there nobody builds
    either, so that immutable is right.
    """
    try:
        conn = sqlite3.connect("file:" + quote(path) + READ_ONLY, uri=True)
        try:
            conn.execute("select count(*) from sqlite_master").fetchone()
        finally:
            conn.close()
    except sqlite3.OperationalError:
        return ["--immutable", path]
    return [path]
