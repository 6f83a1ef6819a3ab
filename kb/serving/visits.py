"""One request while it is answered: who asks, what of the file is read, how long it may take."""

from __future__ import annotations

import math
import time
from contextlib import ExitStack
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.serving.published import Copy
    from kb.serving.visitor_sql import VisitorProcess

SQL_SECONDS = 1.5  # for all queries of a request that is not plain


@dataclass
class Visit:
    """A request, from its first byte to the last of its answer."""

    you: bool  # the visitor sits at the machine that serves
    sql: bool  # … and may run SQL of his own
    typed: bool = False  # this request brings such SQL along
    html: bool = False  # a person reads the answer
    by_match: bool = False  # a search, whose rows nobody asked to be sorted otherwise
    plain: bool = True  # costs little; its queries never wait behind those of others
    turn: ExitStack = field(default_factory=ExitStack)  # given back when it is closed
    copy: Copy | None = None
    process: VisitorProcess | None = None  # that runs the visitor's SQL
    ends: float = math.inf  # when its queries have taken too long together

    def left(self) -> float:
        """Seconds that its queries may still take; below zero when they took too long."""
        return self.ends - time.monotonic()


VISIT: ContextVar[Visit | None] = ContextVar("visit", default=None)
