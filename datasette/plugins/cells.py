"""How the values of rows look on a page: labels for numbers, paragraphs, links to the wiki.

Everything is escaped: what a wiki says is data. JSON and CSV give the values as they are stored.
"""

from __future__ import annotations

import json
import re
from weakref import WeakKeyDictionary

from datasette import hookimpl
from markupsafe import Markup

from kb.sources import page_url

LONG = 1200  # characters; a longer text is folded up
TEASER = 160  # characters of it that show

YES_NO = {
    *("special", "work_in_progress", "since_exact", "text_since_exact", "outdated", "complete"),
    *("minor", "withheld", "stale", "cosmetic", "reverted", "contributor_hidden"),
    *("comment_hidden", "on_its_page", "in_the_list", "standard", "held", "listed"),
}
PAGES = {"page", "target", "redirect", "listed_on"}  # columns with a title, perhaps with #anchor
TITLES = {("page", "title"), ("former_title", "title")}
FILES = {"image", "cover"}
REVISIONS = {"revision_id", "parent_id", "wiki_revision_id", "wiki_parent_id"}  # the wiki's numbers
ROWS = {  # (view, column) -> table whose row it leads to
    ("cards", "id"): "card",
    ("cards", "page_id"): "page",
    ("factions", "id"): "faction",
    ("factions", "page_id"): "page",
    ("errata", "id"): "card",
    ("clarifications", "id"): "clarification",
    ("clarifications", "card_id"): "card",
    ("terms", "id"): "term",
    ("rules", "id"): "rule",
    ("revisions", "id"): "revision",
    ("revisions", "page_id"): "page",
    ("changes", "id"): "change",
}
SUBJECTS = {"faction": "faction", "card": "card", "term": "term", "rule": "rule", "section": "rule"}
JSON = {"vps", "path", "warnings", "old", "new"}
ISO_TIME = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?Z")
MISSING = ("", None)

_shapes = (
    WeakKeyDictionary()
)  # Datasette -> {table: {"keys": {column: table}, "units": {column: unit}}}


@hookimpl
async def startup(datasette):
    """Note each table's foreign keys and units once, not for every cell."""
    db = datasette.databases.get("smashup")
    shapes = {}
    for name in [*await db.table_names(), *await db.view_names()] if db else ():
        keys = await db.foreign_keys_for_table(name)
        shapes[name] = {
            "keys": {key["column"]: key["other_table"] for key in keys},
            "units": datasette.table_metadata("smashup", name).get("units", {}),
        }
    _shapes[datasette] = shapes


@hookimpl
def render_cell(row, value, column, table, database, datasette):
    """HTML of a value; None leaves it to Datasette."""
    if database != "smashup" or value in MISSING:
        return None
    shape = _shapes[datasette].get(table, {"keys": {}, "units": {}})
    if column in shape["keys"]:
        return _labelled(datasette, table, column, shape["keys"][column], value)
    if (table, column) in ROWS:
        label = column.removesuffix("_id") if column.endswith("_id") else "open"
        return _row_link(datasette, ROWS[table, column], value, label, _name(dict(row)))
    if (table, column) == ("change", "subject_id") and row["subject"] in SUBJECTS:
        return _row_link(datasette, SUBJECTS[row["subject"]], value, row["name"])
    if column in YES_NO and value in (0, 1):
        return "yes" if value else "no"
    if "://" not in str(value) and (
        column in PAGES or (table, column) in TITLES or column in FILES or column in REVISIONS
    ):
        return _on_wiki(datasette, row, column, value)
    if isinstance(value, (int, float)):
        return _number(value, shape["units"].get(column))
    if isinstance(value, str):
        return _text(value, column, table)
    return None


# ---------------------------------------------------------------- links


