"""Changes as text for people, as marked words, unified wikitext or HTML."""

from __future__ import annotations

import difflib
import html
import json
from typing import TYPE_CHECKING, Any

from kb.render.page import bold, dim, green, red, wrap
from kb.words import word_diff

if TYPE_CHECKING:
    from kb.sources import Object


def diff_text(answer: Object, words: bool = False) -> str:
    """By subject and field: old and new below each other, or one text with its words marked."""
    old, new = answer["from"], answer["to"]
    lines = [bold(answer["page"]), f"  {_when(old)}  →  {_when(new)}"]
    if new["comment"]:
        lines.append(wrap(f"“{new['comment']}”", "  "))
    subject = None
    for change in answer["changes"]:
        if (change["subject"], change["name"]) != subject:
            subject = (change["subject"], change["name"])
            lines += ["", f"{bold(change['name'])}  {change['subject']}"]
        lines.append(change_text(change, words))
    if not answer["changes"] and not answer["undone"]:
        lines += ["", "  Nothing changed that a player would notice."]
    for kind, what in (("cosmetic", "cosmetic"), ("undone", "made and undone again")):
        number = answer[kind]
        if number and not any(_left_out(change) for change in answer["changes"]):
            many = "change" if number == 1 else "changes"
            lines += ["", dim(f"  {number} {many} more, {what}; --cosmetic shows them")]
    for gap in answer["gaps"]:
        lines.append(dim(wrap(f"Not held: {gap['reason']}", "  ")))
    return "\n".join(lines)


def _left_out(change: Object) -> bool:
    """Whether a change is told with --cosmetic only."""
    return bool(change["cosmetic"] or change.get("reverted"))


def _when(source: Object) -> str:
    who = f" {source['contributor']}" if source["contributor"] else ""
    number = f" ({source['revision_id']})" if source["revision_id"] is not None else ""
    return f"{source['timestamp']}{who}{number}"


def change_text(change: Object, words: bool) -> str:
    what = f"{change['field'] or ''} {change['op']}".strip()
    flags = [flag for flag in ("cosmetic", "reverted") if change.get(flag)]
    lines = [f"  {what}" + (dim(f" ({', '.join(flags)})") if flags else "")]
    old, new = plain(change["old"]), plain(change["new"])
    if old is not None and new is not None:
        if words:
            lines.append(wrap(_marked_lines(marked_words(old, new)), "    "))
            return "\n".join(lines)
        old, new = _differing(old, new)
    if old:
        lines.append(red(wrap(old, "      ", "    - ")))
    if new:
        lines.append(green(wrap(new, "      ", "    + ")))
    return "\n".join(lines)


def plain(value: Any) -> str | None:
    """A field's value as a person reads it."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(item, int) for item in value):
        return " ".join(map(str, value))
    if isinstance(value, list):
        return "\n".join(plain(item) or "" for item in value)
    if isinstance(value, dict) and "status" in value:
        kinds = ", ".join(value["kinds"])
        note = f" ({value['note']})" if value["note"] else ""
        return f"{value['status']}{': ' if kinds else ''}{kinds}{note}"
    return json.dumps(value, ensure_ascii=False)


def marked_words(old: str, new: str) -> str:
    """One text with `[-removed-]` and `{+added+}` words."""
    marks = {"-": "[-{}-]", "+": "{{+{}+}}", "=": "{}"}
    return "".join(marks[op].format(text) for op, text in word_diff(old, new))


def _marked_lines(marked: str) -> str:
    """Of a long text, the lines that hold a mark; `…` for those between."""
    lines: list[str] = []
    inside = False
    for line in marked.split("\n"):
        opened = max(line.rfind("[-"), line.rfind("{+"))
        closed = max(line.rfind("-]"), line.rfind("+}"))
        if inside or opened >= 0 or closed >= 0:
            lines.append(line)
        elif lines[-1:] != ["…"]:
            lines.append("…")
        inside = opened > closed or (inside and closed < 0)
    return "\n".join(lines)


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


def unified_diff(answer: Object, old: str, new: str) -> str:
    """The two wikitexts as a unified diff by lines."""
    lines = difflib.unified_diff(
        [line + "\n" for line in old.split("\n")],
        [line + "\n" for line in new.split("\n")],
        f"{answer['page']}\t{answer['from']['timestamp']}",
        f"{answer['page']}\t{answer['to']['timestamp']}",
    )
    return "".join(lines)


def html_diff(answer: Object) -> str:
    """The changes as an HTML list; removed and added words also said to screen readers."""
    items = "\n".join(f"<li>{_change_html(change)}</li>" for change in answer["changes"])
    return f"<h2>{html.escape(answer['page'])}</h2>\n<ul>\n{items}\n</ul>"


def _change_html(change: Object) -> str:
    what = html.escape(f"{change['field'] or change['subject']} {change['op']}")
    marked = marked_html(plain(change["old"]) or "", plain(change["new"]) or "")
    return f"<b>{html.escape(change['name'])}</b> {what}: <p>{marked}</p>"


def marked_html(old: str, new: str) -> str:
    """One text with `<del>` and `<ins>` words, which screen readers are told of too."""
    marks = {
        "=": "{}",
        "-": '<del><span class="sr-only">removed: </span>{}</del>',
        "+": '<ins><span class="sr-only">added: </span>{}</ins>',
    }
    return "".join(marks[op].format(html.escape(part)) for op, part in word_diff(old, new))
