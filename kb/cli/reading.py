"""What the read commands share: their options, opening the database, printing an answer."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

import click

from kb.db import FOREVER, connect, database_path, generation

if TYPE_CHECKING:
    from kb.sources import Object

as_json = click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")


class Moment(click.ParamType[str]):
    """A date or an instant, as `kb.moments.moment` reads it; `begins`: a date is its beginning."""

    name = "DATE"

    def __init__(self, begins: bool = False) -> None:
        self.begins = begins

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        from kb.moments import moment

        try:
            return moment(value, self.begins)
        except ValueError as error:
            self.fail(str(error), param, ctx)


as_of = click.option(
    "--as-of", "as_of", type=Moment(), help="As the wiki stood at the end of that day (UTC)."
)


def print_json(answer: Object) -> None:
    """One object on stdout, in UTF-8 whatever the terminal's encoding."""
    import json

    printed = json.dumps(answer, ensure_ascii=False, indent=2)
    # Half a character, typed as a stray byte, is escaped; JSON reads that as it stands.
    click.echo(printed.encode("utf-8", "backslashreplace"))


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
        look_up = "match" in answer  # says itself what it does not find
        if answer.get("match", "none") == "none" and (as_json or not look_up):
            answer["notices"] = [*answer["notices"], *self.coverage()]
        if as_json:
            print_json(answer)
            return
        shown = text(answer)
        if shown:
            click.echo(shown)
        for notice in answer["notices"]:
            click.echo(f"Note: {notice}", err=True)

    def coverage(self) -> list[str]:
        """What is not held of the moment asked for."""
        if self.as_of is None:
            return []
        from kb.past.coverage import coverage

        return coverage(self.conn, self.as_of)


def unanswered(reading: Reading, answer: Object, as_json: bool) -> NoReturn:
    """A good question without an answer: the empty object, or the line that says why; status 1."""
    if as_json:
        reading.print(answer, as_json, str)
    else:
        click.echo(answer["notices"][0], err=True)
    click.get_current_context().exit(1)
