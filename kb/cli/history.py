"""`diff`, `history`, `changes`, `errata`: what changed, when, by whom."""

from __future__ import annotations

import click

from kb.cli.completion import name_argument
from kb.cli.reading import Moment, Reading, as_json, as_of, unanswered
from kb.quoting import quoted

cosmetic = click.option("--cosmetic", is_flag=True, help="Also cosmetic changes and undone ones.")
by_faction = click.option(
    "--faction", "-f", metavar="NAME", help="Of this faction or special deck only."
)


@click.command()
@click.argument("page")
@click.argument("start", required=False, metavar="[FROM")
@click.argument("end", required=False, metavar="[TO]]")
@click.option(
    "--cosmetic",
    is_flag=True,
    help="Also spacing, bold, heading style, link targets, undone edits.",
)
@click.option(
    "--format",
    "style",
    default="text",
    show_default=True,
    type=click.Choice(["text", "words", "unified", "html"]),
    help="By card and field; with the words marked; the wikitext's lines; an HTML page.",
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
    """Show what changed on a page, card by card and field by field.

    FROM and TO are revision ids, timestamps, dates, or first, prev, latest; without them the last
    two revisions with text. Status 1 when only one is held.

    \b
    Examples:
      smashup diff "Some Faction"
      smashup diff "Some Faction" first latest --format words
      smashup diff "Terms and Phrases" 2026-01-01 2026-06-30 --cosmetic
    """
    from kb.diff import diff as compare
    from kb.diff import ends, no_answer, texts
    from kb.pages import NotHeld
    from kb.render.diff import diff_text, html_diff, unified_diff

    reading = Reading(ctx, as_of)
    try:
        answer = compare(reading.conn, page, start, end, reading.at, cosmetic)
    except NotHeld as error:
        unanswered(reading, no_answer(page, error), as_json)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if style == "unified":
        both = texts(reading.conn, ends(reading.conn, page, start, end, reading.at))
        reading.print(answer, as_json, lambda shown: unified_diff(shown, *both))
    elif style == "html":
        reading.print(answer, as_json, html_diff)
    else:
        reading.print(answer, as_json, lambda shown: diff_text(shown, words=style == "words"))


@click.command()
@name_argument("card", required=True)
@click.option(
    "--kind", type=click.Choice(["card", "faction", "term", "rule"]), help="Of this kind."
)
@by_faction
@cosmetic
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
    """Show every held wording of a card, term, rule or faction.

    Former names and cards that are no longer on the wiki are found too.

    \b
    Examples:
      smashup history "Chief Auditor" --words
      smashup history overtime --kind term
    """
    from kb.history import history as look
    from kb.history import no_history
    from kb.pages import NotHeld
    from kb.render.history import history_text

    reading = Reading(ctx, as_of)
    try:
        answer = look(reading.conn, name, reading.at, kind, faction, cosmetic)
    except NotHeld as error:
        unanswered(reading, no_history(name, error), as_json)
    reading.print(answer, as_json, lambda shown: history_text(shown, words))
    if not answer["subjects"]:
        if not as_json:
            click.echo(f"Nothing is or was called {quoted(name)}.", err=True)
            for near in answer["suggestions"]:
                click.echo(f"  did you mean: {near}", err=True)
        ctx.exit(1)


@click.command()
@click.option("--since", type=Moment(begins=True), help="From that day or instant on (UTC).")
@click.option("--until", type=Moment(), help="Until the end of that day.")
@click.option("--page", metavar="TITLE", help="Of this page only.")
@by_faction
@click.option("--author", metavar="USER", help="By this contributor only.")
@click.option("--errata", is_flag=True, help="Only changes of errata.")
@cosmetic
@click.option("--limit", "-n", type=click.IntRange(1), help="The newest changes only.")
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
    limit: int | None,
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
    from kb.changes import no_changes
    from kb.pages import NotHeld
    from kb.render.feed import atom
    from kb.render.history import changes_text
    from kb.render.tracker import wikitext

    reading = Reading(ctx, as_of)
    window = {"since": since, "until": until, "page": page, "faction": faction, "author": author}
    try:
        answer = look(
            reading.conn,
            **window,
            errata=errata,
            cosmetic=cosmetic,
            limit=limit,
            as_of=reading.at,
        )
    except NotHeld as error:
        unanswered(reading, no_changes(since, until, error), as_json)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    shown = {"text": changes_text, "atom": atom, "wikitext": wikitext}[style]
    reading.print(answer, as_json, shown)


@click.command()
@by_faction
@click.option(
    "--kind",
    type=click.Choice(["functional", "wording", "reversion"]),
    help="Errata of this kind.",
)
@click.option(
    "--status",
    type=click.Choice(["yes", "no", "unstated", "placeholder"]),
    help="What the page says of an erratum.  [default: yes]",
)
@click.option(
    "--since", type=Moment(begins=True), help="Only what came on that day or later (UTC)."
)
@click.option("--unannounced", is_flag=True, help="Instead, changes that nobody announced.")
@as_of
@as_json
@click.pass_context
def errata(
    ctx: click.Context,
    faction: str | None,
    kind: str | None,
    status: str | None,
    since: str | None,
    unannounced: bool,
    as_of: str | None,
    as_json: bool,
) -> None:
    """Show all cards with errata: since when, of what kind, and what the text said before.

    \b
    Examples:
      smashup errata --kind functional
      smashup errata --unannounced
    """
    from kb.errata import errata as look
    from kb.errata import no_errata
    from kb.pages import NotHeld
    from kb.past.unannounced import unannounced as look_for_silence
    from kb.render.history import errata_text

    if unannounced and (kind or status):
        raise click.UsageError("--kind and --status are of errata; leave them with --unannounced")
    reading = Reading(ctx, as_of)
    try:
        if unannounced:
            answer = look_for_silence(reading.conn, reading.at, faction, since)
        else:
            answer = look(reading.conn, reading.at, faction, kind, status or "yes", since)
    except NotHeld as error:
        unanswered(reading, no_errata(error), as_json)
    reading.print(answer, as_json, errata_text)
    if not (answer["cards"] or answer.get("unannounced")):
        ctx.exit(1)
