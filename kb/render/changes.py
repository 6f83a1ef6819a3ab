"""CHANGEs as text for people: what `diff`, `history` and `changes` have in common."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

from kb.render.marks import are_numbers, items, marked_block, plain
from kb.render.page import bold, dim, green, red, wrap

if TYPE_CHECKING:
    from kb.sources import Object

LABELS = {"vps": "VPs", "purchase_url": "purchase link"}
OPS = {"changed": "reworded"}  # of a clarification
PROSE = {"text", "definition", "exception", "description", "clarifications"}
SHORT = 60  # characters of both values that fit on the line of their field


def when(timestamp: str) -> str:
    """`2026-01-15 18:30:00`"""
    return timestamp.replace("T", " ").rstrip("Z")


def who(source: Object) -> str:
    """`Ottilie Quill (28)`: contributor and the wiki's number of the revision."""
    number = f" ({source['revision_id']})" if source["revision_id"] is not None else ""
    return f"{source['contributor'] or 'contributor not told'}{number}"


def revision_line(source: Object, page: str | None = None) -> str:
    """When, who, where: the heading of what one revision did, with its summary."""
    time = when(source["timestamp"])
    line = wrap("  ".join(filter(None, [time, who(source), page])), "    ", "")
    said = [wrap(f"“{source['comment']}”", "  ")] if source["comment"] else []
    return "\n".join([bold(time) + line[len(time) :], *said])


def subject_line(change: Object, indent: str = "") -> str:
    subject = change["subject"]
    return f"{indent}{bold(change['name'])}" + ("" if subject == "page" else f"  {dim(subject)}")


def what(change: Object) -> str:
    """What happened, in a few words: `text changed`, `clarification added`."""
    field, op = change["field"], change["op"]
    if field is None:
        return f"page {op}" if change["subject"] == "page" else str(op)
    if op == "renamed":
        return "renamed"
    if field == "clarifications":
        if op == "moved":
            return "clarifications in another order"
        return f"clarification {OPS.get(op, op)}"
    label = LABELS.get(field, field.replace("_", " "))
    if op == "changed" and change["old"] in (None, "", []):
        op = "added"
    elif op == "changed" and change["new"] in (None, "", []):
        op = "removed"
    return f"{label} {op}"


def change_text(change: Object, words: bool, indent: str = "  ") -> str:
    """What changed, and below or beside it the old and new value, or one with its words marked."""
    flags = [flag for flag in ("cosmetic", "reverted") if change.get(flag)]
    head = indent + what(change)
    tail = dim(f" ({', '.join(flags)})") if flags else ""
    old, new = change["old"], change["new"]
    if change["op"] == "moved" and change["field"] is None:
        return f"{head} on the page: place {old} → {new}{tail}"
    if isinstance(old, list) and isinstance(new, list) and not are_numbers(old + new):
        return "\n".join([head + tail, *_items(old, new, indent)])
    was, now = plain(old), plain(new)
    if _fits(change, was, now) and not (words and isinstance(old, str)):
        return f"{head.removesuffix(' changed')}: {was or 'none'} → {now or 'none'}{tail}"
    return "\n".join([head + tail, *_values(was, now, words, indent)])


def _fits(change: Object, old: str, new: str) -> bool:
    """Whether both values stand on the field's own line: numbers, names, an erratum."""
    if change["field"] in PROSE or change["old"] is None or change["new"] is None:
        return False
    return "\n" not in old + new and len(old) + len(new) <= SHORT


def _values(old: str, new: str, words: bool, indent: str) -> list[str]:
    if old and new and words:
        return [marked_block(old, new, indent + "  ")]
    if old and new:
        old, new = _differing(old, new)
    return [*_block(old, "-", indent), *_block(new, "+", indent)]


def _block(text: str, mark: str, indent: str) -> list[str]:
    """Lines of a text that went (-), came (+) or stayed (•)."""
    style = {"-": red, "+": green}.get(mark, str)
    wrapped = wrap(text, indent + "    ", f"{indent}  {mark} ") if text else ""
    return [style(line) for line in wrapped.split("\n") if line]


def _items(old: list[Any], new: list[Any], indent: str) -> list[str]:
    """Of two lists, the items that went and came; of one in another order, the new one."""
    gone, come = items(old, new)
    told = [(item, "-") for item in gone] + [(item, "+") for item in come]
    told = told or [(plain(item), "•") for item in new]
    return [line for item, mark in told for line in _block(item, mark, indent)]


def _differing(old: str, new: str) -> tuple[str, str]:
    """Of two long texts, the lines that differ; `…` for those that both have."""
    a, b = old.split("\n"), new.split("\n")
    if len(a) == 1 or len(b) == 1:
        return old, new
    sides: tuple[list[str], list[str]] = ([], [])
    for op, i, j, k, m in difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        for side, lines in zip(sides, (a[i:j], b[k:m]), strict=True):
            between = [] if side[-1:] == ["…"] else ["…"]
            side += between if op == "equal" else lines
    return "\n".join(sides[0]), "\n".join(sides[1])


def gap_text(gap: Object, indent: str = "  ") -> str:
    """`nothing held between A and B (why)`, and what is known of the revisions in between."""
    after, before = (when(gap[end]) if gap[end] else None for end in ("after", "before"))
    if after and before:
        span = f"between {after} and {before}"
    else:
        span = f"after {after}" if after else f"before {before}"
    lines = [wrap(f"nothing held {span} ({gap['reason']})", indent)]
    for one in gap["without_text"]:
        said = f"  “{one['comment']}”" if one["comment"] else ""
        told = f"{when(one['timestamp'])}  {who(one)}, text {one['text_state']}{said}"
        lines.append(wrap(told, indent + "    ", indent + "  "))
    return dim("\n".join(lines))
