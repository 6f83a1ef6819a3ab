"""What the read commands share: their options, opening the database, printing an answer."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from kb.db import FOREVER, connect, database_path, generation

if TYPE_CHECKING:
    from kb.sources import Object

as_json = click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")


class Moment(click.ParamType):
    """A date or an instant, as `kb.moments.moment` reads it."""

    name = "DATE"

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        from kb.moments import moment

        try:
            return moment(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


as_of = click.option(
    "--as-of", "as_of", type=Moment(), help="As the wiki stood at the end of that day (UTC)."
)


class Reading:
    """An open knowledge base and the moment asked for."""

    def __init__(self, ctx: click.Context, as_of: str | None) -> None:
        self.path = database_path(ctx.find_root().obj)
        self.conn: sqlite3.Connection = connect(self.path)
        self.as_of = as_of
        self.at = as_of or FOREVER
        ctx.call_on_close(self.conn.close)

    def print(self, answer: Object, as_json: bool, text: Callable[[Object], str]) -> None:
        """The answer on stdout; in text mode its notices on stderr."""
        answer = {**answer, "as_of": self.as_of, "generation": generation(self.conn)}
        answer.setdefault("notices", [])
        if as_json:
            import json

            click.echo(json.dumps(answer, ensure_ascii=False, indent=2))
            return
        shown = text(answer)
        if shown:
            click.echo(shown)
        for notice in answer["notices"]:
            click.echo(f"Note: {notice}", err=True)
