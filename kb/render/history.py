"""The answers of `history`, `changes` and `errata` as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from kb.render.changes import change_text, gap_text, revision_line, subject_line, when
from kb.render.lookups import card_text
from kb.render.page import bold, dim, source_line, title, wrap

if TYPE_CHECKING:
    from kb.sources import Object

MANY = 4  # subjects of a kind that one revision added or removed are named only
LONG = 8  # lines of one change in an overview


def history_text(answer: Object, words: bool = False) -> str:
    return "\n\n".join(_subject_text(subject, words) for subject in answer["subjects"])


def _subject_text(subject: Object, words: bool) -> str:
    """A timeline: the first held wording, what each revision changed, and what is not held."""
    lines = [title(subject["name"], [subject["kind"], subject["page"]])]
    # By time; what follows a moment comes after what happened at it.
    events = [(gap["after"] or "", 1, gap_text(gap)) for gap in subject["gaps"]]
    events += _events(subject["versions"], words)
    for _, _, text in sorted(events, key=lambda event: event[:2]):
        lines += ["", text]
    if subject["source"] is not None:
        lines += ["", source_line(subject["source"])]
    return "\n".join(lines)


def _events(versions: list[Object], words: bool) -> Iterator[tuple[str, int, str]]:
    first = versions[0]
    changes = [change for version in versions for change in version["changes"]]
    if not any(_appears(change) for change in first["changes"]):
        opening = [revision_line(first["from"]), "  first held", *_opening(first["value"])]
        yield first["from"]["timestamp"], 0, "\n".join(opening)
    for _, made in groupby(changes, key=_revision):
        told = list(made)
        lines = [revision_line(told[0]["source"]), *(change_text(c, words) for c in told)]
        yield told[0]["source"]["timestamp"], 0, "\n".join(lines)


def _appears(change: Object) -> bool:
    return change["op"] == "added" and change["field"] is None


def _opening(value: Object) -> list[str]:
    text = value.get("text") or value.get("definition") or value.get("description")
    return [wrap(text, "    ")] if text else []


def _revision(change: Object) -> tuple[str | int | None, ...]:
    source = change["source"]
    return source["page"], source["timestamp"], source["revision_id"], source["comment"]


# ---------------------------------------------------------------- changes


def changes_text(answer: Object) -> str:
    """Revision by revision, newest first; then the revisions whose changes can't be known."""
    lines: list[str] = []
    for _, made in groupby(answer["changes"], key=_revision):
        told = list(made)
        lines += ["", revision_line(told[0]["source"], told[0]["page"]), *_revision_text(told)]
    if not answer["changes"]:
        lines.append("Nothing changed.")
    if answer.get("unexplained"):
        lines += ["", bold("Not known what these changed:")]
    for source in answer.get("unexplained") or ():
        held = source["text_state"] in ("present", "empty")
        why = "the revision before is not held" if held else f"its text is {source['text_state']}"
        said = f"  “{source['comment']}”" if source["comment"] else ""
        line = f"{when(source['timestamp'])}  {source['page']}{said}"
        lines.append(wrap(f"{line} ({why})", "    ", "  "))
    return "\n".join(lines).lstrip("\n")


def _revision_text(changes: list[Object]) -> Iterator[str]:
    """What one revision did, by subject; the names only of many that came or went."""
    crowds = _crowds(changes)
    for (op, subject), names in crowds.items():
        yield wrap(f"{len(names)} {subject}s {op}: {', '.join(names)}", "    ", "  ")
    rest = (change for change in changes if _crowd(change) not in crowds)
    for _, told in groupby(rest, key=lambda change: (change["subject"], change["name"])):
        for number, change in enumerate(told):
            if not number:
                yield subject_line(change, "  ")
            yield from _shortened(change_text(change, words=True, indent="    "))
            if change.get("why"):
                yield wrap(f"→ {change['why']}", "      ")


def _crowd(change: Object) -> tuple[str, str] | None:
    return (change["op"], change["subject"]) if change["field"] is None else None


def _crowds(changes: Iterable[Object]) -> dict[tuple[str, str], list[str]]:
    """(op, subject) → names, of subjects that came or went many at once."""
    names: dict[tuple[str, str], list[str]] = {}
    for change in changes:
        if change["field"] is None and change["op"] in ("added", "removed"):
            names.setdefault((change["op"], change["subject"]), []).append(change["name"])
    return {kind: several for kind, several in names.items() if len(several) > MANY}


def _shortened(text: str) -> Iterator[str]:
    lines = text.split("\n")
    if len(lines) <= LONG + 2:
        yield text
        return
    yield "\n".join(lines[:LONG])
    yield dim(f"      … {len(lines) - LONG} lines more")


# ---------------------------------------------------------------- errata


def errata_text(answer: Object) -> str:
    """Cards with errata, one below the other; what the text said before where that is held."""
    if "unannounced" in answer:
        return changes_text({"changes": answer["unannounced"]})
    blocks = []
    for card in answer["cards"]:
        appeared = card["errata_since"]
        longer = "" if appeared["exact"] else " or longer"
        what = "Erratum" if card["errata"]["status"] == "yes" else "Stated so"
        lines = [card_text(card), f"  {what} since {appeared['timestamp'][:10]}{longer}"]
        if card["text_before"]:
            lines.append(wrap(f"Before: {card['text_before']}", "    ", "  "))
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) or "No card."
