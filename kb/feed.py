"""`changes` for machines and editors: an Atom feed, and a draft for the wiki's update tracker."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from kb.words import word_diff

if TYPE_CHECKING:
    from kb.sources import Object

NOWHERE = "1970-01-01T00:00:00Z"  # `updated` of a feed without entries
_ILLEGAL = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 65534, 65535), "�")


def atom(answer: Object, address: str | None = None) -> str:
    """The changes as an Atom feed (RFC 4287), one entry a change.

    Entries keep their ids through rebuilds, from whatever format: an id is drawn from page, time
    and what changed. `address` is the feed's own, where it is served.
    """
    changes = answer["changes"]
    updated = max((c["source"]["timestamp"] for c in changes), default=NOWHERE)
    head = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
        "<id>tag:smashup-kb,2026:changes</id>",
        "<title>Smash Up rulebook: changes</title>",
        f"<updated>{updated}</updated>",
        "<author><name>The wiki's contributors</name></author>",
        "<generator>smashup-kb</generator>",
    ]
    if address:
        head.append(f'<link rel="self" type="application/atom+xml" href={quoteattr(address)}/>')
    return "\n".join([*head, *map(_entry, changes), "</feed>", ""])


def _entry(change: Object) -> str:
    source = change["source"]
    what = f"{change['field']} {change['op']}" if change["field"] else change["op"]
    lines = [
        "<entry>",
        f"<id>tag:smashup-kb,2026:change:{change['id']}</id>",
        f"<title>{_text(change['name'])} ({_text(change['page'])}): {_text(what)}</title>",
        f"<updated>{source['timestamp']}</updated>",
        f"<author><name>{_text(source['contributor'] or 'unknown')}</name></author>",
        f"<category term={quoteattr(change['subject'])}/>",
    ]
    if source["url"]:
        lines.append(f'<link rel="alternate" href={quoteattr(source["url"])}/>')
    if source["comment"]:
        lines.append(f"<summary>{_text(source['comment'])}</summary>")
    lines += [f'<content type="html">{_text(_html(change))}</content>', "</entry>"]
    return "\n".join(lines)


def _html(change: Object) -> str:
    from kb.render.changes import marked_html, plain

    return f"<p>{marked_html(plain(change['old']) or '', plain(change['new']) or '')}</p>"


def _text(text: str) -> str:
    """Escaped, and without the characters that XML forbids."""
    return escape(text.translate(_ILLEGAL))


def wikitext(answer: Object) -> str:
    """A draft in wikitext for the wiki's update tracker: a heading a day, a bullet a change."""
    lines: list[str] = []
    days = groupby(answer["changes"], key=lambda change: change["source"]["timestamp"][:10])
    for day, of_day in days:
        year, month, number = (int(part) for part in day.split("-"))
        lines += [f"===== {month}/{number}/{year} =====", ""]
        lines += [_bullet(change) for change in of_day]
        lines.append("")
    return "\n".join(lines)


def _bullet(change: Object) -> str:
    name, page = change["name"], change["page"]
    link = f"[[{page}]]" if name == page else f"[[{page}]]: '''{name}'''"
    what = f"{change['field']} {change['op']}" if change["field"] else change["op"]
    return f"* {link} – {what}{_words(change)}"


def _words(change: Object) -> str:
    """The words that came or went, in short, safe from being read as markup."""
    old, new = change["old"], change["new"]
    if not (isinstance(old, str) and isinstance(new, str)):
        return ""
    gone = _joined(text for op, text in word_diff(old, new) if op == "-")
    come = _joined(text for op, text in word_diff(old, new) if op == "+")
    if len(gone) + len(come) > 200:
        return ""
    return f": “<nowiki>{escape(gone)}</nowiki>” → “<nowiki>{escape(come)}</nowiki>”"


def _joined(parts: object) -> str:
    return " … ".join(part.strip() for part in parts if part.strip())  # type: ignore[attr-defined]
