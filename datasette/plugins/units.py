"""Filters on columns with a unit take a visitor's text as it is typed.

Datasette 0.65 hands it to a calculator of units: `?copies=9**9**9` would keep the server busy for
ever, `?copies__in=1,2` would ask for 12. The units of metadata.yaml are for reading only (cells.py
shows them), and 1.0 knows none.
"""

from __future__ import annotations

from datasette import hookimpl
from datasette.views import table


@hookimpl
def startup():
    table.ureg = AsTyped


class AsTyped:
    """A quantity that stays what it was, whatever unit it is asked for in."""

    def __init__(self, text: str) -> None:
        self.magnitude = text

    def to(self, unit: object) -> AsTyped:
        return self
