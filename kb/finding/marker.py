"""The marker in an index's folder: whose index it is, that it is complete, and not damaged.

Written last, read first: an index without our marker, or not of the build that the database names,
is never opened (Whoosh unpickles what it opens).
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Mapping

FORMAT = 4  # of the index; raise it with any change of fields, passages or stems
OURS = f"smashup-kb index {FORMAT}, "
MARKER = "smashup-index.txt"
END = "end\n"  # its last line: a marker that was cut short tells of too few files

Averages = dict[str, float]  # field -> words that a passage has there on the average


def stamp_of(conn: sqlite3.Connection) -> str:
    """The first line of the marker of this database's index: our format, and which build it is."""
    meta = dict(conn.execute("select key, value from meta").fetchall())
    return f"{OURS}generation {meta['generation']} of {meta['built_at']}\n"


def seal(folder: str, stamp: str, averages: Mapping[str, float]) -> None:
    """Write the marker with the files' sizes and checksums, and everything to the disk."""
    lines = [f"average {field} {value!r}\n" for field, value in averages.items()]
    for name in sorted(os.listdir(folder)):
        if not name.endswith(("LOCK", ".tmp")):  # a writer leaves them behind
            lines.append(f"file {' '.join(map(str, _checked(folder, name)))} {name}\n")
    with open(os.path.join(folder, MARKER), "w", encoding="utf-8") as file:
        file.writelines([stamp, *lines, END])
    for name in os.listdir(folder):
        sync(os.path.join(folder, name))
    sync(folder)


def read(folder: str, stamp: str = OURS) -> Averages | None:
    """What the marker tells, if its first line begins with `stamp` and the files are as written."""
    averages = {}
    try:
        with open(os.path.join(folder, MARKER), encoding="utf-8") as file:
            first, *lines, last = file
        if not first.startswith(stamp) or last != END:
            return None
        for line in lines:
            what, *values = line.rstrip("\n").split(" ", 3)
            if what == "average":
                averages[values[0]] = float(values[1])
            elif [int(value) for value in values[:2]] != _checked(folder, values[2]):
                return None
    except (OSError, ValueError, IndexError):
        return None
    return averages or None


def _checked(folder: str, name: str) -> list[int]:
    """Size and checksum of a file."""
    with open(os.path.join(folder, name), "rb") as file:
        content = file.read()
    return [len(content), zlib.crc32(content)]


def sync(path: str) -> None:
    """Have the disk hold a file or folder before going on."""
    if os.name == "nt" and os.path.isdir(path):
        return  # Windows opens no folders
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
