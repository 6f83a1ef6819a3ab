"""A page's revisions in time: their order, what undoes what, what is proved to follow on what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from ingest.versions.model import PageRevision


def time_order(revisions: Iterable[PageRevision]) -> list[PageRevision]:
    """Revisions oldest first: by timestamp, within a second parents before children, then by id.

    The ids are the wiki's own where known; imports can give an old revision a high one, therefore
    they only decide within a second.
    """
    ordered: list[PageRevision] = []
    by_id = sorted(revisions, key=_within_second)
    for _, same_second in groupby(sorted(by_id, key=_timestamp), key=_timestamp):
        ordered += _parents_first(list(same_second))
    return ordered


def _timestamp(revision: PageRevision) -> str:
    return revision.timestamp


def _within_second(revision: PageRevision) -> tuple[bool, int, int]:
    return (revision.revision_id is None, revision.revision_id or 0, revision.id)


def _parents_first(revisions: list[PageRevision]) -> list[PageRevision]:
    """Revisions of one second, each after its parent; a ring of parents is broken somewhere."""
    by_id = {r.revision_id: r for r in revisions if r.revision_id is not None}
    placed: dict[int, PageRevision] = {}  # row id → revision, in order
    for revision in revisions:
        line: dict[int, PageRevision] = {}  # from it upwards, up to an ancestor placed already
        ancestor: PageRevision | None = revision
        while ancestor is not None and ancestor.id not in placed and ancestor.id not in line:
            line[ancestor.id] = ancestor
            ancestor = by_id.get(ancestor.parent_id or 0)
        placed.update((r.id, r) for r in reversed(line.values()))
    return list(placed.values())


def returns(revisions: Sequence[PageRevision]) -> dict[int, int]:
    """Place of each revision that brings back a text → place of the revision that it goes back to.

    Oldest first, byte for byte. What was undone can't be gone back to: its text, when it comes
    again, is new.
    """
    back: dict[int, int] = {}
    standing: list[int] = []  # places of the revisions with text that nothing has undone so far
    holder: dict[int | str, int] = {}  # text id → its place in `standing`'s revisions
    for place, revision in enumerate(revisions):
        if revision.records is None:
            continue
        text_id = revision.text_id
        origin = None if text_id is None else holder.get(text_id)
        if origin is None:
            standing.append(place)
            if text_id is not None:
                holder[text_id] = place
            continue
        back[place] = origin
        while standing[-1] != origin:
            gone = revisions[standing.pop()].text_id
            if gone is not None:
                del holder[gone]
    return back


def undone(back: dict[int, int]) -> set[int]:
    """Places of the revisions that were undone and of those that undid them."""
    return {
        between
        for place, origin in back.items()
        if place > origin + 1
        for between in range(origin + 1, place + 1)
    }


def proven_steps(revisions: Sequence[PageRevision]) -> list[bool]:
    """For each revision with text whether nothing can be missing before it.

    True when parent ids lead from it to the held text before it (or to the page's beginning)
    through nothing but texts proved empty.
    """
    proven: list[bool] = []
    unbroken = True
    previous: PageRevision | None = None
    for revision in revisions:
        unbroken = unbroken and _follows(previous, revision)
        proven.append(unbroken)
        if revision.records is not None:
            unbroken = True
        elif not revision.empty:
            unbroken = False
        previous = revision
    return proven


def _follows(previous: PageRevision | None, revision: PageRevision) -> bool:
    if revision.parent_id is None:
        return False
    if previous is None:
        return revision.parent_id == 0
    return revision.parent_id == previous.revision_id
