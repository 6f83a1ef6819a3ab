"""`diff`, `history`, `changes`, `errata`: what changed, when, by whom."""

from __future__ import annotations

import click

from kb.cli.completion import complete_names
from kb.cli.reading import Moment, Reading, as_json, as_of


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


@click.command()
@click.argument("name", shell_complete=complete_names("card"))
@click.option(
    "--kind", type=click.Choice(["card", "faction", "term", "rule"]), help="Of this kind."
)
@click.option("--faction", "-f", metavar="NAME", help="Cards of this faction or special deck only.")
@click.option("--cosmetic", is_flag=True, help="Also cosmetic changes and undone ones.")
@click.option("--words", is_flag=True, help="Changed texts with their words marked.")
@as_of
@as_json
@click.pass_context
def history(
    ctx: click.Context,
    name: str,
    kind: str | None,
    faction: str | None,
    cosmetic: bool,
    words: bool,
    as_of: str | None,
    as_json: bool,
) -> None:
    """Show every held wording of a card, term, rule or faction, and what changed between.

    Former names and cards that are no longer on the wiki are found too.

    \b
    Examples:
      smashup history "Chief Auditor" --words
      smashup history overtime --kind term
    """
    from kb.history import history as look
    from kb.render.history import history_text

    reading = Reading(ctx, as_of)
    answer = look(reading.conn, name, reading.at, kind, faction, cosmetic)
    reading.print(answer, as_json, lambda shown: history_text(shown, words))
    if not answer["subjects"]:
        if not as_json:
            click.echo(f"Nothing is or was called '{name}'.", err=True)
            for near in answer["suggestions"]:
                click.echo(f"  did you mean: {near}", err=True)
        ctx.exit(1)


@click.command()
@click.option("--since", type=Moment(), help="From that day or instant on (UTC).")
@click.option("--until", type=Moment(), help="Until the end of that day.")
@click.option("--page", metavar="TITLE", help="Of this page only.")
@click.option("--faction", "-f", metavar="NAME", help="Of this faction's page only.")
@click.option("--author", metavar="USER", help="By this contributor only.")
@click.option("--errata", is_flag=True, help="Only changes of errata.")
@click.option("--cosmetic", is_flag=True, help="Also cosmetic changes and undone ones.")
@click.option(
    "--format",
    "style",
    default="text",
    show_default=True,
    type=click.Choice(["text", "atom", "wikitext"]),
    help="For people; a feed; a draft for the wiki's update tracker.",
)
@as_of
@as_json
@click.pass_context
def changes(
    ctx: click.Context,
    since: str | None,
    until: str | None,
    page: str | None,
    faction: str | None,
    author: str | None,
    errata: bool,
    cosmetic: bool,
    style: str,
    as_of: str | None,
    as_json: bool,
) -> None:
    """Show what changed on all pages, newest first.

    \b
    Examples:
      smashup changes --since 2026-01-01
      smashup changes --errata --format wikitext
      smashup changes --format atom > changes.atom
    """
    from kb.changes import changes as look
    from kb.feed import atom, wikitext
    from kb.pages import NotHeld
    from kb.render.history import changes_text

    reading = Reading(ctx, as_of)
    until = min(until or reading.at, reading.at)
    try:
        answer = look(reading.conn, _begin(since), until, page or faction, author, errata, cosmetic)
    except NotHeld as error:
        click.echo(f"{str(error)[0].upper()}{str(error)[1:]}", err=True)
        ctx.exit(1)
    if style == "text" or as_json:
        reading.print(answer, as_json, changes_text)
    else:
        click.echo(atom(answer) if style == "atom" else wikitext(answer), nl=False)


@click.command()
@click.option("--faction", "-f", metavar="NAME", help="Cards of this faction only.")
@click.option(
    "--kind",
    type=click.Choice(["functional", "wording", "reversion"]),
    help="Errata of this kind.",
)
@click.option(
    "--status",
    default="yes",
    show_default=True,
    type=click.Choice(["yes", "no", "unstated", "placeholder"]),
    help="What the page says of an erratum.",
)
@click.option("--since", type=Moment(), help="Only errata that came on that day or later (UTC).")
@click.option("--unannounced", is_flag=True, help="Instead, changes that nobody announced.")
@as_of
@as_json
@click.pass_context
def errata(
    ctx: click.Context,
    faction: str | None,
    kind: str | None,
    status: str,
    since: str | None,
    unannounced: bool,
    as_of: str | None,
    as_json: bool,
) -> None:
    """Show all cards with errata, or what changed without one.

    \b
    Examples:
      smashup errata --kind functional
      smashup errata --unannounced
    """
    from kb import errata as tracking
    from kb.render.history import errata_text

    reading = Reading(ctx, as_of)
    if unannounced:
        answer = tracking.unannounced(reading.conn, reading.at, faction, _begin(since))
    else:
        answer = tracking.errata(reading.conn, reading.at, faction, kind, status, _begin(since))
    reading.print(answer, as_json, errata_text)
    if not (answer["cards"] or answer.get("unannounced")):
        ctx.exit(1)


def _begin(since: str | None) -> str | None:
    """The beginning of a day that was given as a date; `Moment` reads it as the day's end."""
    return since.replace("T23:59:59Z", "T00:00:00Z") if since else None
