"""The queries of `queries/*.sql` as pages: `/smashup/NAME`, with JSON and CSV beside it.

Each file begins with its header: `-- title:`, `-- description:`, and for each parameter
`-- param NAME: what it means, and what empty means`; a line that is further in goes on with the one
before. `-- canned: no` keeps a query internal.
"""

from __future__ import annotations

import functools
import os
import re

from datasette import hookimpl
from markupsafe import Markup

from kb.named import assets, sql

HEADER = re.compile(r"--\s*(title|description|canned|param\s+\w+)\s*:\s*(.*?)\s*$")


@hookimpl
def canned_queries(database):
    return _queries() if database == "smashup" else {}


@hookimpl
def extra_template_vars(database):
    """`parameter_meaning(query, name)` for `query.html`, which says it beside each box."""
    return {"parameter_meaning": _meaning} if database == "smashup" else {}


def _meaning(name: str, parameter: str) -> str:
    return _split(sql(name))[0].get(f"param {parameter}", "") if name in _queries() else ""


@functools.cache
def _queries():
    """Name -> definition, of all queries that are not internal."""
    names = sorted(
        name.removesuffix(".sql") for name in os.listdir(assets("queries")) if name.endswith(".sql")
    )
    definitions = {name: _definition(sql(name)) for name in names}
    return {name: definition for name, definition in definitions.items() if definition}


def _definition(text: str):
    """Datasette's definition of a query from its file; None for an internal one."""
    header, body = _split(text)
    if header.get("canned") == "no":
        return None
    params = {name.split()[1]: said for name, said in header.items() if name.startswith("param")}
    return {
        "sql": body,
        "title": header["title"],
        "description": header["description"],
        "description_html": _described(header["description"], params),
        "params": list(params),
        "hide_sql": True,
    }


def _split(text: str):
    """The header's fields, and the SQL below it."""
    lines = text.splitlines()
    header = {}
    field = ""
    while lines and lines[0].startswith("--"):
        line = lines.pop(0)
        match = HEADER.match(line)
        if match:
            field = match[1]
            header[field] = match[2]
        elif field:
            header[field] += " " + line.removeprefix("--").strip()
    return header, "\n".join(lines).strip()


def _described(description: str, params) -> Markup:
    rows = Markup("").join(
        Markup("<dt>{}</dt><dd>{}</dd>").format(name, said) for name, said in params.items()
    )
    listed = Markup('<dl class="parameters">{}</dl>').format(rows) if rows else ""
    return Markup("<p>{}</p>{}").format(description, listed)
