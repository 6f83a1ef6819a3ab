"""`serve`: the web site, which is Datasette on this database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kb.cli.reading import Reading

if TYPE_CHECKING:
    from kb.serving.options import PublicUrl

RISK = (
    "Note: with --sql everybody who reaches this site may run SQL: only reading, a second and some"
    " 100 MB for each query, two at a time; whoever wants to can keep a processor busy."
)


class Address(click.ParamType["PublicUrl"]):
    """An address of the site, as others write it."""

    name = "URL"

    def convert(self, value: Any, param: Any, ctx: Any) -> PublicUrl:
        from kb.serving.options import public_url

        try:
            return public_url(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", "-p", default=8001, show_default=True, help="Port to listen on.")
@click.option(
    "--sql",
    is_flag=True,
    help="Let every visitor run SQL. Without it only you may, on a site that only this machine "
    "reaches.",
)
@click.option(
    "--public-url",
    "public_urls",
    type=Address(),
    multiple=True,
    help="Where visitors find the site; links are made of it, other names are refused.",
)
@click.argument("datasette_options", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def serve(
    ctx: click.Context,
    host: str,
    port: int,
    sql: bool,
    public_urls: tuple[PublicUrl, ...],
    datasette_options: tuple[str, ...],
) -> None:
    """Browse cards, rules and history in a web browser. Datasette's own options go after --.

    \b
    Examples:
      smashup serve
      smashup serve --host 0.0.0.0 --public-url https://rules.example/
      smashup serve --port 8080 -- --setting sql_time_limit_ms 500
    """
    reading = Reading(ctx, None)  # a clear line before Datasette starts
    reading.conn.close()
    from kb.serving.command import run
    from kb.serving.options import Options, UnsafeOption

    if len({url.path for url in public_urls}) > 1:
        raise click.UsageError("a site stands below one path: give each --public-url the same")
    if sql:
        click.echo(RISK, err=True)
    try:
        run(reading.path, Options(host, sql, public_urls), port, datasette_options)
    except UnsafeOption as error:
        raise click.UsageError(str(error)) from None
