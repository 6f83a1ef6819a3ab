"""Requests that are refused before anything is done for them, and in what words.

Bounds are far above what a reader's links and forms send: a site on one processor must not be
brought down by what fits into one line.
"""

from __future__ import annotations

import functools
import html
import json
import re
from collections import Counter
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote_to_bytes

from kb.serving.options import Options, is_loopback, split_host

Scope = MutableMapping[str, Any]
Event = MutableMapping[str, Any]

METHODS = ("GET", "HEAD")
MOST_QUERY = 4096  # bytes of a query string
MOST_PATH = 2048  # bytes
MOST_VALUES = 12  # of one parameter
MOST_PARAMETERS = 100
LARGE = 100  # rows; more take long to write, so that few such answers are written at a time
MOST_OF_A_FACET = 100  # values
FACETS = ("_facet", "_facet_array", "_facet_date")
CHEAP = {  # parameters that add nothing to what a list costs
    *("_size", "_next", "_shape", "_nl", "_header", "_dl", "_ttl", "_timelimit"),
    *("_nofacet", "_nocount", "_nosuggest", "_sort", "_sort_desc", "_hide_sql", "_show_sql"),
}
NUMBERS = ("_size", "_timelimit", "_ttl", "_facet_size")
OF_THIS_SITE = {b"none", b"same-origin"}  # of Sec-Fetch-Site: typed by hand, or a link of ours

# Headers by which proxies tell of whom they ask for.
_FORWARDED = re.compile(rb".*(forward|client-?ip|connecting-?ip|real-?ip).*|via", re.IGNORECASE)
_STATIC = re.compile(r"/(static|-/static(-plugins/[^/]+)?)/")
_NUMBER = re.compile(r"([0-9]{1,9}|max)?")


@dataclass(frozen=True)
class Refusal:
    """An answer of a few words: the status, what is wrong, what is right."""

    status: int
    title: str
    words: str
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def told(self) -> dict[str, Any]:
        """As Datasette tells an error in JSON."""
        return {"ok": False, "error": self.words, "status": self.status, "title": self.title}

    def events(self, scope: Scope) -> list[Event]:
        """The answer to an ASGI request: JSON where JSON was asked for, else a page."""
        if scope["path"].endswith(".json"):
            kind = "application/json; charset=utf-8"
            body = json.dumps(self.told)
        else:
            kind = "text/html; charset=utf-8"
            body = _PAGE.format(title=html.escape(self.title), words=html.escape(self.words))
        headers = {"content-type": kind, "cache-control": "no-store", **self.headers}
        return whole(self.status, headers, body.encode(), scope["method"] == "HEAD")


def whole(status: int, headers: Mapping[str, str], body: bytes, head: bool = False) -> list[Event]:
    """The events of an answer that is sent in one piece; of a HEAD without its body."""
    told = {**headers, "content-length": str(len(body))}
    raw = [(name.encode(), value.encode()) for name, value in told.items()]
    return [
        {"type": "http.response.start", "status": status, "headers": raw},
        {"type": "http.response.body", "body": b"" if head else body},
    ]


_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"></head>
<body><main><h1>{title}</h1><p>{words}</p></main></body></html>
"""

NO_SQL = Refusal(
    403,
    "No SQL here",
    "This site takes no SQL of its visitors. The ready questions, the tables and their filters"
    " answer without; whoever runs the site can allow it with 'smashup serve --sql'.",
)
NO_STREAM = Refusal(
    400, "No stream", "_where has no _stream beside it; _size=max gives 1,000 rows, _next the next."
)
INNER = Refusal(403, "Not for visitors", "This page is for whoever runs the site, on that machine.")
NOBODYS = {"/-/threads", "/-/threads.json"}  # its tasks name folders of this machine
BUSY = Refusal(
    503, "Busy", "Too much is asked at once just now. Try again in a moment.", {"retry-after": "2"}
)


def header(scope: Scope, name: bytes) -> list[bytes]:
    """All values of a request's header, by its name in lower case."""
    return [value for key, value in scope["headers"] if key == name]


def is_you(scope: Scope, options: Options) -> bool:
    """Whether whoever asks sits at this machine: no proxy's visitor, no other site's page."""
    if not options.private or scope.get("http_version") == "1.0":  # no browser's; a proxy's perhaps
        return False
    if any(_FORWARDED.fullmatch(name) for name, _ in scope["headers"]):
        return False
    client = scope.get("client")
    if client and not is_loopback(client[0]):
        return False
    host = split_host(b"".join(header(scope, b"host")).decode("latin-1"))
    fetched = header(scope, b"sec-fetch-site")
    return bool(host and is_loopback(host[0])) and OF_THIS_SITE.issuperset(fetched)


def is_static(path: str) -> bool:
    """Whether a path is of a file that is the same whatever the database holds."""
    return bool(_STATIC.match(path))


def is_page(path: str) -> bool:
    """Whether a path is of a page for people; JSON, CSV and the like have an ending."""
    return "." not in path.rpartition("/")[2]


def asks_much(scope: Scope) -> bool:
    """Whether a request asks for more rows than people read."""
    sizes = {value or "0" for name, value in _parameters(scope) if name == "_size"}
    return any(size == "max" or int(size) > LARGE for size in sizes)


def asks_little(scope: Scope) -> bool:
    """Whether a request asks for no more than a few rows as they are."""
    return CHEAP.issuperset(name for name, _ in _parameters(scope)) and not asks_much(scope)


