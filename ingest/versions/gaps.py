"""Where a page's history is not held: proved by parents and texts, or betrayed by a summary."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.folding import fold
from ingest.versions.model import Change, Gap, PageRevision

SHORTEST_NAME = 4  # characters; `May` and `You` are terms, but mostly mere words of a summary


def gaps(
    revisions: Sequence[PageRevision], changes: Sequence[Change], proven: Sequence[bool]
) -> list[Gap]:
    """The stretches of a history, in the order of time, that are not held.

    Known are a parent that is not held and a text that is not told. Where parents are not told
    either (most feeds) nothing is said, but when a summary names cards or terms none of which
    changed: its edit was made on a text that is not here. `proven` as `proven_steps` tells.
    """
    held = {revision.revision_id for revision in revisions}
    changed: dict[int, set[str]] = {}  # revision → names of what it changed, former ones too
    for change in changes:
        names = {change.name, change.old} if change.field == "name" else {change.name}
        changed.setdefault(change.revision, set()).update(names)
    found: list[Gap] = []
    last: PageRevision | None = None
    reasons: dict[str, None] = {}
    for revision, follows in zip(revisions, proven, strict=True):
        if revision.parent_id and revision.parent_id not in held:
            reasons[f"revision {revision.parent_id} is not held"] = None
        if revision.records is None and not revision.empty:
            reasons[f"the text of a revision is {revision.text_state}"] = None
            continue
        if last is not None and not (follows or reasons):
            for name in _named_in_vain(revision, changed.get(revision.id, set())):
                reasons[f"the summary speaks of {name}, which is the same before"] = None
        if reasons:
            found.append(Gap(last.id if last else None, revision.id, "; ".join(reasons)))
        last, reasons = revision, {}
    if reasons and last:
        found.append(Gap(last.id, None, "; ".join(reasons)))
    return found


def _named_in_vain(revision: PageRevision, changed: set[str]) -> list[str]:
    """The cards and terms that a summary names, if none of those that it names changed."""
    if not revision.comment or revision.records is None:
        return []
    names = [card.name for card in revision.records.cards]
    names += [term.name for term in revision.records.terms]
    named = [n for n in names if len(n) >= SHORTEST_NAME and _names(revision.comment, n)]
    return [] if changed.intersection(named) else named


def _names(comment: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(fold(name))}(?!\w)", fold(comment)) is not None
