"""Names offered while the user types, and `completion`, which tells how to switch that on."""

from __future__ import annotations

from collections.abc import Callable

import click

from ingest.errors import DatabaseError

Completer = Callable[[click.Context, click.Parameter, str], list[str]]
Command = Callable[..., object]


def complete_names(kind: str) -> Completer:
    """A completer that offers the held names of a kind which begin with what was typed."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        from ingest.folding import name_key
        from kb.db import connect, database_path
        from kb.named import query

        try:
            conn = connect(database_path(ctx.find_root().params.get("db")))
        except DatabaseError:
            return []
        rows = query(conn, "names", kind=kind, beginning=name_key(incomplete))
        conn.close()
        return [row["name"] for row in rows]

    return complete


def name_argument(kind: str, required: bool = False) -> Callable[[Command], Command]:
    """The argument NAME of a look-up: one or several words, `smashup card tin tyrant`."""

    def joined(ctx: click.Context, param: click.Parameter, words: tuple[str, ...]) -> str | None:
        return " ".join(words) if words else None

    return click.argument(
        "name",
        nargs=-1,
        required=required,
        metavar="NAME" if required else "[NAME]",
        callback=joined,
        shell_complete=complete_names(kind),
    )


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that completes names in your shell.

    \b
    Examples:
      smashup completion bash >> ~/.bashrc
      smashup completion fish > ~/.config/fish/completions/smashup.fish
    """
    from click.shell_completion import get_completion_class

    from kb.cli import smashup

    complete = get_completion_class(shell)
    assert complete is not None  # one of the choices above
    click.echo(complete(smashup, {}, "smashup", "_SMASHUP_COMPLETE").source())
