"""The odd wiki once more, with an attack in every text that a dump can bring."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from tests.datasette_.odd_wiki import make_database

SUM = "{{1234*4321}}"
RESULT = "5332114"  # of the sum, if a template ran it
ATTACKS = [
    "<script>window.pwned = 1</script>",
    "<img src=x onerror=window.pwned=2>",
    '"><svg onload=window.pwned=3>',
    "'><iframe srcdoc='<script>parent.pwned = 4</script>'></iframe>",
    "javascript:window.pwned=5",
    SUM,
    "</title></textarea></style></script><script>alert(6)</script>",
    '" autofocus onfocus="window.pwned=7" x="',
    "' onmouseover='window.pwned=8' x='",
    '<a href="javascript:window.pwned=9">here</a>&lt;b&gt;',
]
# By these the views find their rows; what else they held would show nothing.
FOUND_BY = {"text_state", "status", "subject", "timestamp", "read_at"}
JSON_LISTS = {"vps", "path", "warnings"}
JSON_VALUES = {"old", "new"}


def attack(number: int) -> str:
    """All attacks, another one first each time: a text cut short still has that."""
    turn = number % len(ATTACKS)
    return " ".join(ATTACKS[turn:] + ATTACKS[:turn])


def make_hostile_database(path: Path) -> None:
    make_database(path)
    conn = sqlite3.connect(path)
    add_missing_rows(conn)
    for number, (table, column) in enumerate(text_columns(conn)):
        text: object = attack(number)
        value = f"[{column}] || ' ' || ?"
        if column in JSON_LISTS | JSON_VALUES:
            text = json.dumps([text] if column in JSON_LISTS else text)
            value = "?"
        elif column == "purchase_url":
            value = "'javascript:window.pwned=5//' || ?"
        where = f"[{column}] is not null"
        conn.execute(f"update [{table}] set [{column}] = {value} where {where}", [text])
    conn.execute("update wiki set name = ?", [attack(0)])
    conn.commit()
    conn.close()


def add_missing_rows(conn: sqlite3.Connection) -> None:
    """A row in the tables that the odd wiki leaves empty, and a text where it has none."""
    conn.execute(
        "insert into mention(page_id, subject, card_id, [where], position, start, length, written,"
        " cue, kind, name)"
        " values (1, 'card', 720001, 'text', 0, 0, 7, 'Destroy', 'plain', 'card', 'x')"
    )
    conn.execute("insert into set_spelling(spelling, name) values ('Odd Signs', 'Odd Signs')")
    conn.execute(
        "insert into credit(credit, position, written, artist) values ('Ann', 0, 'Ann', 'Ann')"
    )
    for table, column in text_columns(conn):
        conn.execute(f"update [{table}] set [{column}] = '' where [{column}] is null")
    conn.execute("update page set redirect = null where id > 1")


def text_columns(conn: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    tables = "select name from sqlite_master where type = 'table' and name not like '%fts%'"
    for (table,) in conn.execute(tables).fetchall():
        keys = {key[3] for key in conn.execute(f"pragma foreign_key_list([{table}])")}
        for column in conn.execute(f"pragma table_info([{table}])").fetchall():
            name, type_ = column[1], column[2].lower()
            if type_ == "text" and name not in keys | FOUND_BY | {"base"} and table != "meta":
                yield table, name
