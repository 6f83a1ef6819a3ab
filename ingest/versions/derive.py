"""A page's revisions → its lineages, its changes and its gaps: `compare`, folded over time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import is_

from ingest.records import Card, PageRecords
from ingest.versions.compare import (
    Difference,
    differences,
    only_spacing,
    redirect_change,
    subject_of,
    told_by_the_faction,
)
from ingest.versions.drafts import Draft, History, Line, Memory, Sinces, carried, lineages_of
from ingest.versions.gaps import gaps
from ingest.versions.model import Change, Gap, Lineage, PageRevision, Record, Since
from ingest.versions.order import proven_steps, returns, time_order, undone
from ingest.versions.pairing import Pair


def derive(
    revisions: Sequence[PageRevision], page_title: str
) -> tuple[list[Lineage], list[Change], list[Gap]]:
    """All that a page's revisions, given in any order, tell of its subjects through time.

    The first revision with text is the baseline: its subjects begin there, without a change. A
    revision whose text is hidden or missing ends nothing and begins nothing; what changed across
    it is said of the next one that has text. An empty one, proved to be so, ends nothing either,
    but is told as `blanked`, and the next text as `restored`. Changes come in the order of time.
    """
    ordered = time_order(revisions)
    back = returns(ordered)
    reverted = undone(back)
    memories: dict[int | str | None, Memory] = {}  # text id → who stood there when it was last held
    history = History()
    before: PageRevision | None = None  # the last revision with text
    blank = False
    proven_at = proven_steps(ordered)
    for place, (revision, proven) in enumerate(zip(ordered, proven_at, strict=True)):
        start = len(history.changes)
        if revision.records is not None:
            if before and blank:
                history.changes.append(Change("page", page_title, None, "restored"))
            memory = None if revision.text_id is None else memories.get(revision.text_id)
            _read(history, before, revision, Since(revision.id, proven), page_title, memory)
            if memory is not None and place in back:
                _recall(history, memory)
            memories[revision.text_id] = [
                [(draft.lineage, draft.sinces) for draft in line.current] for line in history.lines
            ]
            before, blank = revision, False
        elif revision.empty:
            if before and not blank:
                history.changes.append(Change("page", page_title, None, "blanked"))
            blank = True
        history.changes[start:] = [
            replace(change, revision=revision.id, reverted=place in reverted)
            for change in history.changes[start:]
        ]
    return lineages_of(history), history.changes, gaps(ordered, history.changes, proven_at)


def _read(
    history: History,
    before: PageRevision | None,
    revision: PageRevision,
    since: Since,
    page_title: str,
    memory: Memory | None,
) -> None:
    """Take in one more text; `before` is the last one, None for the baseline.

    `memory` is who stood on the page when it had the same text before: a card that was renamed and
    rewritten since is still known.
    """
    new = revision.records or PageRecords("other")
    if before is None or before.records is None:
        for line in history.lines:
            _advance(history, line, PageRecords(new.kind), new, since, None)
        return
    old = before.records
    if old is new or (before.text_id is not None and before.text_id == revision.text_id):
        return
    changes = redirect_change(old, new, page_title)
    for number, line in enumerate(history.lines):
        stood = None if memory is None else memory[number]
        changes += _advance(history, line, old, new, since, stood)
    if not changes:
        drafts = {line.kind: line.current for line in history.lines}
        for kind, place, change in only_spacing(old, new):
            changes.append(replace(change, lineage=drafts[kind][place].lineage))
    history.changes += told_by_the_faction(changes, page_title)


def _advance(
    history: History,
    line: Line,
    old: PageRecords,
    new: PageRecords,
    since: Since,
    stood: Sequence[tuple[int, Sinces]] | None,
) -> list[Change]:
    """Bring one kind's subjects to the new text; the changes, signed with their lineages.

    `stood` has the lineages of the new text's records where they are known.
    """
    changes: list[Change] = []
    current: list[Draft] = []
    records = line.kind.of(new)
    if old.kind == new.kind and _all_same(line.kind.of(old), records):
        return changes
    pairs = None if stood is None else _still_here(line.current, stood)
    for difference in differences(line.kind, old, new, pairs):
        draft = None if difference.old is None else line.current[difference.old]
        if difference.new is not None:
            after = current[-1] if current else None
            record = records[difference.new]
            if draft is None:
                lineage = stood[difference.new][0] if stood else _lineage_for(history, line, record)
                draft = _begin(history, line, lineage, record, since, after)
            else:
                draft = _go_on(history, line, draft, record, difference, since, after)
            current.append(draft)
        elif draft is not None:
            draft.until_revision = since.revision
            line.ended.setdefault(line.key(draft.record), {})[draft.lineage] = None
        if draft is not None and difference.changes:
            changes += [replace(change, lineage=draft.lineage) for change in difference.changes]
    subject = subject_of(line.kind, new.kind)
    for draft in current:
        history.subjects[draft.lineage] = subject
    line.current = current
    return changes


def _all_same(olds: Sequence[Record], news: Sequence[Record]) -> bool:
    """Whether two texts share their records: most edits leave most kinds as they are."""
    return len(olds) == len(news) and all(map(is_, olds, news))


def _recall(history: History, memory: Memory) -> None:
    """A text that came back stands since when it stood before."""
    for line, stood in zip(history.lines, memory, strict=True):
        for draft, (_, sinces) in zip(line.current, stood, strict=True):
            draft.sinces = sinces


def _still_here(current: Sequence[Draft], stood: Sequence[tuple[int, Sinces]]) -> list[Pair]:
    place = {draft.lineage: old for old, draft in enumerate(current)}
    return [(place[lineage], new) for new, (lineage, _) in enumerate(stood) if lineage in place]


def _lineage_for(history: History, line: Line, record: Record) -> int:
    """The lineage of a subject that is back under its last key, the newest first, or a new one."""
    if former := line.ended.get(line.key(record)):
        return next(reversed(former))
    history.drafts.append([])
    history.subjects.append("card")
    return len(history.drafts) - 1


def _begin(
    history: History,
    line: Line,
    lineage: int,
    record: Record,
    since: Since,
    after: Draft | None,
) -> Draft:
    """The first version of a subject that is new on the page, or back again."""
    if versions := history.drafts[lineage]:
        del line.ended[line.key(versions[-1].record)][lineage]
    sinces = Sinces(since, since)
    if isinstance(record, Card):
        sinces = Sinces(since, since, since, (since,) * len(record.clarifications))
    draft = Draft(lineage, record, since.revision, sinces)
    history.drafts[lineage].append(draft)
    line.put(draft, after)
    return draft


def _go_on(
    history: History,
    line: Line,
    draft: Draft,
    record: Record,
    difference: Difference,
    since: Since,
    after: Draft | None,
) -> Draft:
    """A subject that stays: its version goes on, or ends for the next one."""
    if all(change.cosmetic for change in difference.changes):
        draft.record = record
        return draft
    sinces = carried(draft, record, difference.changes, since)
    draft.until_revision = since.revision
    successor = Draft(draft.lineage, record, since.revision, sinces)
    history.drafts[draft.lineage].append(successor)
    line.put(successor, after if difference.elsewhere else draft)
    return successor
