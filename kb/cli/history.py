"""`diff`: what changed on a page."""

from __future__ import annotations

import click

from kb.cli.reading import Reading, as_json, as_of


@click.command()
@click.argument("page")
@click.argument("start", required=False, metavar="[FROM")
@click.argument("end", required=False, metavar="[TO]]")
@click.option("--cosmetic", is_flag=True, help="Also spacing, bold, heading style, link targets.")
@click.option(
    "--format",
    "style",
    default="text",
    show_default=True,
    type=click.Choice(["text", "words", "unified", "html"]),
    help="By card and field; with the words marked; the wikitext's lines; as HTML.",
)
@as_of
@as_json
@click.pass_context
def diff(
    ctx: click.Context,
    page: str,
    start: str | None,
    end: str | None,
    cosmetic: bool,
    style: str,
    as_of: str | None,
    as_json: bool,
) -> None:
    """Show what changed on a page between two revisions, card by card and field by field.

    FROM and TO are revision ids, timestamps, dates, or first, prev, latest; without them the last
    two revisions with text. Status 1 when only one is held.

    \b
    Examples:
      smashup diff "Some Faction"
      smashup diff "Some Faction" first latest --format words
      smashup diff "Terms and Phrases" 2026-01-01 2026-06-30 --cosmetic
    """
    from kb.diff import diff as compare
    from kb.diff import texts
    from kb.pages import NotHeld
    from kb.render.changes import diff_text, html_diff, unified_diff

    reading = Reading(ctx, as_of)
    try:
        answer = compare(reading.conn, page, start, end, reading.at, cosmetic)
    except NotHeld as error:
        click.echo(f"{str(error)[0].upper()}{str(error)[1:]}", err=True)
        ctx.exit(1)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if style == "unified" and not as_json:
        click.echo(unified_diff(answer, *texts(reading.conn, page, answer)), nl=False)
        return
    if style == "html" and not as_json:
        click.echo(html_diff(answer))
        return
    reading.print(answer, as_json, lambda shown: diff_text(shown, words=style == "words"))
