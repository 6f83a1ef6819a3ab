"""`serve`: the web site, which is Datasette on this database."""

from __future__ import annotations

import click

from kb.cli.reading import Reading


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", "-p", default=8001, show_default=True, help="Port to listen on.")
@click.argument("datasette_options", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def serve(ctx: click.Context, host: str, port: int, datasette_options: tuple[str, ...]) -> None:
    """Browse cards, rules and history in a web browser. Datasette's own options go after --.

    \b
    Examples:
      smashup serve
      smashup serve --port 8080 -- --setting sql_time_limit_ms 500
    """
    reading = Reading(ctx, None)  # a clear line before Datasette starts
    reading.conn.close()
    from kb.serve import run

    run(reading.path, host, port, datasette_options)
