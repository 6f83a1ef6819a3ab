"""Start the web site: Datasette on a knowledge base, in this process.

The folder `datasette/` holds what it shows and how (metadata, settings, plugins, templates, style);
Datasette gets it by explicit options, since its configuration-directory mode takes nothing else.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NoReturn

from kb.named import assets
from kb.serving.options import Options, UnsafeOption, give
from kb.serving.published import is_knowledge_base

SHUTDOWN = 1  # seconds that requests may still take when the site is ended


def datasette_options(
    db_path: str, options: Options, port: int = 8001, extra: Sequence[str] = ()
) -> list[str]:
    """Datasette's own options, that serve a knowledge base.

    `extra` are the user's; they come last, so that they win over ours. The database is called
    `smashup` there whatever its file is called: a plugin, `naming.py`, sees to that.
    """
    found = [os.path.abspath(db_path), "--host", options.host, "--port", str(port)]
    found += ["--plugins-dir", assets("datasette", "plugins")]
    found += ["--template-dir", assets("datasette", "templates")]
    found += ["--static", "static:" + assets("datasette", "static")]
    with open(assets("datasette", "settings.json"), encoding="utf-8") as file:
        settings = {**json.load(file), "base_url": options.path}
    for name, value in settings.items():
        found += ["--setting", name, value if isinstance(value, str) else json.dumps(value)]
    return [*found, *extra]


def site(
    db_path: str, options: Options, port: int = 8001, extra: Sequence[str] = ()
) -> tuple[Any, dict[str, Any]]:
    """A Datasette that serves a knowledge base, and all options that it was given.

    Raises UnsafeOption for one that would undo ours, click's errors for one that Datasette does not
    know.
    """
    from datasette.cli import serve  # half a second to import

    arguments = datasette_options(db_path, options, port, extra)
    with serve.make_context("datasette serve", arguments) as context:
        given = context.params
        if given["reload"]:
            raise UnsafeOption("leave --reload out: builds and replaced files show at once")
        if given["plugins_dir"] != assets("datasette", "plugins"):
            raise UnsafeOption("leave --plugins-dir out: without ours the site is not safe")
        datasette = serve.callback(**given, return_instance=True)
    if datasette.setting("base_url") != options.path:
        raise UnsafeOption("leave base_url out: --public-url tells the path too")
    files = [db.path for db in datasette.databases.values() if db.path]
    if sum(is_knowledge_base(str(path)) for path in files) > 1:
        raise UnsafeOption("one knowledge base is served at a time: start another 'smashup serve'")
    # Where it listens is what Datasette was told at last; behind a socket file is a proxy.
    give(datasette, replace(options, host="" if given["uds"] else given["host"]))
    return datasette, given


def run(db_path: str, options: Options, port: int, extra: Sequence[str] = ()) -> NoReturn:
    """Serve until interrupted, then end the process."""
    import asyncio

    datasette, given = site(db_path, options, port, extra)
    # Ended by a signal, Python would leave the copies of the database behind.
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda number, frame: sys.exit(128 + number))
    try:
        asyncio.run(datasette.invoke_startup())
        if given["get"]:
            sys.exit(asyncio.run(_print_page(datasette, given["get"])))
        _open(datasette, given)
        _serve(datasette, given)
    finally:
        for database in datasette.databases.values():
            database.close()
    sys.exit(0)


def _open(datasette: Any, given: dict[str, Any]) -> None:
    """What Datasette's options --root and --open do."""
    address = f"http://{given['host']}:{given['port']}" + datasette.urls.instance()
    if given["root"]:
        address += f"-/auth-token?token={datasette._root_token}"
        print(address, flush=True)
    if given["open_browser"]:
        import webbrowser

        webbrowser.open(address)


async def _print_page(datasette: Any, path: str) -> int:
    """Print one page, as Datasette's `--get` does; the status of the process."""
    response = await datasette.client.get(path)
    print(response.text)
    return 0 if response.status_code == 200 else 1


def _serve(datasette: Any, given: dict[str, Any]) -> None:
    import uvicorn

    from kb.serving.connections import Impatient

    uvicorn.run(
        datasette.app(),
        host=given["host"],
        port=given["port"],
        uds=given["uds"],
        ssl_keyfile=given["ssl_keyfile"],
        ssl_certfile=given["ssl_certfile"],
        http=Impatient,
        lifespan="on",
        server_header=False,
        proxy_headers=False,  # who stands behind a proxy is told by headers that anybody can write
        timeout_graceful_shutdown=SHUTDOWN,
    )
