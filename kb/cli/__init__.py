"""The `smashup` command: a group that imports a command's module only when it is called."""

from __future__ import annotations

import importlib
import os
import sys

import click

from ingest.errors import SmashupError

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
            click.echo(f"Error: {error}", err=True)
            ctx.exit(error.exit_status)


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
    try:
        smashup(prog_name="smashup")
    except BrokenPipeError:  # `smashup … | head` is no error
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
