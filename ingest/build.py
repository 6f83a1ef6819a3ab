"""The stages in order: open the database, store what each source tells, publish, report.

Revisions are stored as they come; versions, changes and the generation number are published in one
transaction, the search index of that generation complete before it. Killed at any moment, the
former state stands and the next build goes on from the revisions stored (design decision 6).
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlite_utils import Database

from ingest.database import is_damage
from ingest.dumps import Source, find_sources, open_source
from ingest.errors import DatabaseError, DumpError
from ingest.joins import join_pages
from ingest.load import Loader, Moves, SourceReport, forget_hidden, record_source
from ingest.page_history import read_histories, read_histories_by_two
from ingest.publish import (
    publish_page,
    renew_after_upgrade,
    stale_pages,
    stored_pages,
    take_over,
)
from ingest.records import Revision
from ingest.schema import ensure_schema
from ingest.transactions import writing
from ingest.wikis import wiki_for

BATCH = 200  # revisions stored in one transaction …
BATCH_TEXT = 16 * 2**20  # … or fewer, of so many characters
WAIT = 30.0  # seconds, for another build to end its transaction
WORTH_TWO = 400  # revisions to read, from which a second process saves more than it costs

Progress = Callable[[str, int, "int | None"], None]  # stage or path, done, of how many
Indexer = Callable[[sqlite3.Connection, int, Sequence[int]], None]


@dataclass
class BuildReport:
    sources: list[SourceReport]
    generation: int
    seconds: float


def build(
    database: Path,
    sources: Sequence[str],
    index: Indexer,
    wiki: str | None = None,
    progress: Progress = lambda stage, done, total: None,
    forget: bool = False,
    by_two: bool = False,
) -> BuildReport:
    """Read dumps into the database, publish what they change, and index it.

    `index(connection, generation, pages)` makes the search index of a generation, called before it
    is committed with the row ids of the pages that changed (none: nothing changed, make the index
    sure). `wiki` is the wiki's address where dumps don't tell it; with `forget`, texts that the
    wiki hides now are removed; `by_two` lets a second process read half of the pages of a large
    build.
    Raises DumpError when a path does not exist or no source can be read, DatabaseError when the
    database can't be written.
    """
    started = time.monotonic()
    paths = find_sources(sources)
    with _open(database) as db:
        moves: Moves = {}
        reports = [_read(db, str(path), wiki, moves, progress) for path in paths]
        if reports and all(report.format == "unreadable" for report in reports):
            raise _none_readable(reports)
        if forget:
            forget_hidden(db)
        generation = _publish(db, moves, index, progress, by_two)
    return BuildReport(reports, generation, time.monotonic() - started)


@contextmanager
def _open(database: Path) -> Iterator[Database]:
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        conn = sqlite3.connect(database, timeout=WAIT)
    except (OSError, sqlite3.Error) as error:
        raise _cannot_write(database, error) from error
    try:
        db = Database(conn)
        db.execute("pragma foreign_keys = on")
        ensure_schema(db, str(database))
        with suppress(sqlite3.OperationalError):  # refused while another build makes the file
            db.execute("pragma journal_mode = wal")
        db.execute("pragma synchronous = normal")
        db.execute("pragma cache_size = -65536")  # 64 MB: a whole build spills little
        yield db
        with suppress(sqlite3.OperationalError):  # another build has begun to write
            db.execute("pragma optimize")
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        raise _cannot_write(database, error) from error
    except OSError as error:  # of the index: a full disk, a folder that is none
        what = error.filename or f"{database} and its index"
        raise DatabaseError(f"can't write {what} ({error.strerror}); see to that place") from error
    finally:
        conn.close()


def _none_readable(reports: Sequence[SourceReport]) -> DumpError:
    first, *others = (report.warnings[0] for report in reports)
    return DumpError(
        f"{first} ({len(others)} more sources can't be read either)" if others else first
    )


def _cannot_write(database: Path, error: Exception) -> DatabaseError:
    if isinstance(error, FileExistsError | NotADirectoryError):
        return DatabaseError(f"{database.parent} is not a folder; name another file with --db")
    if isinstance(error, sqlite3.DatabaseError) and "not a database" in str(error):
        return DatabaseError(f"{database} is not a database; name another file with --db")
    if isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
        return DatabaseError(f"another program is writing {database}; try again when it is done")
    return DatabaseError(f"can't write {database} ({error}); name another file with --db")


def _read(
    db: Database, path: str, wiki: str | None, moves: Moves, progress: Progress
) -> SourceReport:
    """Store one source; what can't be read as a dump is reported and leaves the rest alone."""
    try:
        with open_source(path) as source:
            return _store(db, source, wiki, moves, progress)
    except DumpError as error:
        return SourceReport(path, "unreadable", complete=False, warnings=[str(error)])


def _store(
    db: Database, source: Source, wiki: str | None, moves: Moves, progress: Progress
) -> SourceReport:
    """Store one source, batch by batch; its row says incomplete until it was read to the end."""
    report = SourceReport(source.path, source.format, complete=False)
    loader = row = wiki_id = None
    for batch in _batches(source):
        if loader is None:
            with writing(db):
                wiki_id = wiki_for(db, source.site, wiki)
                row = record_source(db, report, wiki_id)
            loader = Loader(db, wiki_id, source.site, row, moves)
        # Feeds begin with the newest. Of one second and without ids, rows tell the order.
        loader.store(batch if source.format == "xml" else reversed(batch))
        progress(source.path, source.position(), source.size)
    report.complete, report.warnings = source.complete, source.warnings
    if loader is not None:
        report.pages = len(loader.pages)
        report.revisions, report.new = loader.revisions, loader.new
    with writing(db):
        record_source(db, report, wiki_id, row)
    return report


def _batches(revisions: Iterable[Revision]) -> Iterator[list[Revision]]:
    """Revisions in portions; those of one second of a page, which may be one another, together."""
    batch: list[Revision] = []
    size = 0  # characters
    for revision in revisions:
        full = max(len(batch) / BATCH, size / BATCH_TEXT)
        if full >= 2 or (full >= 1 and not _same_second(batch[-1], revision)):
            yield batch
            batch, size = [], 0
        batch.append(revision)
        size += len(revision.text or "")
    if batch:
        yield batch


def _same_second(one: Revision, other: Revision) -> bool:
    return (one.title, one.timestamp) == (other.title, other.timestamp)


def _publish(db: Database, moves: Moves, index: Indexer, progress: Progress, by_two: bool) -> int:
    """Derive the stale pages, index them, and make both public by one commit."""
    with writing(db):
        renew_after_upgrade(db)
        take_over(db, moves)
        pages = stale_pages(db)
        row = db.execute("select value from meta where key = 'generation'").fetchone()
        generation = int(row[0]) if row else 0
        two = by_two and len(pages) > 1 and _is_large(db)
        read = read_histories_by_two if two else read_histories
        for done, history in enumerate(read(stored_pages(db, pages)), 1):
            publish_page(db, history)
            progress("publishing", done, len(pages))
        if pages:
            join_pages(db, pages)
        if pages or not generation:
            generation += 1
            now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            for key, value in (("generation", str(generation)), ("built_at", now)):
                db.execute("insert or replace into meta values (?, ?)", [key, value])
        index(db.conn, generation, pages)
    return generation


def _is_large(db: Database) -> bool:
    query = "select count(*) from revision where page_id in (select id from page where stale)"
    return bool(db.execute(query).fetchone()[0] >= WORTH_TWO)
