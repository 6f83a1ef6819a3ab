"""Answers out of the knowledge base: look-ups, rulings, history. Reads the database only.

    from kb import open_kb

    with open_kb("smashup.db") as kb:
        kb.ruling("does my titan have to leave when theirs moves in?")

`import kb` alone loads nothing: what it offers is imported when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.api import KnowledgeBase, open_kb

__all__ = ["KnowledgeBase", "open_kb"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import kb.api

    return getattr(kb.api, name)
