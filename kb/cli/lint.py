"""`lint`: what the wiki's editors can mend."""

from __future__ import annotations

import click

from kb.cli.reading import Moment, Reading, as_json, as_of, unanswered
from kb.quoting import quoted


def _known_rules(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
) -> tuple[str, ...]:
    from kb.lint import rules

    known = [rule["id"] for rule in rules()]
    for written in value:
        if written not in known:
            import difflib

            near = difflib.get_close_matches(written, known, n=3, cutoff=0.5)
            hint = f"did you mean {' or '.join(near)}?" if near else "--list-rules tells them all"
            raise click.BadParameter(f"there is no rule {quoted(written)}; {hint}", ctx, param)
    return value


def _list_rules(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if not value:
        return
    from kb.lint import rules
    from kb.render.lint import rules_text

    click.echo(rules_text({"rules": rules()}))
    ctx.exit()


@click.command()
@click.argument("page", required=False)
@click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="ID",
    callback=_known_rules,
    help="Of this rule only; repeatable.",
)
@click.option(
    "--severity",
    "severities",
    multiple=True,
    type=click.Choice(["error", "warning", "info"]),
    help="Of this severity only; repeatable.",
)
@click.option(
    "--since",
    type=Moment(begins=True),
    help="Only what was not yet there before that day or instant (UTC).",
)
@click.option(
    "--list-rules",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_rules,
    help="Say what each rule finds, and stop.",
)
@as_of
@as_json
@click.pass_context
def lint(
    ctx: click.Context,
    page: str | None,
    rules: tuple[str, ...],
    severities: tuple[str, ...],
    since: str | None,
    as_of: str | None,
    as_json: bool,
) -> None:
    """Show what the wiki's editors can mend: page, heading, line, and what to do.

    Without PAGE, all pages. Status 1 when there are findings, 0 when there are none.

    \b
    Examples:
      smashup lint
      smashup lint "Some Faction" --severity error --severity warning
      smashup lint --rule unresolved-link --json
      smashup lint --since 2026-05-01
    """
    from kb.lint import lint as find
    from kb.lint import no_findings
    from kb.pages import NotHeld
    from kb.render.lint import lint_text

    reading = Reading(ctx, as_of)
    try:
        answer = find(reading.conn, reading.at, page, rules, severities, since)
    except NotHeld as error:
        unanswered(reading, no_findings(error), as_json)
    reading.print(answer, as_json, lint_text)
    if answer["findings"]:
        ctx.exit(1)
