"""The answer of `diff`: by card and field, with marked words, as unified wikitext or as a page."""

from __future__ import annotations

import difflib
import html
from itertools import groupby
from typing import TYPE_CHECKING

from kb.render.changes import change_text, gap_text, subject_line, what, when, who
from kb.render.marks import marked_html, plain
from kb.render.page import bold, dim, green, red, wrap

if TYPE_CHECKING:
    from kb.sources import Object


def diff_text(answer: Object, words: bool = False) -> str:
    """By subject and field: old and new below each other, or one text with its words marked."""
    old, new = answer["from"], answer["to"]
    lines = [bold(answer["page"]), wrap(f"{_revision(old)} → {_revision(new)}", "    ", "  ")]
    if new["comment"]:
        lines.append(wrap(f"“{new['comment']}”", "  "))
    if new["url"]:
        lines.append("  " + dim(new["url"]))
    for _, changes in groupby(answer["changes"], key=_subject):
        told = list(changes)
        lines += ["", subject_line(told[0]), *(change_text(change, words) for change in told)]
    if not answer["changes"]:
        same = "Both revisions have the same text."
        nothing = same if answer["same_text"] else "Nothing changed that a player would notice."
        lines += ["", f"  {nothing}"]
    lines += _left_out(answer)
    if answer["gaps"]:
        lines += ["", *(gap_text(gap) for gap in answer["gaps"])]
    return "\n".join(lines)


def _revision(source: Object) -> str:
    return f"{when(source['timestamp'])} {who(source)}"


def _subject(change: Object) -> tuple[str, str]:
    return change["subject"], change["name"]


def _left_out(answer: Object) -> list[str]:
    """How many changes are not told without --cosmetic."""
    if any(change["cosmetic"] or change.get("reverted") for change in answer["changes"]):
        return []
    counts = {"cosmetic": answer["cosmetic"], "made and undone again": answer["undone"]}
    return [
        "\n" + dim(f"  {number} more, {kind}; --cosmetic shows {'it' if number == 1 else 'them'}")
        for kind, number in counts.items()
        if number
    ]


def unified_diff(answer: Object, old: str, new: str) -> str:
    """The two wikitexts as a unified diff by lines; nothing for equal ones."""
    lines = difflib.unified_diff(
        [line + "\n" for line in old.split("\n") if old],
        [line + "\n" for line in new.split("\n") if new],
        f"{answer['page']}\t{answer['from']['timestamp']}",
        f"{answer['page']}\t{answer['to']['timestamp']}",
    )
    styles = {"-": red, "+": green, "@": dim}
    return "\n".join(styles.get(line[0], str)(line.removesuffix("\n")) for line in lines)


# ---------------------------------------------------------------- HTML

STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
p { white-space: pre-line; margin: .25rem 0 1rem }
del { background: #fdd; color: #700 }
ins { background: #dfd; color: #050 }
.sr-only { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
"""


def html_diff(answer: Object) -> str:
    """A whole page to look at or to keep: removed and added words, said to screen readers too."""
    title = html.escape(f"{answer['page']}: what changed")
    span = html.escape(f"{_revision(answer['from'])} → {_revision(answer['to'])}")
    lines = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
        f"<style>{STYLE}</style></head><body>",
        f"<h1>{html.escape(answer['page'])}</h1>",
        f"<p>{span}{_link(answer['to'])}</p>",
    ]
    for _, changes in groupby(answer["changes"], key=_subject):
        told = list(changes)
        kind = html.escape(told[0]["subject"])
        lines.append(f"<h2>{html.escape(told[0]['name'])} <small>{kind}</small></h2>")
        lines += map(change_html, told)
    if not answer["changes"]:
        lines.append("<p>Nothing changed that a player would notice.</p>")
    lines += [
        f"<p>Nothing held between {html.escape(gap['after'] or 'the beginning')} and"
        f" {html.escape(gap['before'] or 'now')}: {html.escape(gap['reason'])}.</p>"
        for gap in answer["gaps"]
    ]
    return "\n".join([*lines, "</body></html>"])


def _link(source: Object) -> str:
    if not source["url"]:
        return ""
    return f'\n<a href="{html.escape(source["url"])}">The newer revision</a>'


def change_html(change: Object) -> str:
    """One change: what it is, and the words that went and came."""
    flags = [flag for flag in ("cosmetic", "reverted") if change.get(flag)]
    said = f"{what(change)} ({', '.join(flags)})" if flags else what(change)
    marked = marked_html(plain(change["old"]), plain(change["new"]))
    return f"<h3>{html.escape(said)}</h3>\n<p>{marked}</p>"
