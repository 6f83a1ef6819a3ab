"""What is served: a copy of the knowledge base, made anew for each state that was published.

The file itself is never served. A build may change it between two queries of a page, somebody may
move another over it, and it holds what is nobody else's business: folders of this machine, and
texts, users and summaries that were read before the wiki hid them. A copy has none of these and
never changes, so that a page is of one state, however long it takes. It lies in the folder for
temporary files. A whole wiki is copied in a tenth of a second; where it hides texts, what was
derived of them is derived anew, which takes as long as a build of those pages.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ingest.database import APPLICATION_ID
from ingest.errors import DatabaseError, SmashupError
from kb.db import connect
from kb.named import sql

PREFIX = "smashup-site-"  # of folders of copies; the number of the server's process follows
SETTLED = 0.1  # seconds; a file changed more recently may change again without a new time
Prepare = Callable[[sqlite3.Connection], None]
Stamp = tuple[tuple[int, ...], ...]


class Copy:
    """A state of the knowledge base, as a file that stays as it is until nobody reads it."""

    def __init__(self, path: str, state: str, prepare: Prepare) -> None:
        self.path = path
        self.state = state  # of the file copied: which file, generation, time of its build
        self.known: dict[tuple[Any, ...], Any] = {}  # what was asked once and stays as it is
        self.readers = 0
        self.former = False  # a newer one is served; the last reader removes this
        self._prepare = prepare
        self._idle: list[sqlite3.Connection] = []

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """A read-only connection that nobody else has."""
        try:
            conn = self._idle.pop()
        except IndexError:
            conn = self._open()
        try:
            yield conn
        finally:
            self._idle.append(conn)

    def _open(self) -> sqlite3.Connection:
        address = f"file:{quote(self.path)}?immutable=1"
        conn = sqlite3.connect(address, uri=True, check_same_thread=False)
        self._prepare(conn)
        return conn

    def remove(self) -> None:
        """Close its connections and delete the file."""
        while self._idle:
            self._idle.pop().close()
        with suppress(OSError):
            os.unlink(self.path)


class Published:
    """The newest copy of a file, for any number of threads."""

    def __init__(self, path: str, prepare: Prepare = lambda conn: None) -> None:
        self.path = path
        remove_left_behind()
        self.folder = tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-")
        self._prepare = prepare
        self._lock = threading.Lock()  # of what follows; never held for long
        self._copy: Copy | None = None
        self._seen: Stamp | None = None
        self._making = threading.Lock()  # held while a copy is made
        self._number = 0

    def pin(self, wait: bool = True) -> Copy | None:
        """The copy of what is published now, which stays until it is unpinned.

        Without `wait`, None where a new one has to be made first. Raises SmashupError, OSError or
        sqlite3.Error where there is no copy yet and none can be made.
        """
        copy = self._pin_seen(_stamp(self.path))
        if copy or not wait:
            return copy
        with self._making:
            stamp = _stamp(self.path)  # before the file is read: what changes then is seen later
            copy = self._pin_seen(stamp)  # made while this one waited
            return copy or self._pin_renewed(stamp)

    def unpin(self, copy: Copy) -> None:
        """Say that a reader of a copy is done."""
        with self._lock:
            copy.readers -= 1
            unread = copy.former and not copy.readers
        if unread:
            copy.remove()

    def close(self) -> None:
        """Remove all copies."""
        with self._making, self._lock:
            if self._copy:
                self._copy.remove()
                self._copy = None
            shutil.rmtree(self.folder, ignore_errors=True)

    def _pin_seen(self, stamp: Stamp | None) -> Copy | None:
        """The copy, if the file is as it was when that was made."""
        with self._lock:
            copy = self._copy
            if copy is None or stamp != self._seen or not os.path.exists(copy.path):
                return None
            copy.readers += 1
            return copy

    def _pin_renewed(self, stamp: Stamp | None) -> Copy:
        former = self._copy
        seen = stamp if _is_settled(stamp) else None  # it may change without a new time
        try:
            copy = self._renewed(stamp)
        except (SmashupError, sqlite3.Error, OSError):
            if former is None or not os.path.exists(former.path):
                raise
            copy, seen = former, None  # gone, or half written: what was served still is
        with self._lock:
            self._copy, self._seen = copy, seen
            copy.readers += 1
            if former is None or former is copy:
                return copy
            former.former = True
            unread = not former.readers
        if unread:
            former.remove()
        return copy

    def _renewed(self, stamp: Stamp | None) -> Copy:
        """A copy of the file's state; the one there is, if it is that."""
        with closing(connect(self.path)) as source:
            source.execute("begin")
            state = _state(source, stamp)
            if self._copy and self._copy.state == state and os.path.exists(self._copy.path):
                return self._copy
            self._number += 1
            path = os.path.join(self.folder, f"{self._number}.db")
            try:
                os.makedirs(self.folder, 0o700, exist_ok=True)  # whatever clears such folders up
                make_copy(source, path)
            except (sqlite3.Error, OSError) as error:
                with suppress(OSError):
                    os.unlink(path)
                raise DatabaseError(
                    f"can't copy {self.path} to {self.folder} ({error}); "
                    "set TMPDIR to a folder with room for it"
                ) from error
        return Copy(path, state, self._prepare)


