"""What a user typed, as messages repeat it."""

from __future__ import annotations

MOST = 60  # characters


def quoted(words: str) -> str:
    """A user's words in quotation marks: on one line, not long, nothing a terminal would obey.

    >>> quoted("tin tyrant"), quoted("a\\nb\\x1b[31m")
    ("'tin tyrant'", "'a�b�[31m'")
    """
    shown = printable(words)
    return f"'{shown[: MOST - 1]}…'" if len(shown) > MOST else f"'{shown}'"


def printable(text: str) -> str:
    """A text with � for line ends, control characters and whatever else has no look of its own."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
