"""A visitor's SQL, run in a process of its own, which can be ended at any moment.

SQLite's time limit can't stop one call of a function, and no list of functions is safe: `instr`,
`trim`, `replace`, `like` and many more take the square of what they are given, `||` and
`group_concat` make much from little. A process can be ended whatever it does, and its memory goes
with it. This one reads only; it can't tell paths, load code, attach or write files; SQLite in it
gets so much memory and no more.

Started as a script: questions come on stdin, answers go to stdout, each a length and a JSON text.
"""

from __future__ import annotations

import base64
import json
import os
import sqlite3
import struct
import sys
from typing import Any, BinaryIO

HEAP = 64 * 2**20  # bytes that SQLite may use; sorting takes place in it too, never in a file
ADDRESSES = 256 * 2**20  # bytes of address space, where SQLite's own limit should fail
PROCESSOR = 5  # seconds, should nobody be there to end this

ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE}
PRAGMAS = {  # what describes tables, and what full-text search asks itself
    *("table_info", "table_xinfo", "index_list", "index_info", "index_xinfo", "foreign_key_list"),
    *("table_list", "data_version", "schema_version", "user_version", "encoding"),
}
VIRTUAL = (
    *("json_each", "json_tree", "pragma_table_info", "pragma_table_xinfo", "pragma_table_list"),
    *("pragma_index_list", "pragma_index_info", "pragma_foreign_key_list"),
)
FORBIDDEN = {"load_extension", "fts3_tokenizer", "readfile", "writefile", "edit"}


def main() -> None:
    """Open the database named on the command line, then answer until stdin ends."""
    _bound()
    conn = _open(sys.argv[1])
    send(sys.stdout.buffer, {"ready": True})
    while (question := receive(sys.stdin.buffer)) is not None:
        send(sys.stdout.buffer, _answer(conn, question))


def _bound() -> None:
    """Limits of the system, on those that have them."""
    try:
        import resource
    except ImportError:  # Windows
        return
    os.nice(10)  # the site's own queries come first
    for what, most in (
        (resource.RLIMIT_AS, ADDRESSES),
        (resource.RLIMIT_CPU, PROCESSOR),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        try:
            resource.setrlimit(what, (most, most))
        except (ValueError, OSError):  # an even lower limit stands
            continue


def _open(path: str) -> sqlite3.Connection:
    # Started without the site's packages, so that ours are found from this file's place.
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    from urllib.parse import quote

    from kb.serving.queries import LIMITS
    from kb.serving.search_words import escape_fts

    conn = sqlite3.connect(f"file:{quote(path)}?immutable=1", uri=True)
    conn.text_factory = lambda value: str(value, "utf-8", "replace")
    conn.create_function("escape_fts", 1, escape_fts, deterministic=True)
    conn.execute(f"pragma hard_heap_limit = {HEAP}")
    conn.execute("pragma temp_store = memory")
    _connect_virtual_tables(conn)
    for limit, most in LIMITS.items():
        conn.setlimit(limit, most)
    conn.set_authorizer(_authorise)
    return conn


def _connect_virtual_tables(conn: sqlite3.Connection) -> None:
    """Use each virtual table once: later, the authorizer would take that for making a table."""
    made = "select name from sqlite_master where sql like 'create virtual table%'"
    names = [*(name for (name,) in conn.execute(made)), *VIRTUAL]
    for name in names:
        conn.execute(f'select 1 from "{name}" limit 0')


def _authorise(action: int, first: str | None, second: str | None, *where: str | None) -> int:
    if action == sqlite3.SQLITE_FUNCTION:
        allowed = second not in FORBIDDEN
    elif action == sqlite3.SQLITE_PRAGMA:
        allowed = first in PRAGMAS
    else:
        allowed = action in ALLOWED
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


def _answer(conn: sqlite3.Connection, question: dict[str, Any]) -> dict[str, Any]:
    from kb.serving.queries import run

    try:
        rows, more, description = run(
            conn, question["sql"], question["params"], question["rows"], question["values"]
        )
    except sqlite3.DatabaseError as error:
        return {"error": str(error)}
    columns = [column[0] for column in description or ()]
    return {"columns": columns, "rows": [list(map(_told, row)) for row in rows], "more": more}


def _told(value: object) -> object:
    return {"blob": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def send(file: BinaryIO, message: object) -> None:
    """Write one message."""
    file.write(framed(message))
    file.flush()


def framed(message: object) -> bytes:
    """A message as it is sent either way: four bytes of length, then JSON."""
    content = json.dumps(message, ensure_ascii=False).encode("utf-8", "replace")
    return struct.pack(">I", len(content)) + content


def receive(file: BinaryIO) -> Any:
    """Read one message; None at the end."""
    head = file.read(4)
    return json.loads(file.read(struct.unpack(">I", head)[0])) if len(head) == 4 else None


if __name__ == "__main__":
    main()