def remove_left_behind() -> None:
    """Remove the copies of servers that were killed."""
    if os.name != "posix":  # elsewhere to ask for a process may end it
        return
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        number = folder.name.removeprefix(PREFIX).partition("-")[0]
        try:
            os.kill(int(number), 0)
        except ProcessLookupError:
            shutil.rmtree(folder, ignore_errors=True)
        except (ValueError, OSError):  # not ours
            continue


def _stamp(path: str) -> Stamp | None:
    """What tells that a file or its journal changed; None where the file is not there."""
    try:
        files = [os.stat(path)]
    except OSError:
        return None
    with suppress(OSError):
        journal = os.stat(path + "-wal")
        files += [journal] if journal.st_size else []  # an empty one comes of reading
    return tuple((f.st_dev, f.st_ino, f.st_size, f.st_mtime_ns) for f in files)


def _is_settled(stamp: Stamp | None) -> bool:
    return bool(stamp) and time.time_ns() - max(f[3] for f in stamp or ()) > SETTLED * 1e9


def _state(conn: sqlite3.Connection, stamp: Stamp | None) -> str:
    """A short name of the published state: of this file, this generation, this build.

    Any other change of the file counts too, unless a build is storing what it will publish later.
    """
    meta = conn.execute("select key, value from meta where key in ('generation', 'built_at')")
    told: list[object] = [stamp[0][:2] if stamp else None, sorted(map(tuple, meta))]
    if not conn.execute("select 1 from revision where sequence = 0 limit 1").fetchone():
        told.append(stamp)
    return hashlib.sha1(repr(told).encode()).hexdigest()[:12]


def is_knowledge_base(path: str) -> bool:
    """Whether a file is a knowledge base, of whatever version, by the mark in its header."""
    try:
        with closing(sqlite3.connect(f"file:{quote(path)}?immutable=1", uri=True)) as conn:
            return bool(conn.execute("pragma application_id").fetchone()[0] == APPLICATION_ID)
    except sqlite3.DatabaseError:
        return False


def make_copy(source: sqlite3.Connection, path: str) -> None:
    """Copy a knowledge base to a new file, without what the public must not see."""
    with closing(sqlite3.connect(path)) as conn:
        source.backup(conn)
        conn.execute("pragma journal_mode = off")  # no other reader, and a lost copy is made anew
        conn.execute("pragma synchronous = off")
        hides_texts = conn.execute("select 1 from revision where withheld limit 1").fetchone()
    if hides_texts:
        _forget_texts(path)
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("pragma journal_mode = delete")
        conn.execute("pragma synchronous = off")
        conn.create_function("without_folder", 2, _without_folder, deterministic=True)
        conn.executescript(sql("make-public"))


def _forget_texts(path: str) -> None:
    """Derive all pages whose revisions the wiki hides anew, as if their text had never come."""
    from ingest.build import build  # parsers: most wikis hide nothing

    build(Path(path), [], lambda conn, generation, pages: None, forget=True)
    with closing(sqlite3.connect(path)) as conn:
        # Full-text indexes keep words of what was deleted until they are written anew.
        for (name,) in conn.execute(
            "select name from sqlite_master where sql like 'create virtual table%fts5%'"
        ).fetchall():
            conn.execute(f"insert into {name}({name}) values ('rebuild')")
        conn.commit()
        conn.execute("vacuum")


def _without_folder(text: str, path: str) -> str:
    """A text that names a file of this machine by its path, with the file's name alone.

    >>> _without_folder('["/home/ann/a.xml: cut short"]', "/home/ann/a.xml")
    '["a.xml: cut short"]'
    """
    name = os.path.basename(path.rstrip("/\\").replace("\\", "/")) or path
    quoted = json.dumps(path, ensure_ascii=False)[1:-1]  # as it stands in a JSON list
    return text.replace(quoted, name).replace(path, name)
