"""The answer of `changes` as a draft in wikitext, for the wiki's own update tracker."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from kb.past.words import word_diff
from kb.render.changes import what
from kb.render.marks import are_numbers, items, plain

if TYPE_CHECKING:
    from kb.sources import Object

LONGEST = 200  # characters of quoted words; whoever wants more follows the link

# What a wiki reads as markup inside a line; text without it needs no <nowiki>.
_PROTOCOLS = "bitcoin|geo|magnet|mailto|matrix|news|sips?|sms|tel|urn|xmpp"
_MARKUP = re.compile(
    rf"''|__|~~~|[\[\]{{}}|<>&]|://|\b(?:{_PROTOCOLS}):|\b(?:ISBN|PMID|RFC)\b", re.IGNORECASE
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


def wikitext(answer: Object) -> str:
    """A heading for each day, newest first, and a bullet for each change, linked to its section."""
    lines: list[str] = []
    days = groupby(answer["changes"], key=lambda change: str(change["source"]["timestamp"][:10]))
    for day, of_day in days:
        year, month, number = (int(part) for part in day.split("-"))
        lines += [f"===== {month}/{number}/{year} =====", *map(_bullet, of_day), ""]
    return "\n".join(lines).rstrip("\n")


def _bullet(change: Object) -> str:
    page, section = change["page"], change["source"]["section"]
    link = _link(page, None, page)
    if change["name"] != page:
        name = change["name"]
        link += f": {_link(page, section, name) if section else _quoted(name)}"
    return f"* {link} – {what(change)}{_words(change)}"


def _link(page: str, section: str | None, label: str) -> str:
    """A link that shows the label; the colon keeps pages of files and categories links, too."""
    target = page + (f"#{_fragment(section)}" if section else "")
    if target == label and ":" not in page:
        return f"[[{page}]]"
    return f"[[:{target}|{_quoted(label)}]]" if ":" in page else f"[[{target}|{_quoted(label)}]]"


def _fragment(section: str) -> str:
    """A heading as the part of a link behind `#`, without what would end the link."""
    return re.sub(r"[\x00-\x1f\x7f\[\]{}|<>#]", lambda found: f"%{ord(found[0]):02X}", section)


def _quoted(text: str) -> str:
    """The wiki's words as words, none of them read as markup."""
    text = _CONTROL.sub("�", " ".join(text.split()))
    return f"<nowiki>{escape(text, quote=False)}</nowiki>" if _MARKUP.search(text) else text


def _words(change: Object) -> str:
    """The words that went and came, in short; of a list its items."""
    old, new = change["old"], change["new"]
    if change["op"] == "moved" or (change["field"] is None and change["op"] != "changed"):
        return ""
    if isinstance(old, list) and isinstance(new, list) and not are_numbers(old + new):
        gone, come = items(old, new)
    elif old is None or new is None or not isinstance(old, str):
        gone, come = [plain(old)], [plain(new)]
    else:
        pieces = word_diff(plain(old), plain(new))
        gone, come = ([text for op, text in pieces if op == sign] for sign in ("-", "+"))
    quotes = [f"“{_quoted(said)}”" for side in (gone, come) if (said := _joined(side))]
    if not quotes or sum(map(len, quotes)) > LONGEST:
        return ""
    return ": " + " → ".join(quotes)


def _joined(parts: Iterable[str]) -> str:
    return " … ".join(part.strip() for part in parts if part.strip())
