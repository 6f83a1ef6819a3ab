"""What stands between an image's pipes: options, the caption, and the credit that a caption gives.

Pure, and without markup: the grammar and the lint read images by their own ways, and agree on this.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_OPTION = re.compile(
    r"(?:thumb(?:nail)?|frame(?:d|less)?|border|none|left|right|center|centre|upright|baseline|sub"
    r"|super|sup|top|middle|bottom|text-top|text-bottom|\d*\s*x?\s*\d+\s*px|\d+\s*x\s*px"
    r"|(?:link|alt|page|class|lang|upright|thumb|thumbnail|manualthumb|frame)\s*=.*)",
    re.IGNORECASE | re.DOTALL,
)
_CREDIT = re.compile(
    r"(?:(?:illustrat(?:ed|ions?|ors?)|illust?\.?|art(?:ist|work)?)(?:\s+by\b\s*:?|\s*:|\s*$)"
    r"|(?:drawn|painted)\s+by\b\s*:?)\s*(.*)",
    re.IGNORECASE | re.DOTALL,
)
_NOBODY = re.compile(r"[\W_]*(?:(?:tb[ad]|unknown|n/a|none)[\W_]*)?", re.IGNORECASE)


def parts(content: str) -> list[str]:
    """An image's content, split at the pipes that are not those of links in its caption."""
    pieces = [""]
    depth = 0
    for piece in re.split(r"(\[\[|\]\]|\|)", content):
        if piece == "|" and depth == 0:
            pieces.append("")
            continue
        depth += (piece == "[[") - (piece == "]]" and depth > 0)
        pieces[-1] += piece
    return pieces


def caption(shown: Sequence[str]) -> str:
    """The caption among the parts after an image's name, as plain text; "" where there is none.

    A credit goes before other words, the last part before earlier ones, as in MediaWiki.
    """
    captions = [text for text in shown if text and not _OPTION.fullmatch(text)]
    credits = [text for text in captions if is_credit(text)]
    return (credits or captions or [""])[-1]


def credit(text: str) -> str | None:
    """The name in `Illustrated by: NAME` and its variants; None where the text is none.

    >>> credit("Illustrated by: Ida Inkwell"), credit("Illust. by Ida"), credit("Illust:")
    ('Ida Inkwell', 'Ida', None)
    """
    match = _CREDIT.fullmatch(text)
    return match[1].strip() if match and not _NOBODY.fullmatch(match[1]) else None


def is_credit(text: str) -> bool:
    """Whether a line of text is a credit, be it an empty one."""
    return _CREDIT.fullmatch(text) is not None
