"""Atom and RSS feeds of a user's contributions (`api.php?action=feedcontributions`) as revisions.

MediaWiki's `ApiFeedContributions` puts the page's text into an entry's description,
`<p>USER: SUMMARY</p>\\n<hr />\\n<div>TEXT</div>`, escaped, with `<br />` before each newline.
That is inverted exactly. Links in the summary are lost already: `FeedItem::stripComment` takes
their brackets away. Feeds of a page's history and of recent changes hold HTML diffs instead of
texts and are refused.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from typing import Literal

from ingest.dumps.elements import Element, ElementStream, Tree
from ingest.dumps.reading import Reading, one_title, utc_stamp
from ingest.records import Revision, Site
from ingest.titles import content_model, namespace_of

_ATOM: Tree = {
    "feed": {
        **dict.fromkeys(("id", "title", "link", "generator")),
        "entry": {
            **dict.fromkeys(("id", "title", "link", "updated", "summary")),
            "author": {"name": None},
        },
    }
}
_RSS: Tree = {
    "rss": {
        "channel": {
            **dict.fromkeys(("title", "link", "generator")),
            "item": dict.fromkeys(
                ("title", "link", "guid", "description", "pubDate", "dc:creator")
            ),
        }
    }
}
_IGNORED = frozenset(
    {"subtitle", "description", "language", "lastBuildDate", "updated", "logo", "icon", "comments",
     "rights", "published"}
)  # fmt: skip

_LANGUAGE = re.compile(r"[\w-]+\]")
_COLON = re.compile(r":(?:\s+|\Z)|：\s*")
_DIFF = re.compile(r"[?&]diff=([0-9]{1,18})(?![0-9])")
_CONTRIBUTIONS = re.compile(r"feedcontributions|Special:Contributions|User contributions")
_CHANGES = re.compile(r"action=history|feedrecentchanges|Special:RecentChanges|[?&](?:diff|oldid)=")
_NO_TEXTS = "a feed of a page's history or of recent changes holds diffs, no page texts"


def site_of_feed(title: str) -> Site | None:
    """The wiki that a feed's title names: `NAME - User contributions [en]`."""
    head, _, language = title.strip().rpartition(" [")
    name, _, feed = head.rpartition(" - ")
    named = name.strip() and feed and _LANGUAGE.fullmatch(language)
    return Site(name=name.strip()) if named else None


def read_feed(
    chunks: Iterable[bytes], reading: Reading, kind: Literal["atom", "rss"]
) -> Iterator[Revision]:
    """The revisions of a contributions feed, in its order (newest first).

    Without page ids, parents and minor flags, which feeds do not tell. A text that is not there may
    be empty, hidden or of another model: `missing`.
    Raises DumpError for any other feed.
    """
    feed = _Feed(reading, kind)
    for _ in feed.stream.read(chunks):
        yield from feed.ready
        feed.ready.clear()
    feed.finish()


