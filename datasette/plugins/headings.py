"""What a list of rows is called: `Cards of the type minion, sorted by power`."""

from __future__ import annotations

from datasette import hookimpl

LONGEST = 80  # characters of what a visitor typed
SORTS = {"_sort": "", "_sort_desc": ", highest first"}

# "of the type minion", but "with power 3".
KINDS = {"type", "kind", "kinds", "set", "faction", "deck", "page", "page_id", "format", "subject"}
COMPARED = {
    "exact": "with {column} {value}",
    "not": "with {column} other than {value}",
    "contains": "with \u201c{value}\u201d in {column}",
    "startswith": "with {column} beginning with {value}",
    "endswith": "with {column} ending with {value}",
    "gt": "with {column} above {value}",
    "gte": "with {column} of at least {value}",
    "lt": "with {column} below {value}",
    "lte": "with {column} of at most {value}",
    "in": "with {column} among {value}",
    "notin": "with {column} not among {value}",
    "date": "with {column} on {value}",
    "isnull": "without {column}",
    "isblank": "without {column}",
    "notnull": "with {column}",
    "notblank": "with {column}",
}


@hookimpl
def extra_template_vars(view_name, database, table, datasette):
    """`sentence(...)` for `table.html`."""
    if view_name != "table":
        return {}

    async def sentence(title, filters, search, args):
        parts = [
            await _compared(datasette, database, table, *selection)
            for selection in filters.selections()
        ]
        if search:
            parts.append(f"that match \u201c{_cut(search)}\u201d")
        parts += [
            f"sorted by {_words(_cut(args[key]))}{order}"
            for key, order in SORTS.items()
            if args.get(key)
        ]
        if args.get("_next"):
            parts.append("continued")
        first, *others = parts or [""]
        after_title = " " if first.startswith(("of ", "with", "that ")) else ", "
        return ", ".join([title + after_title + first, *others]) if first else title

    return {"sentence": sentence}


async def _compared(datasette, database, table, column, lookup, value) -> str:
    """A condition in words; the value of a foreign key is the label of its row."""
    labels = {}
    if lookup == "exact":
        if value.isdecimal() and len(value) < 19:  # SQLite holds no longer number
            number = int(value)
            labels = await datasette.expand_foreign_keys(database, table, column, [number])
            value = str(labels.get((column, number)) or value)
        if column in KINDS:
            return f"of the {_words(column)} {_cut(value)}"
    if lookup not in COMPARED:  # what a visitor typed is no template
        return f"with {_words(column)} {_cut(lookup)} {_cut(value)}"
    return COMPARED[lookup].format(column=_words(column), value=_cut(value))


def _words(column: str) -> str:
    return column.removesuffix("_id").replace("_", " ") or column


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST] + "\u2026"
