"""`card`, `faction`, `term`, `rule`: look up by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from kb.cli.completion import name_argument
from kb.cli.reading import Reading, as_json, as_of
from kb.quoting import quoted

if TYPE_CHECKING:
    from kb.sources import Object


def _answer(
    reading: Reading, answer: Object, kind: str, as_json: bool, text: Callable[[Object], str]
) -> None:
    """Print what was found, or what comes near it with status 1."""
    reading.print(answer, as_json, text)
    if answer[kind + "s"]:
        return
    if not as_json:
        called = "held" if answer["query"] is None else f"called {quoted(answer['query'])}"
        click.echo(" ".join([f"No {kind} is {called}.", *reading.coverage()]), err=True)
        for name in answer["suggestions"]:
            click.echo(f"  did you mean: {name}", err=True)
    click.get_current_context().exit(1)


@click.command()
@name_argument("card", required=True)
@click.option("--faction", "-f", metavar="NAME", help="Of this faction or special deck only.")
@click.option("--mentions", is_flag=True, help="What it names and what names it, too.")
@as_of
@as_json
@click.pass_context
def card(
    ctx: click.Context,
    name: str,
    faction: str | None,
    mentions: bool,
    as_of: str | None,
    as_json: bool,
) -> None:
    """Show a card: text, errata, clarifications, source.

    \b
    Examples:
      smashup card "Tin Tyrant"
      smashup card twin --faction "Some Faction"
      smashup card "Tin Tyrant" --mentions
      smashup card "Tin Tyrant" --as-of 2026-01-31 --json
    """
    from kb.cards import look_up
    from kb.render import cards_text

    reading = Reading(ctx, as_of)
    answer = look_up(reading.conn, name, reading.at, faction, mentions)
    _answer(reading, answer, "card", as_json, cards_text)


@click.command()
@name_argument("faction")
@as_of
@as_json
@click.pass_context
def faction(ctx: click.Context, name: str | None, as_of: str | None, as_json: bool) -> None:
    """Show a faction: set, titan, mechanics, synergies, cards. Without NAME, list all.

    \b
    Examples:
      smashup faction
      smashup faction "Some Faction"
    """
    from kb.factions import look_up
    from kb.render import faction_list_text, factions_text

    reading = Reading(ctx, as_of)
    answer = look_up(reading.conn, name, reading.at)
    _answer(reading, answer, "faction", as_json, factions_text if name else faction_list_text)


@click.command()
@name_argument("term")
@as_of
@as_json
@click.pass_context
def term(ctx: click.Context, name: str | None, as_of: str | None, as_json: bool) -> None:
    """Show a glossary term. Without NAME, list the glossary.

    \b
    Examples:
      smashup term
      smashup term "before a base scores"
    """
    from kb.render import term_list_text, terms_text
    from kb.terms import look_up

    reading = Reading(ctx, as_of)
    answer = look_up(reading.conn, name, reading.at)
    _answer(reading, answer, "term", as_json, terms_text if name else term_list_text)


@click.command()
@name_argument("rule")
@as_of
@as_json
@click.pass_context
def rule(ctx: click.Context, name: str | None, as_of: str | None, as_json: bool) -> None:
    """Show a rule by its heading on a rules page. Without NAME, list the headings.

    \b
    Examples:
      smashup rule
      smashup rule "Clash of the Titans"
    """
    from kb.render import rule_list_text, rules_text
    from kb.rules import look_up

    reading = Reading(ctx, as_of)
    answer = look_up(reading.conn, name, reading.at)
    _answer(reading, answer, "rule", as_json, rules_text if name else rule_list_text)
