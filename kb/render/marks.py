"""Two texts as one with its words marked: for a terminal, for a page, or plain."""

from __future__ import annotations

import html
import re
from collections import Counter
from typing import Any

from kb.past.words import word_diff
from kb.render.page import green, red, wrap

# While a text is wrapped its marks are two characters each, which no wiki's text can hold.
_OPEN = {"-": "\x01\x02", "+": "\x01\x03"}
_CLOSE = {"-": "\x04\x02", "+": "\x04\x03"}
_MARK = re.compile("([\x01\x04][\x02\x03])")
_TORN = re.compile("([\x01\x04])(\n *)([\x02\x03])")
_NOT_MARKS = str.maketrans("\x01\x02\x03\x04", "����")
_SHOWN = {"\x01\x02": "[-", "\x04\x02": "-]", "\x01\x03": "{+", "\x04\x03": "+}"}


def marked_words(old: str, new: str) -> str:
    """One text with `[-removed-]` and `{+added+}` words.

    >>> marked_words("Draw two cards.", "Draw three cards.")
    'Draw [-two-]{+three+} cards.'
    """
    return _MARK.sub(lambda mark: _SHOWN[mark[0]], _marked(old, new))


def marked_block(old: str, new: str, indent: str) -> str:
    """The same for a terminal: wrapped, coloured, of a long text only the lines with a mark."""
    wrapped = wrap(_marked_lines(_marked(old, new)), indent)
    styled = {"\x02": red, "\x03": green}
    lines, inside = [], ""
    for line in _TORN.sub(r"\2\1\3", wrapped).split("\n"):
        shown = ""
        for piece in _MARK.split(line):
            if not _MARK.fullmatch(piece):
                shown += styled[inside](piece) if inside and piece.strip() else piece
                continue
            shown += styled[piece[1]](_SHOWN[piece])
            inside = piece[1] if piece[0] == "\x01" else ""
        lines.append(shown)
    return "\n".join(lines)


def _marked(old: str, new: str) -> str:
    pieces = word_diff(old.translate(_NOT_MARKS), new.translate(_NOT_MARKS))
    return "".join(text if op == "=" else _OPEN[op] + text + _CLOSE[op] for op, text in pieces)


def _marked_lines(marked: str) -> str:
    """Of several lines those that hold a mark; `…` for those between."""
    lines: list[str] = []
    inside = False
    for line in marked.split("\n"):
        marks = _MARK.findall(line)
        if inside or marks:
            lines.append(line)
        elif lines[-1:] != ["…"]:
            lines.append("…")
        inside = marks[-1][0] == "\x01" if marks else inside
    return "\n".join(lines)


def marked_html(old: str, new: str) -> str:
    """One text with `<del>` and `<ins>` words, which screen readers are told of too.

    Needs a class `sr-only` that hides what is for them alone.
    """
    marks = {
        "=": "{}",
        "-": '<del><span class="sr-only">removed: </span>{}</del>',
        "+": '<ins><span class="sr-only">added: </span>{}</ins>',
    }
    return "".join(marks[op].format(html.escape(part)) for op, part in word_diff(old, new))


def are_numbers(values: list[Any]) -> bool:
    """Whether a list is of victory points: one value, of which no item says anything alone."""
    return all(isinstance(value, int) for value in values)


def items(old: list[Any], new: list[Any]) -> tuple[list[str], list[str]]:
    """Of two lists the items that went and those that came; none for one in another order."""
    was, now = [plain(item) for item in old], [plain(item) for item in new]
    gone, come = Counter(was) - Counter(now), Counter(now) - Counter(was)
    return list(gone.elements()), list(come.elements())


def plain(value: Any) -> str:
    """A field's value as a person reads it; nothing for null."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and are_numbers(value):
        return " ".join(map(str, value))
    if isinstance(value, list):
        return "\n".join(map(plain, value))
    if isinstance(value, dict):
        return _object(value)
    return str(value)


def _object(value: dict[str, Any]) -> str:
    if "status" in value:  # an erratum
        kinds = ", ".join(value["kinds"])
        note = f" ({value['note']})" if value["note"] else ""
        return f"{value['status']}{': ' if kinds else ''}{kinds}{note}"
    if "image" in value:  # a cover
        by = f" (by {value['illustrator']})" if value["illustrator"] else ""
        return f"{value['image']}{by}"
    note = f": {value['note']}" if value.get("note") else ""  # a synergy
    return f"{value.get('name') or ''}{note}"
