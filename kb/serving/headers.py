"""What stands above an answer: how long it may be kept, its ETag, what a browser may do with it."""

from __future__ import annotations

import hashlib
import re

from kb.serving.held import PIECE, Held, Send
from kb.serving.refusals import Event, Scope, header, whole

VARY = "Cookie, Authorization, Accept-Encoding"  # Datasette's and the compression's
PUBLIC = b"public, max-age=60, stale-while-revalidate=600"
PRIVATE = b"private, max-age=0, must-revalidate"  # asked anew each time, and answered by the ETag
NO_GZIP = re.compile(rb"gzip\s*;\s*q\s*=\s*0(\.0*)?\s*(,|$)", re.IGNORECASE)
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    # Nothing inline and nothing from elsewhere: what a wiki says can't run, even unescaped.
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        b"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
]


def with_headers(send: Send) -> Send:
    """Adds our headers, and sends large bodies by pieces, so that a slow reader is noticed."""

    async def sending(event: Event) -> None:
        body = event.get("body", b"")
        last = max(0, len(body) - 1) // PIECE * PIECE
        for start in range(0, last, PIECE):
            piece = {"type": event["type"], "body": body[start : start + PIECE]}
            await send({**piece, "more_body": True})
        if last:
            event = {**event, "body": body[last:]}
        if event["type"] == "http.response.start":
            given = {name.lower() for name, _ in event["headers"]}
            ours = [(name, value) for name, value in HEADERS if name not in given]
            event = {**event, "headers": [*event["headers"], *ours]}
        await send(event)

    return sending


def without_unwanted_gzip(scope: Scope) -> Scope:
    """`gzip;q=0` refuses gzip, which the compressing middleware does not know."""
    if not any(NO_GZIP.search(value) for value in header(scope, b"accept-encoding")):
        return scope
    return {**scope, "headers": [h for h in scope["headers"] if h[0] != b"accept-encoding"]}


def finished(held: Held, scope: Scope, tag: bytes | None, cached: bytes) -> list[Event]:
    """A held answer with its headers, ready to be sent."""
    if held.passed_on:
        return []
    headers = [
        (name.lower(), value)
        for name, value in held.start["headers"]
        if name.lower() != b"content-length"
    ]
    if tag and held.start["status"] == 200:
        if b"*" in header(scope, b"if-none-match"):  # whatever it is, if only it is there
            return not_modified(tag, cached)
        headers = [item for item in headers if item[0] not in (b"cache-control", b"etag")]
        headers += [(b"etag", tag), (b"cache-control", cached)]
    if scope["method"] == "HEAD":  # how long it would be compressed nobody knows
        return [{**held.start, "headers": headers}, {"type": "http.response.body", "body": b""}]
    headers.append((b"content-length", str(len(held.body)).encode()))
    body = bytes(held.body)
    return [{**held.start, "headers": headers}, {"type": "http.response.body", "body": body}]


def tag_of(state: str, scope: Scope, you: bool) -> bytes:
    """The ETag of an answer: what is served, by which code, for which address, to whom.

    A weak one: the same page is the same, compressed or not.
    """
    asked = f"{scope.get('raw_path') or scope['path']}?{scope['query_string']}{you}"
    return f'W/"{state}-{hashlib.sha1(asked.encode()).hexdigest()[:12]}"'.encode()


def has(scope: Scope, tag: bytes) -> bool:
    """Whether the visitor holds the answer of that tag."""
    tags = b",".join(header(scope, b"if-none-match")).split(b",")
    return tag.removeprefix(b"W/") in {each.strip().removeprefix(b"W/") for each in tags}


def not_modified(tag: bytes, cached: bytes) -> list[Event]:
    headers = {"etag": tag.decode(), "cache-control": cached.decode(), "vary": VARY}
    start, body = whole(304, headers, b"")
    start["headers"] = [item for item in start["headers"] if item[0] != b"content-length"]
    return [start, body]
