"""`info`: what is here."""

from __future__ import annotations

import click

from kb.cli.reading import Reading, as_json


@click.command()
@as_json
@click.pass_context
def info(ctx: click.Context, as_json: bool) -> None:
    """Say what is held, where it is from, and what is missing.

    \b
    Examples:
      smashup info
      smashup info --json
    """
    from kb.info import info as look
    from kb.render.info import info_text

    reading = Reading(ctx, None)
    reading.print(look(reading.conn, reading.path), as_json, info_text)
