"""A page's revisions, read and put in order: all that is published of it, before any row of it.

No database here, so that pages can be read in two processes: half of the time that a large build
takes goes into it.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ingest.pages import parse_page
from ingest.records import PageRecords
from ingest.versions import Change, Gap, Lineage, PageRevision, derive, time_order

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

MEMO = 50_000  # sections remembered at most: more than a page repeats

Row = dict[str, Any]
Memo = dict[Any, Any]
Task = tuple[Row, Sequence[Row]]  # a page, and its revisions with their texts


@dataclass(frozen=True, slots=True)
class PageHistory:
    """What a page's revisions tell."""

    page: Row
    revisions: list[PageRevision]  # oldest first, without their records
    newest: tuple[int, PageRecords] | None  # the newest one with text: its row id, its records
    lineages: list[Lineage]
    changes: list[Change]
    gaps: list[Gap]


def read_history(page: Row, rows: Iterable[Row], memo: Memo) -> PageHistory:
    """Read a page (its row) and its revisions (theirs, with `wikitext`), in whatever order."""
    if len(memo) > MEMO:
        memo.clear()
    revisions = _with_records(page, rows, memo)
    lineages, changes, gaps = derive(revisions, page["title"])
    newest = next(((r.id, r.records) for r in reversed(revisions) if r.records is not None), None)
    bare = [replace(revision, records=None) for revision in revisions]
    return PageHistory(page, bare, newest, lineages, changes, gaps)


def _with_records(page: Row, rows: Iterable[Row], memo: Memo) -> list[PageRevision]:
    parsed: dict[tuple[Any, str], PageRecords] = {}

    def records(row: Row) -> PageRecords | None:
        if row["wikitext"] is None or not row["wikitext"].strip():
            return None
        key = (row["text_id"], row["model"])
        if key not in parsed:
            parsed[key] = parse_page(
                page["title"], row["wikitext"], page["namespace"], row["model"], memo
            )
        return parsed[key]

    return time_order(
        [
            PageRevision(
                id=row["id"],
                timestamp=row["timestamp"],
                revision_id=row["wiki_revision_id"],
                parent_id=row["wiki_parent_id"],
                text_state=row["text_state"],
                text_id=row["text_id"],
                records=records(row),
                comment=row["comment"],
            )
            for row in rows
        ]
    )


# ---------------------------------------------------------------- many pages


def read_histories(tasks: Iterable[Task]) -> Iterator[PageHistory]:
    """The histories of pages, in their order."""
    memo: Memo = {}
    for page, rows in tasks:
        yield read_history(page, rows, memo)


def read_histories_by_two(tasks: Iterable[Task]) -> Generator[PageHistory, None, None]:
    """The same, every other page read by a second process as soon as that is up.

    It starts Python's main module anew, which must allow that (`if __name__ == "__main__"`). It
    ends with this process, however that ends; where it fails, its pages are read here.
    """
    try:
        second, ours = _second_process()
    except OSError:  # no memory, too many processes or files
        yield from read_histories(tasks)
        return
    memo: Memo = {}
    remaining = iter(tasks)
    try:
        for task in remaining:
            other = next(remaining, None) if _waits(ours) else None
            sent = other is not None and _send(ours, other)
            yield read_history(*task, memo)
            if other is not None:
                yield (_received(ours) if sent else None) or read_history(*other, memo)
    finally:
        ours.close()
        second.join(1)
        second.terminate()  # it holds nothing, and may be at a long page
        second.join()


def _second_process() -> tuple[SpawnProcess, Connection[Any, Any]]:
    """A process that reads pages, and our end of the pipe to it."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with theirs:
        second = context.Process(target=_read_for, args=(theirs,), daemon=True)
        try:
            second.start()
        except BaseException:
            ours.close()
            raise
    return second, ours


def _read_for(other: Connection[Any, Any]) -> None:
    """The second process: says that it waits for a page, reads it, and hands its history over."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first one decides when to stop
    memo: Memo = {}
    with suppress(EOFError, OSError):  # the first process has ended, or wants no more
        other.send(None)
        while True:
            page, rows = other.recv()
            other.send(read_history(page, rows, memo))
            other.send(None)


def _waits(second: Connection[Any, Any]) -> bool:
    """Whether the second process waits for a page."""
    try:
        return second.poll() and second.recv() is None
    except (EOFError, OSError):
        return False


def _send(second: Connection[Any, Any], task: Task) -> bool:
    try:
        second.send(task)
    except OSError:
        return False
    return True


def _received(second: Connection[Any, Any]) -> PageHistory | None:
    """The history that it read; None: it failed, be it for other code than ours on the disk."""
    try:
        history: PageHistory = second.recv()
    except Exception:
        return None
    return history
