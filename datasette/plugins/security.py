"""What keeps a public site safe beside Datasette's own means: headers, and limits on visitors' SQL.

The pages hold the words of a wiki that anyone could edit, and visitors may run SQL (see README.md).
"""

from __future__ import annotations

import sqlite3

from datasette import hookimpl

HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    # Datasette's own pages have inline scripts and styles, so that the policy must allow them; it
    # forbids all from elsewhere, being framed, and sending a form away.
    b"content-security-policy": (
        b"default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
        b"img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
        b"frame-ancestors 'none'"
    ),
}

# A query's time limit can't stop a single call of a function. These limits do.
LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 16_000_000,  # bytes of a text; a wiki page has 2 million at most
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 200,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
}


@hookimpl
def prepare_connection(conn, database, datasette):
    db = datasette.databases.get(database)
    if db is None or not db.path:  # Datasette keeps its own notes in memory
        return
    for limit, value in LIMITS.items():
        conn.setlimit(limit, value)


@hookimpl
def asgi_wrapper():
    def wrap(app):
        async def with_headers(scope, receive, send):
            async def send_with_headers(event):
                if event["type"] == "http.response.start":
                    given = {name.lower() for name, _ in event.get("headers", ())}
                    ours = [(name, value) for name, value in HEADERS.items() if name not in given]
                    event = {**event, "headers": [*event.get("headers", ()), *ours]}
                await send(event)

            await app(scope, receive, send_with_headers)

        return with_headers

    return wrap