class _Feed:
    def __init__(self, reading: Reading, kind: Literal["atom", "rss"]) -> None:
        self.reading = reading
        self.ready: list[Revision] = []
        self._kind = kind
        self._checked = False
        entry = "entry" if kind == "atom" else "item"
        tree = _ATOM if kind == "atom" else _RSS
        self.stream = ElementStream(tree, {entry: self._end_entry}, _IGNORED, reading)

    def finish(self) -> None:
        if not self._checked and self.stream.root is not None:
            channel = self.stream.root.first("channel") if self._kind == "rss" else None
            self._check(channel or self.stream.root, "", "")

    def _end_entry(self, entry: Element, feed: Element) -> None:
        description = entry.get("summary" if self._kind == "atom" else "description")
        address = _address(entry)
        if not self._checked:
            self._check(feed, address, description)
        title = entry.get("title").replace("_", " ").strip()
        timestamp = utc_stamp(entry.get("updated" if self._kind == "atom" else "pubDate"))
        if not title or timestamp is None:
            what = "title" if not title else "time"
            self.reading.damaged(f"an entry without {what} {self.stream.where()}; left out")
            return
        parts = _parts(description)
        text = _wikitext(parts[1]) if parts else None
        if text is None:
            self.reading.warn(f'"{one_title(title)}" at {timestamp}: no page text in the entry')
        head = html.unescape(parts[0]) if parts else ""
        contributor, comment = _head(head, _author(entry, self._kind))
        diff = _DIFF.search(address)
        self.ready.append(
            feed_revision(
                title,
                timestamp,
                contributor,
                comment if parts else None,
                text or "",
                self.reading.site,
                revision_id=int(diff[1]) if diff else None,
            )
        )

    def _check(self, feed: Element, address: str, description: str) -> None:
        """Refuse what is no contributions feed; learn the wiki from the feed's head."""
        self._checked = True
        links = [_link(link) for link in feed.children.get("link", [])]
        head = " ".join((feed.get("id"), feed.get("title"), *links))
        contributions = bool(_CONTRIBUTIONS.search(head))
        if not contributions and not _parts(description):
            if _CHANGES.search(f"{head} {address}"):
                raise self.reading.refusal(_NO_TEXTS)
            raise self.reading.refusal("a feed, but not of a MediaWiki user's contributions")
        site = site_of_feed(feed.get("title"))
        bases = [link.partition("Special:Contributions")[0] for link in links
                 if "Special:Contributions" in link]  # fmt: skip
        if site or bases:
            # An article path without a title leads to the main page.
            self.reading.site = Site(site.name if site else None, bases[0] if bases else None)


def feed_revision(
    title: str,
    timestamp: str,
    contributor: str,
    comment: str | None,
    text: str,
    site: Site | None,
    revision_id: int | None = None,
) -> Revision:
    """A revision as far as a contributions feed tells it; one without text is `missing`.

    A contributor that is "" is withheld: an entry of this feed always has one.
    """
    namespace = namespace_of(title, site)
    return Revision(
        title=title,
        timestamp=timestamp,
        text=text or None,
        text_state="present" if text else "missing",
        namespace=namespace,
        revision_id=revision_id or None,
        contributor=contributor or None,
        contributor_hidden=not contributor,
        comment=comment,
        model=content_model(title, namespace),
    )


def split_head(head: str) -> tuple[str, str] | None:
    """(user, summary) of `USER: SUMMARY`; None when there is no colon that may end a name.

    The colon stands before a blank or at the end: an IPv6 address has others.
    """
    match = _COLON.search(head)
    return (head[: match.start()].rstrip(), head[match.end() :].strip()) if match else None


def _head(head: str, author: str) -> tuple[str, str]:
    """(user, summary): the entry's author tells where a name that holds a colon ends."""
    if author and head.startswith(author):
        rest = split_head(head[len(author) :])
        if rest is not None and not rest[0]:
            return author, rest[1]
    user, comment = split_head(head) or ("", head)
    return author or user, comment


def _parts(description: str) -> tuple[str, str] | None:
    """(user and summary, text) of a description as MediaWiki writes it, both still escaped."""
    head, rule, text = description.partition("</p>\n<hr />\n<div>")
    if not (rule and head.startswith("<p>") and text.endswith("</div>")):
        return None
    return head.removeprefix("<p>"), text.removesuffix("</div>")


def _wikitext(body: str) -> str | None:
    """The text that MediaWiki escaped; None when it holds markup that MediaWiki does not write."""
    escaped = body.replace("<br />\n", "\n")
    return None if "<" in escaped else html.unescape(escaped)


def _author(entry: Element, kind: Literal["atom", "rss"]) -> str:
    if kind == "rss":
        return entry.get("dc:creator").strip()
    author = entry.first("author")
    return author.get("name").strip() if author else ""


def _link(link: Element) -> str:
    """Address of an Atom link (an attribute) or an RSS link (its text)."""
    return link.attrs.get("href") or link.text or ""


def _address(entry: Element) -> str:
    """Address of the entry's diff, which alone tells the revision's id."""
    links = [_link(link) for link in entry.children.get("link", [])]
    return " ".join((entry.get("id"), entry.get("guid"), *links))
