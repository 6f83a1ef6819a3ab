"""The first cell of a table's row, which leads to its page, says more than a key made of numbers.

Datasette writes `5,0` for a key of two columns, and `5` even where the key is another row's.
"""

from __future__ import annotations

import re

from datasette import hookimpl
from markupsafe import Markup

HREF = re.compile(r'<a href="([^"]*)">')


@hookimpl
def extra_template_vars(view_name, database, table, datasette):
    """`key_link(cell)` for `_table.html`."""
    if view_name != "table" or database != "smashup":
        return {}

    async def key_link(cell):
        label = await _label(datasette, table, cell)
        if label is None:
            return cell["value"]
        href = Markup(HREF.match(cell["value"])[1])  # escaped by Datasette
        return Markup('<a href="{}">{}</a>').format(href, label)

    return {"key_link": key_link}


async def _label(datasette, table, cell):
    """Text of the link; None for a number of the row's own, which may stay."""
    if cell["column"] == "Link":
        return "open"
    if not cell["raw"].isdecimal():
        return None
    number = int(cell["raw"])
    labels = await datasette.expand_foreign_keys("smashup", table, cell["column"], [number])
    return labels.get((cell["column"], number))
