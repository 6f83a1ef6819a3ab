"""The answers of `history`, `changes` and `errata` as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.render.changes import change_text, plain
from kb.render.lookups import card_text
from kb.render.page import bold, dim, title, wrap

if TYPE_CHECKING:
    from kb.sources import Object


def history_text(answer: Object, words: bool = False) -> str:
    return "\n\n".join(_subject_text(subject, words) for subject in answer["subjects"])


def _subject_text(subject: Object, words: bool) -> str:
    """A timeline: the first held wording, then what each revision changed."""
    lines = [title(subject["name"], [subject["kind"], subject["page"]])]
    first = subject["versions"][0]
    lines += ["", f"{_when(first['from'])}  first held", *_opening(first["value"])]
    for version in subject["versions"]:
        done = None
        for change in version["changes"]:
            if change["source"]["timestamp"] != done:
                done = change["source"]["timestamp"]
                lines += ["", _when(change["source"]), *_summary(change["source"])]
            lines.append(change_text(change, words))
    last = subject["versions"][-1]
    if last["until"] is not None:
        lines += ["", f"{_when(last['until'])}  no longer on the page"]
    for gap in subject["gaps"]:
        lines.append(dim(wrap(f"Not held: {_gap(gap)}", "  ")))
    return "\n".join(lines)


def _gap(gap: Object) -> str:
    return f"{gap['reason']}, between {gap['after'] or 'the start'} and {gap['before'] or 'now'}"


def _opening(value: Object) -> list[str]:
    text = value.get("text") or value.get("definition") or value.get("description")
    return [wrap(text, "    ")] if text else []


def _when(source: Object) -> str:
    who = f"  {source['contributor']}" if source["contributor"] else ""
    return bold(source["timestamp"].replace("T", " ").rstrip("Z")) + who


def _summary(source: Object) -> list[str]:
    return [wrap(f"“{source['comment']}”", "  ")] if source["comment"] else []


def changes_text(answer: Object) -> str:
    """Revision by revision, newest first; then the revisions whose changes can't be known."""
    lines: list[str] = []
    revision = None
    for change in answer["changes"]:
        source = change["source"]
        if (source["page"], source["timestamp"]) != revision:
            revision = (source["page"], source["timestamp"])
            lines += ["", f"{_when(source)}  {source['page']}", *_summary(source)]
        lines.append(f"  {bold(change['name'])} {dim(change['subject'])}")
        lines.append(change_text(change, words=True))
        if change.get("why"):
            lines.append(wrap(f"→ {change['why']}", "    "))
    if answer.get("unexplained"):
        lines += ["", "Changes not known (no text, or the revision before is not held):"]
        for source in answer["unexplained"]:
            said = f"  “{source['comment']}”" if source["comment"] else ""
            lines.append(wrap(f"{source['timestamp'][:10]}  {source['page']}{said}", "    ", "  "))
    return "\n".join(lines).lstrip("\n") or "Nothing changed."


def errata_text(answer: Object) -> str:
    """Cards with errata, one below the other; what the text said before where that is held."""
    if "unannounced" in answer:
        return changes_text({"changes": answer["unannounced"]})
    lines = []
    for card in answer["cards"]:
        since = card["errata_since"]
        known = "" if since["exact"] else " or longer"
        lines += [card_text(card), f"  Erratum on the page since {since['timestamp'][:10]}{known}"]
        if card["text_before"]:
            lines.append(wrap(f"Before: {plain(card['text_before'])}", "    ", "  "))
        lines.append("")
    return "\n".join(lines).rstrip("\n") or "No card."
