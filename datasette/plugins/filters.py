"""A filter or a facet of a column that does not exist is told: Datasette takes its name for a text.

`?nmae=Ghost` would find nothing, `?nmae__not=Ghost` everything, and both would look like answers.
"""

from __future__ import annotations

from datasette import hookimpl
from datasette.filters import Filters
from datasette.views.base import DatasetteError

LOOKUPS = [lookup for lookup, _, _ in Filters([]).lookups()]
OF_COLUMNS = ("_facet", "_facet_array", "_facet_date", "_label")  # parameters that name one


@hookimpl
def filters_from_request(datasette, request, database, table):
    async def check():
        columns = await datasette.databases[database].table_columns(table)
        # As Datasette tells filters from its own parameters.
        filters = [(name, "") for name in request.args if "__" in name or not name.startswith("_")]
        for column, lookup, _ in Filters(filters).selections():
            if column != "rowid":
                _assert_known("column", column, columns)
            _assert_known("filter", lookup, LOOKUPS)
        for name in OF_COLUMNS:
            for column in request.args.getlist(name):
                _assert_known("column", column, columns)

    return check


def _assert_known(what, name, known):
    if name not in known:
        said = f"There is no {what} '{name[:50]}' here, but: {', '.join(known)}."
        raise DatasetteError(said, title="Not understood", status=400)
