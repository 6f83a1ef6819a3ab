"""Names offered while the user types, and `completion`, which tells how to switch that on."""

from __future__ import annotations

from collections.abc import Callable

import click

from ingest.errors import DatabaseError

Completer = Callable[[click.Context, click.Parameter, str], list[str]]


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


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that completes commands and names in your shell.

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
