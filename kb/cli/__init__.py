"""The `smashup` command: a group that imports a command's module only when it is called."""

from __future__ import annotations

import importlib
import io
import os
import sqlite3
import sys
from typing import TYPE_CHECKING

import click

from ingest.database import is_damage
from ingest.errors import SmashupError
from kb.db import database_path
from kb.quoting import printable

if TYPE_CHECKING:
    from typing import Any

COMMANDS = {  # name -> module that holds a click command of that name
    "build": "kb.cli.build",
    "card": "kb.cli.lookups",
    "faction": "kb.cli.lookups",
    "term": "kb.cli.lookups",
    "rule": "kb.cli.lookups",
    "ruling": "kb.cli.questions",
    "search": "kb.cli.questions",
    "history": "kb.cli.history",
    "diff": "kb.cli.history",
    "changes": "kb.cli.history",
    "errata": "kb.cli.history",
    "lint": "kb.cli.lint",
    "info": "kb.cli.info",
    "serve": "kb.cli.serve",
    "completion": "kb.cli.completion",
}


class LazyGroup(click.Group):
    """Knows its commands by name; one line for every error that a user can mend."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(importlib.import_module(COMMANDS[cmd_name]), cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except SmashupError as error:
            click.echo(f"Error: {_one_line(error)}", err=True)
            ctx.exit(error.exit_status)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            path = database_path(ctx.obj)
            click.echo(f"Error: can't use {path} ({_one_line(error)}); build it anew", err=True)
            ctx.exit(3)
        except BrokenPipeError:  # `smashup … | head` is no error
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(0)

    def main(self, *args: Any, **options: Any) -> Any:
        """Run a command line; wrong usage is one line too, where click would print several."""
        alone = options.get("standalone_mode", True)
        options["standalone_mode"] = False
        if not alone:
            return super().main(*args, **options)
        try:
            status = super().main(*args, **options)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            sys.exit(error.exit_code)
        except click.ClickException as error:
            click.echo(f"Error: {_one_line(error).rstrip('.')}{_see_help(error)}", err=True)
            sys.exit(error.exit_code)
        except click.Abort:
            click.echo("Aborted.", err=True)
            sys.exit(130)
        sys.exit(status if isinstance(status, int) else 0)


def _one_line(error: Exception) -> str:
    """What an error says, on one line whatever a user's words in it hold."""
    said = error.format_message() if isinstance(error, click.ClickException) else str(error)
    return printable(said)


def _see_help(error: click.ClickException) -> str:
    """Where the usage stands that click would print."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f" (see '{context.command_path} --help')" if context else ""


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--db",
    metavar="PATH",
    help="The knowledge base; else $SMASHUP_DB, else smashup.db in your user-data folder.",
)
@click.version_option(
    package_name="smashup-kb", prog_name="smashup", message="%(prog)s %(version)s"
)
@click.pass_context
def smashup(ctx: click.Context, db: str | None) -> None:
    """Look up Smash Up cards, rules and rulings, word for word from the wiki, with sources.

    \b
    Examples:
      smashup build my-dump.xml.gz
      smashup card "Some Card"
      smashup ruling "can I play a card there when the base is full?"
    """
    ctx.obj = db
    if os.environ.get("NO_COLOR"):
        ctx.color = False


def main() -> None:
    """Entry point of the installed command."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal may lack the wiki's quotation marks
        sys.stdout.reconfigure(errors="replace")
    smashup(prog_name="smashup")
