"""What a visitor types into a search box never is a syntax error; an empty box asks for nothing.

Datasette turns the text into an FTS5 expression with its SQL function `escape_fts`, which fails on
a lone quotation mark. Ours takes its place: every word as a phrase of its own, all of them wanted.
Its form sends the empty box along with other filters, and would find no row then.
"""

from __future__ import annotations

from urllib.parse import unquote_plus

from datasette import hookimpl

from kb.serving.search_words import escape_fts


@hookimpl(trylast=True)
def prepare_connection(conn):
    conn.create_function("escape_fts", 1, escape_fts, deterministic=True)


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
