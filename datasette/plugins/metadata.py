"""Gives Datasette the metadata of `metadata.yaml`, but not where it looks for permissions.

Datasette copies all metadata each time it asks whether a table may be seen, 134 times for its first
page. Ours holds no permissions, so that there is nothing to look for. What a user adds by his own
`--metadata` comes on top.
"""

from __future__ import annotations

import copy
import functools

from datasette import hookimpl
from datasette.utils import parse_metadata

from kb.named import assets
from kb.serving.visits import VISIT


@hookimpl
def get_metadata(key):
    if key == "tables":
        return {}
    visit = VISIT.get()
    return _unsorted() if visit and visit.by_match else _metadata()


@functools.cache
def _unsorted():
    """The same without the usual order of rows, which a search takes the place of."""
    said = copy.deepcopy(_metadata())
    for table in said["databases"]["smashup"]["tables"].values():
        if "fts_table" in table:
            table.pop("sort", None)
            table.pop("sort_desc", None)
    return said


@functools.cache
def _metadata():
    with open(assets("datasette", "metadata.yaml"), encoding="utf-8") as file:
        return parse_metadata(file.read())