async def _labelled(datasette, table, column, other_table, value):
    """A foreign key as its row's label. Lists bring the label along, pages of one row do not."""
    if isinstance(value, dict):
        value, label = value["value"], value["label"]
    else:
        labels = await datasette.expand_foreign_keys("smashup", table, column, [value])
        label = labels.get((column, value))
    if label in MISSING:
        label = f"{other_table} {value}"
    return _row_link(datasette, other_table, value, label)


def _row_link(datasette, table, number, label, name=""):
    """A link to a row; its label alone does not tell a listener which, unless a name goes along."""
    label = str(label)
    if len(label) > TEASER:
        label = _cut(label)
    told = Markup(' aria-label="{} {}"').format(label, name) if name else ""
    return Markup('<a href="{}"{}>{}</a>').format(
        datasette.urls.row("smashup", table, str(number)), told, _when(label) or label
    )


def _name(row):
    return row.get("name") or row.get("card") or row.get("page") or ""


async def _on_wiki(datasette, row, column, value):
    """A page, file or revision as a link to the wiki, where its address is known."""
    base = await _wiki_base(datasette)
    if column in REVISIONS:
        title = dict(row).get("page")
        url = page_url(base, title, value) if title and value else None
        label = str(value)
    elif column in FILES:
        url, label = page_url(base, f"File:{value}"), value
    else:
        title, _, anchor = str(value).partition("#")
        url, label = page_url(base, title, anchor=anchor.replace(" ", "_")), value
    return Markup('<a href="{}">{}</a>').format(url, label) if url else str(label)


async def _wiki_base(datasette):
    """Address of the wiki's main page; None when it is unknown, or several wikis are held."""
    return await datasette.get_database("smashup").wiki_base()


# ---------------------------------------------------------------- values


def _number(value, unit):
    """A number with its unit: `3 power`, `1 card`."""
    if unit is None:
        return None
    return f"{value:,} {unit.removesuffix('s') if value == 1 else unit}"


def _text(value, column, table):
    when = _when(value)
    if when:
        return when
    if column == "wikitext":
        shown = Markup('<pre class="wikitext">{}</pre>').format(value)
        return _folded(f"{len(value):,} characters", shown)
    parsed = _parsed(value) if column in JSON else value
    if isinstance(parsed, list):
        return _list(parsed, column)
    if isinstance(parsed, dict):
        return _object(parsed)
    if table == "change" and isinstance(parsed, str):  # other tables hold texts as they are
        return _prose(parsed) or parsed
    return _prose(value)


def _parsed(value):
    """What a JSON text holds; any other text as it is."""
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _when(value):
    """A point in time, to the minute."""
    match = ISO_TIME.fullmatch(value)
    if not match:
        return None
    return Markup('<time datetime="{}">{} {} UTC</time>').format(value, match[1], match[2])


def _list(items, column):
    between = {"vps": " / ", "path": " \u203a "}.get(column, ", ")
    return between.join(_plain(item) for item in items) or Markup("&nbsp;")


def _object(fields):
    rows = (
        Markup("<dt>{}</dt><dd>{}</dd>").format(name, _plain(value))
        for name, value in fields.items()
        if value not in (None, "", [])
    )
    return Markup('<dl class="fields">{}</dl>').format(Markup("").join(rows))


def _plain(value):
    if isinstance(value, list):
        return ", ".join(_plain(item) for item in value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _prose(text):
    """Lines as paragraphs; a long text folded up below its beginning. None for a short line."""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < 2 and len(text) <= LONG:
        return None
    paragraphs = Markup("").join(Markup("<p>{}</p>").format(line) for line in lines)
    shown = Markup('<div class="prose">{}</div>').format(paragraphs)
    return _folded(_cut(" ".join(lines)), shown) if len(text) > LONG else shown


def _folded(teaser, shown):
    return Markup("<details><summary>{}</summary>{}</details>").format(teaser, shown)


def _cut(text):
    """The beginning of a text, up to a blank."""
    return text[:TEASER].rsplit(" ", 1)[0] + " \u2026"
