"""`build`: dumps in, knowledge base and index out."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from kb.cli.reading import as_json, print_json
from kb.db import database_path
from kb.named import assets

if TYPE_CHECKING:
    from ingest.build import BuildReport, Progress
    from ingest.load import SourceReport
    from kb.sources import Object


@click.command()
@click.argument("sources", nargs=-1, metavar="[SOURCE]...")
@click.option("--wiki", metavar="URL", help="The wiki's address, where the dump doesn't tell it.")
@click.option(
    "--forget-hidden",
    is_flag=True,
    help="Remove texts held from before that the wiki hides now; else they are kept and marked.",
)
@as_json
@click.pass_context
def build(
    ctx: click.Context,
    sources: tuple[str, ...],
    wiki: str | None,
    forget_hidden: bool,
    as_json: bool,
) -> None:
    """Read dumps into the knowledge base, then refresh its index. Safe to repeat.

    SOURCE is a file (MediaWiki XML export, Atom or RSS feed of contributions, their text; plain,
    .gz, .bz2, .xz), a folder of such files, or - for stdin. Without one, the folder revisions/
    here, else the sample wiki that comes with smashup-kb.

    \b
    Examples:
      smashup build
      smashup build full-history.xml.gz
      smashup build feed.atom --wiki https://wiki.example/wiki/Main_Page
    """
    from pathlib import Path

    from ingest.build import build as build_database
    from kb.index.writing import prune, write_index

    path = Path(database_path(ctx.find_root().obj))
    folder = Path(f"{path}.index")

    def index(conn: sqlite3.Connection, generation: int, pages: Sequence[int]) -> None:
        write_index(conn, folder, generation, pages)

    with _Bar(as_json) as bar:
        report = build_database(
            path,
            sources or _default_sources(),
            index,
            wiki,
            bar.show,
            forget_hidden,
            by_two=_processors() > 1,
        )
    prune(folder, report.generation)
    _print(report, as_json)
    if not all(source.complete for source in report.sources):
        ctx.exit(3)


def _processors() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _default_sources() -> tuple[str]:
    return ("revisions",) if os.path.isdir("revisions") else (assets("revisions"),)


def _print(report: BuildReport, as_json: bool) -> None:
    from dataclasses import asdict

    if as_json:
        answer: Object = {"sources": [asdict(source) for source in report.sources]}
        answer |= {"seconds": round(report.seconds, 3), "generation": report.generation}
        answer |= {"as_of": None, "notices": []}
        print_json(answer)
        return
    for source in report.sources:
        if source.format == "unreadable":
            continue
        click.echo(
            f"{source.path} ({source.format}): {source.pages} pages, {source.revisions} revisions,"
            f" {source.new} new"
        )
    for source in report.sources:
        for warning in _warnings(source):
            click.echo(
                f"{source.path}: {warning}" if source.path not in warning else warning, err=True
            )
    click.echo(f"Knowledge base ready, generation {report.generation}, {report.seconds:.1f} s.")


def _warnings(source: SourceReport) -> list[str]:
    """What a source's reader says of it; on one line where the source is broken off."""
    if source.complete or source.format == "unreadable":
        return source.warnings
    return ["; ".join([*source.warnings, "incomplete, what is whole was kept"])]


class _Bar:
    """One progress bar a stage, on stderr, when that is a terminal."""

    def __init__(self, as_json: bool) -> None:
        self.stage: str | None = None
        self.bar: Any = None  # click's progress bar; click names no type for it
        self.shown = not as_json and os.isatty(2)
        self.show: Progress = self._show if self.shown else lambda stage, done, total: None

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self._finish()

    def _show(self, stage: str, done: int, total: int | None) -> None:
        if stage != self.stage:
            self._finish()
            self.stage = stage
            label = os.path.basename(stage) or stage
            import sys

            self.bar = click.progressbar(length=total or 0, label=label, file=sys.stderr)
            self.bar.__enter__()
        assert self.bar is not None
        self.bar.update(max(0, done - self.bar.pos))

    def _finish(self) -> None:
        if self.bar is not None:
            self.bar.__exit__(None, None, None)
            self.bar = None
