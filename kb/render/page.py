"""The terminal page: wrapping to its width, emphasis, and the line that names a source.

The command takes the colours out when stdout is no terminal or NO_COLOR is set.
"""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.sources import Object

WIDEST = 80  # columns; longer lines are hard to read


def width() -> int:
    """Columns to write in: the terminal's, 80 at most and when there is none.

    As shutil has it, which would bring four compression modules into every look-up.
    """
    try:
        columns = os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        told = os.environ.get("COLUMNS", "")
        columns = int(told) if told.isascii() and told.isdecimal() else WIDEST
    return max(20, min(columns, WIDEST))


def wrap(text: str, indent: str = "", first: str | None = None) -> str:
    """A text's lines, each wrapped to the page; `first` begins the first one (`• `)."""
    lines = []
    lead = indent if first is None else first
    for line in text.split("\n"):
        lines += textwrap.wrap(
            line,
            width(),
            initial_indent=lead,
            subsequent_indent=indent,
            break_on_hyphens=False,
        ) or [""]
        lead = indent
    return "\n".join(lines)


def bold(text: str) -> str:
    return _styled(text, 1)


def dim(text: str) -> str:
    return _styled(text, 2)


def red(text: str) -> str:
    return _styled(text, 31)


def green(text: str) -> str:
    return _styled(text, 32)


def yellow(text: str) -> str:
    return _styled(text, 33)


def _styled(text: str, code: int) -> str:
    """Text between ANSI codes; whoever prints it takes them out where they don't belong."""
    return f"\x1b[{code}m{text}\x1b[0m" if text else ""


def title(name: str, rest: Iterable[str | None]) -> str:
    """A heading: the name, then what it is, `·` between, on one line when it fits."""
    facts = " · ".join(part for part in rest if part)
    if not facts:
        return bold(name)
    if len(name) + 3 + len(facts) <= width():
        return f"{bold(name)}   {facts}"
    return bold(name) + "\n" + wrap(facts, "  ")


def source_line(source: Object, since: Object | None = None, indent: str = "  ") -> str:
    """Where a passage stands, since when in this wording, and who edited the page last."""
    place = source["page"] if not source["section"] else f"{source['page']} › {source['section']}"
    parts = [place]
    if since is not None:
        known = "" if since["exact"] else " or longer"
        parts.append(f"in this wording since {since['timestamp'][:10]}{known}")
    edit = f"last edit {source['timestamp'][:10]}"
    if source["contributor"]:
        edit += f" by {source['contributor']}"
    parts.append(edit)
    text = dim(wrap(" · ".join(parts), indent))
    return text + (f"\n{indent}{dim(source['url'])}" if source["url"] else "")
