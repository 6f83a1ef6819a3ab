"""Quotes in a line of wikitext: which of its apostrophes are markup, and what is bold."""

from __future__ import annotations

import re
from collections.abc import Iterator

_QUOTES = re.compile(r"(''+)")


def runs(line: str, exact: bool = False) -> Iterator[tuple[str, bool]]:
    """(text, whether bold) for the runs of a line, its quotes read as MediaWiki's doQuotes does.

    Runs of four or more than five apostrophes keep the surplus; where bold and italics are both
    unbalanced, one opening of bold is an apostrophe and an opening of italics. Unless `exact`,
    apostrophes that an editor's slip leaves are dropped: the surplus of a run of six or of a bold
    mark without its like, and the latter apostrophe where it is not between letters.
    """
    parts = _QUOTES.split(line)
    widths = [len(mark) for mark in parts[1::2]]
    bolds = sum(width >= 3 for width in widths)
    italics = sum(width == 2 or width >= 5 for width in widths)
    for i, width in enumerate(widths):
        surplus = 1 if width == 4 else max(0, width - 5)
        shown = surplus if exact or (width == 4 and bolds % 2 == 0) else 0
        parts[2 * i] += "'" * shown
        parts[2 * i + 1] = "'" * (width - surplus)
    if bolds % 2 and italics % 2:
        odd = _odd_bold(parts)
        if odd is not None:
            between_letters = parts[odd - 1][-1:].isalnum() and parts[odd + 1][:1].isalnum()
            parts[odd - 1] += "'" if exact or between_letters else ""
            parts[odd] = "''"
    bold = False
    for i, part in enumerate(parts):
        if i % 2:
            bold ^= len(part) in (3, 5)
        elif part:
            yield part, bold


def _odd_bold(parts: list[str]) -> int | None:
    """The bold mark that is no bold: after a one-letter word, else a longer one, else a blank."""
    long_word = blank = None
    for i in range(1, len(parts), 2):
        if len(parts[i]) == 3:
            before = parts[i - 1]
            if before.endswith(" "):
                blank = i if blank is None else blank
            elif before[-2:-1] == " ":
                return i
            elif long_word is None:
                long_word = i
    return blank if long_word is None else long_word