def brings_sql(scope: Scope) -> bool:
    """Whether a request brings SQL of the visitor's own."""
    return bool({"sql", "_where"} & {name for name, _ in _parameters(scope)})


def asks_by_match(scope: Scope) -> bool:
    """Whether a request searches a table, and wants what fits best first."""
    names = {name for name, value in _parameters(scope) if value.strip()}
    return "_search" in names and not names & {"_sort", "_sort_desc", "_fts_table", "_fts_pk"}


def refusal(scope: Scope, options: Options, sql: bool, you: bool) -> Refusal | None:
    """Why a request is refused; None when it may be answered.

    `sql`: the visitor may run SQL; `you`: he sits at this machine.
    """
    if scope["method"] not in METHODS:
        allow = ", ".join(METHODS)
        return Refusal(405, "Only reading", f"This site answers {allow} only.", {"allow": allow})
    wrong = _wrong_host(scope, options)
    wrong = wrong or _wrong_size(scope) or _wrong_words(scope) or _too_many_facets(scope)
    if wrong:
        return wrong
    path = path_of(scope)
    if path.startswith("/-/") and not is_static(path) and not (you and path not in NOBODYS):
        return INNER
    if brings_sql(scope) and not sql:
        return NO_SQL
    names = {name for name, _ in _parameters(scope)}
    return NO_STREAM if {"_where", "_stream"} <= names else None


def below_the_site(scope: Scope, options: Options) -> Scope:
    """A request as it would be to a site at the top of its host.

    A proxy may leave the site's own path on or take it off. Datasette takes either, but to links
    made of the request it would add the path a second time.
    """
    top = options.path.rstrip("/")
    path = path_of(scope)
    if not top or not path.startswith(top + "/"):
        return scope
    return {
        **scope,
        "path": scope["path"].removeprefix(top),
        "raw_path": path.removeprefix(top).encode("latin-1"),
    }


def path_of(scope: Scope) -> str:
    """The path as Datasette routes it, percent signs as they came."""
    return str((scope.get("raw_path") or scope["path"].encode()).partition(b"?")[0], "latin-1")


def _wrong_host(scope: Scope, options: Options) -> Refusal | None:
    hosts = header(scope, b"host")
    if not hosts and scope.get("http_version") == "1.0":
        return None
    host = split_host(hosts[0].decode("latin-1")) if len(hosts) == 1 else None
    if host is None:
        return Refusal(400, "No such host", "The header Host must name this site, once.")
    name, port = host
    if is_loopback(name):  # a health check
        return None
    if options.public_urls:
        known = {url.host for url in options.public_urls}
        if name in known or (port and f"{name}:{port}" in known):
            return None
    elif not options.private:
        return None
    # On a private site a foreign name is another site's, pointed at this machine (DNS rebinding).
    return Refusal(421, "Not this site", "No site of that name is served here.")


def _wrong_size(scope: Scope) -> Refusal | None:
    if len(scope.get("raw_path") or scope["path"]) > MOST_PATH:
        return Refusal(414, "Too long", f"An address here has {MOST_PATH} bytes at most.")
    if len(scope["query_string"]) > MOST_QUERY:
        return Refusal(414, "Too long", f"What follows the ? has {MOST_QUERY} bytes at most.")
    parameters = _parameters(scope)
    if len(parameters) > MOST_PARAMETERS:
        return Refusal(400, "Too many", f"An address has {MOST_PARAMETERS} parameters at most.")
    counted = Counter(name for name, _ in parameters).most_common(1)
    if counted and counted[0][1] > MOST_VALUES:
        name, count = counted[0]
        words = f"“{name[:50]}” is given {count} times; {MOST_VALUES} are allowed."
        return Refusal(400, "Too many", words)
    return None


def _wrong_words(scope: Scope) -> Refusal | None:
    if b"\\" in (scope.get("raw_path") or b""):  # browsers take it for a slash
        return Refusal(400, "Not readable", "The address holds a backslash.")
    for part in (scope.get("raw_path") or b"", scope["query_string"]):
        try:
            unquote_to_bytes(part).decode()
        except UnicodeDecodeError:
            return Refusal(400, "Not readable", "The address holds bytes that are no UTF-8.")
    for name, value in _parameters(scope):
        if name in NUMBERS and not _NUMBER.fullmatch(value):
            return Refusal(400, "No number", f"“{name}” takes a number, such as {name}=20.")
    return None


def _too_many_facets(scope: Scope) -> Refusal | None:
    """Each value of a facet repeats the whole address."""
    facets = 0
    for name, value in _parameters(scope):
        facets += name in FACETS
        if name == "_facet_size" and (value == "max" or int(value or 0) > MOST_OF_A_FACET):
            return Refusal(400, "Too many values", f"_facet_size is {MOST_OF_A_FACET} at most.")
    if facets > MOST_VALUES:
        return Refusal(400, "Too many", f"A list has {MOST_VALUES} facets at most.")
    return None


def _parameters(scope: Scope) -> list[tuple[str, str]]:
    """Names and values as Datasette reads them."""
    return _read(scope["query_string"])


@functools.lru_cache(maxsize=16)
def _read(query: bytes) -> list[tuple[str, str]]:
    return parse_qsl(query.decode("latin-1"), keep_blank_values=True)
