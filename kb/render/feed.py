"""The answer of `changes` as an Atom feed (RFC 4287)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from kb.render.changes import what
from kb.render.marks import marked_html, plain

if TYPE_CHECKING:
    from kb.sources import Object

TAG = "tag:smashup-kb,2026:"
NOWHERE = "1970-01-01T00:00:00Z"  # `updated` of a feed without entries
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # in XML 1.0


def atom(answer: Object, address: str | None = None) -> str:
    """The changes as a feed, one entry a change.

    Entries keep their ids through rebuilds, from whatever format: an id is drawn from page, time
    and what changed. `address` is the feed's own, where it is served.
    """
    changes = answer["changes"]
    updated = max((change["source"]["timestamp"] for change in changes), default=NOWHERE)
    head = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
        f"<id>{TAG}changes</id>",
        "<title>Smash Up rulebook: changes</title>",
        f"<updated>{updated}</updated>",
        "<author><name>The wiki's contributors</name></author>",
        "<generator>smashup-kb</generator>",
    ]
    if address:
        head.append(f'<link rel="self" type="application/atom+xml" href={_attribute(address)}/>')
    return "\n".join([*head, *map(_entry, changes), "</feed>"])


def _entry(change: Object) -> str:
    source = change["source"]
    name = (
        change["name"]
        if change["name"] == change["page"]
        else f"{change['name']}, {change['page']}"
    )
    lines = [
        "<entry>",
        f"<id>{TAG}change:{change['id']}</id>",
        f"<title>{_text(f'{name}: {what(change)}')}</title>",
        f"<updated>{source['timestamp']}</updated>",
        f"<author><name>{_text(source['contributor'] or 'not told')}</name></author>",
        f"<category term={_attribute(change['subject'])}/>",
    ]
    if source["url"]:
        lines.append(f'<link rel="alternate" href={_attribute(source["url"])}/>')
    if source["comment"]:
        lines.append(f"<summary>{_text(source['comment'])}</summary>")
    lines += [f'<content type="html">{_text(_html(change))}</content>', "</entry>"]
    return "\n".join(lines)


def _html(change: Object) -> str:
    """What changed, then the words that went and came, a line of the wiki a paragraph."""
    marked = marked_html(plain(change["old"]), plain(change["new"]))
    return f"<p>{escape(what(change))}</p>\n<p>{marked}</p>" if marked else f"<p>{what(change)}</p>"


def _text(text: str) -> str:
    """Escaped, and without the characters that XML forbids."""
    return escape(_ILLEGAL.sub("�", text))


def _attribute(text: str) -> str:
    return quoteattr(_ILLEGAL.sub("�", text))
