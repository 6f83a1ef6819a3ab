"""`ruling` and `search`: find by words."""

from __future__ import annotations

import click

from kb.cli.reading import Reading, as_json, as_of


@click.command()
@click.argument("question", nargs=-1, required=True)
@click.option(
    "--limit", "-n", default=3, show_default=True, type=click.IntRange(1, 50), help="Passages."
)
@as_of
@as_json
@click.pass_context
def ruling(
    ctx: click.Context, question: tuple[str, ...], limit: int, as_of: str | None, as_json: bool
) -> None:
    """Answer a question with the passages that settle it.

    Best first, each with its source.
    Status 1 means that nothing here settles it; what comes nearest is shown, marked so.

    \b
    Examples:
      smashup ruling "does my titan have to leave when theirs moves in?"
      smashup ruling what happens on a tie in a duel --limit 1
    """
    from kb.render.questions import ruling_text
    from kb.rulings import ruling as answer_question

    words = " ".join(question).strip()
    if not words:
        raise click.UsageError(
            'the question is empty; ask one, as: smashup ruling "what is a titan?"'
        )
    reading = Reading(ctx, as_of)
    answer = answer_question(reading.conn, reading.path, words, reading.at, limit)
    reading.print(answer, as_json, ruling_text)
    if not answer["confident"]:
        ctx.exit(1)


@click.command(context_settings={"ignore_unknown_options": True})  # `-type:base` is a filter
@click.argument("query", nargs=-1, required=True)
@click.option(
    "--kind",
    type=click.Choice(["card", "faction", "term", "rule"]),
    help="Only results of this kind.",
)
@click.option("--limit", "-n", default=20, show_default=True, type=click.IntRange(1, 1000))
@click.option(
    "--sort",
    default="relevance",
    show_default=True,
    type=click.Choice(["relevance", "name", "power", "breakpoint", "copies", "changed"]),
)
@as_of
@as_json
@click.pass_context
def search(
    ctx: click.Context,
    query: tuple[str, ...],
    kind: str | None,
    limit: int,
    sort: str,
    as_of: str | None,
    as_json: bool,
) -> None:
    """Search names and texts, with filters.

    A query that is a name finds that name first; else words are text.

    \b
    Filters: faction: (f:), type: (t:), power, breakpoint, copies with = != < <= > >=,
    label:, errata:, has:, set:, artist:, changed>DATE, text:"…", name:"…";
    - or not before one excludes; or, parentheses and "a phrase" work.
    \b
    Examples:
      smashup search "type:minion power>=5 destroy"
      smashup search "label:special -faction:ninjas before a base scores"
    """
    from kb.render.questions import search_text
    from kb.search import search as find

    words = " ".join(query).strip()
    if not words:
        raise click.UsageError('the query is empty; write one, as: smashup search "type:titan"')
    reading = Reading(ctx, as_of)
    answer = find(reading.conn, reading.path, words, reading.at, kind, limit, sort)
    reading.print(answer, as_json, search_text)
    if not answer["results"]:
        ctx.exit(1)
