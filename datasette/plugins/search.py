"""What a visitor types into a search box never is a syntax error; what fits best comes first.

Datasette turns the text into an FTS5 expression with its SQL function `escape_fts`, which fails on
a lone quotation mark; ours takes its place. Its form sends the empty box along with other filters,
and would find no row then. And it sorts what it found by the table's usual column.
"""

from __future__ import annotations

from urllib.parse import unquote_plus

from datasette import hookimpl
from datasette.filters import FilterArguments
from datasette.utils import escape_sqlite

from kb.serving.search_words import escape_fts
from kb.serving.visits import VISIT

NAME_WEIGHT = 10.0  # of the first column of each full-text table, against 1 of the others


@hookimpl(trylast=True)
def prepare_connection(conn):
    conn.create_function("escape_fts", 1, escape_fts, deterministic=True)


@hookimpl(trylast=True)  # after all other filters: ours ends the query
def filters_from_request(datasette, request, database, table):
    """Rows that fit a search best come first, unless another order is asked for.

    Datasette sorts by columns only. But a view that metadata.py leaves unsorted ends with its
    filters, so that the last of them can bring the order along.
    """
    visit = VISIT.get()
    said = datasette.table_metadata(database, table)
    if visit is None or not visit.by_match or "fts_table" not in said:
        return None
    fts = said["fts_table"]
    match = ":search" if request.args.get("_searchmode") == "raw" else "escape_fts(:search)"
    fit = (
        f"(select bm25({fts}, {NAME_WEIGHT}) from {fts}"
        f" where {fts} match {match} and rowid = {escape_sqlite(table)}.id)"
    )
    return FilterArguments([f"true order by {fit}, id"])


@hookimpl
def asgi_wrapper():
    def wrap(app):
        async def without_empty_search(scope, receive, send):
            if b"_search=" in scope.get("query_string", b""):
                scope = {**scope, "query_string": _without_empty_search(scope["query_string"])}
            await app(scope, receive, send)

        return without_empty_search

    return wrap


def _without_empty_search(query: bytes) -> bytes:
    return b"&".join(part for part in query.split(b"&") if not _is_empty_search(part))


def _is_empty_search(part: bytes) -> bool:
    name, _, value = part.partition(b"=")
    return name == b"_search" and not unquote_plus(value.decode("latin-1")).strip()
