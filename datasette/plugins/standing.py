"""A card, faction, term or rule as it stands now, on the page of its row; what hangs on a row.

Its table holds just a number and a name for all times; readers come for what the views show.
"""

from __future__ import annotations

from datasette import hookimpl
from datasette.plugins import pm
from datasette.utils import is_url
from markupsafe import Markup

from kb.named import sql

VIEWS = {"card": "cards", "faction": "factions", "term": "terms", "rule": "rules"}
PARTS = {"card": "now-card-clarifications", "faction": "now-faction-cards"}
# Shown above the fields or on the row itself.
NO_FIELD = {
    *("id", "slug", "deck_slug", "page_id", "name", "text", "definition", "description"),
    *("errata", "errata_note", "errata_kinds", "clarifications", "type", "copies", "subject"),
    *("deck", "power", "breakpoint", "vps", "set_as_written", "complexity_raw"),
}
LABELS = {"path": "Stands under", "revision": "As of"}
LARGEST = 2**63 - 1  # of SQLite's numbers


@hookimpl
def extra_template_vars(view_name, database, table, datasette):
    """`standing(key)` for `row.html`, None for a row of another table; `hanging(foreign key)`."""
    if view_name != "row" or database != "smashup":
        return {}

    async def standing(key):
        if table not in VIEWS or not key.isdecimal() or int(key) > LARGEST:
            return None
        return await _standing(datasette, table, int(key))

    def hanging(other):
        """Title of the rows that name this one; by which column, if that is not called after it."""
        title = datasette.table_metadata("smashup", other["other_table"]).get("title")
        column = other["other_column"].removesuffix("_id").replace("_", " ")
        told = "" if column == table.replace("_", " ") else f" ({column})"
        return (title or other["other_table"]) + told

    return {"standing": standing, "hanging": hanging}


async def _standing(datasette, table, number):
    db = datasette.get_database("smashup")
    row = (await db.execute(sql(f"now-{table}"), {"id": number})).first()
    if row is None:
        return {"gone": True}
    shown = {
        column: await _shown(datasette, row, column, VIEWS[table])
        for column in row.keys()  # noqa: SIM118 - of a Row, not a dict
        if row[column] not in ("", None)
    }
    parts = (await db.execute(sql(PARTS[table]), {"id": number})).rows if table in PARTS else []
    return {
        "row": dict(row),
        "shown": shown,
        "fields": [
            (LABELS.get(column) or column.replace("_", " ").capitalize(), html)
            for column, html in shown.items()
            if column not in NO_FIELD
        ],
        "parts": [dict(part) for part in parts],
    }


async def _shown(datasette, row, column, view):
    """A value as the view's own page shows it."""
    for answer in pm.hook.render_cell(
        row=row,
        value=row[column],
        column=column,
        table=view,
        database="smashup",
        datasette=datasette,
    ):
        shown = await answer if hasattr(answer, "__await__") else answer
        if shown is not None:
            return shown
    value = row[column]
    if isinstance(value, str) and is_url(value):  # http or https
        return Markup('<a href="{}">{}</a>').format(value, value)
    return value
