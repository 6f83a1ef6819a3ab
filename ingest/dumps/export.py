"""MediaWiki XML exports (Special:Export, dumpBackup.php), schema 0.3 to 0.11, as revisions.

What the elements mean: https://www.mediawiki.org/wiki/Help:Export and MediaWiki's
`XmlDumpWriter`. Real dumps differ from the schemas: elements stand in another order, ids, siteinfo
and namespaces are missing, and MediaWiki 1.19 writes <sha1> outside of <revision>.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ingest.dumps.elements import NAMES_LIMIT, Element, ElementStream, Tree
from ingest.dumps.reading import TEXT_LIMIT, Reading, one_title, utc_stamp
from ingest.records import Revision, Site, TextState
from ingest.titles import content_model, namespace_of

_CONTENT: dict[str, None] = dict.fromkeys(("role", "model", "text"))
_REVISION: Tree = {
    **dict.fromkeys(("id", "parentid", "timestamp", "minor", "comment", "model", "text", "sha1")),
    "contributor": dict.fromkeys(("username", "ip")),
    "content": _CONTENT,
}
_TREE: Tree = {
    "mediawiki": {
        "siteinfo": {
            **dict.fromkeys(("sitename", "dbname", "base")),
            "namespaces": {"namespace": None},
        },
        "page": {**dict.fromkeys(("title", "ns", "id")), "revision": _REVISION},
        "logitem": {},
    }
}
_IGNORED = frozenset(
    {"generator", "case", "restrictions", "redirect", "upload", "discussionthreadinginfo", "sha1",
     "id", "origin", "format", "action", "params", "logtitle", "timestamp", "contributor",
     "comment", "type", "text"}
)  # fmt: skip

_EMPTY_SHA1 = "phoiac9h4m842xq45sp7s6u21eteeq1"
_TELLS_PARENTS = (0, 7)  # the first schema with <parentid>
_NUMBER = re.compile(r"-?[0-9]{1,18}", re.ASCII)  # what SQLite can hold


def read_export(chunks: Iterable[bytes], reading: Reading) -> Iterator[Revision]:
    """The revisions of an XML export, in its order.

    A revision is handed on as soon as it is whole; where page id or title stand behind the
    revisions, when its page is. Raises DumpError for a log dump and for a DOCTYPE declaration.
    """
    export = _Export(reading)
    for _ in export.stream.read(chunks):
        yield from export.ready
        export.ready.clear()
    export.finish()
    yield from export.ready


class _Export:
    """Collects the revisions of the page being read, and hands on what is ready."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.ready: list[Revision] = []
        self._page: Element | None = None  # being read, with revisions waiting
        self._waiting: list[Element] = []
        self._waiting_size = 0  # characters
        self._seen = {"page": 0, "logitem": 0}
        self._slots: set[str] = set()  # roles left out
        self.stream = ElementStream(
            _TREE,
            {
                "siteinfo": self._end_siteinfo,
                "page": self._end_page,
                "revision": self._end_revision,
                "logitem": self._end_logitem,
            },
            _IGNORED,
            reading,
        )

    def finish(self) -> None:
        """After the last byte: what a cut page holds, and what the dump was."""
        if self._page is not None:
            self._release(self._page)
        if not self._seen["page"] and self._page is None:
            if self._seen["logitem"]:
                raise self.reading.refusal("a dump of a wiki's log, which holds no pages")
            if self.reading.complete:
                self.reading.warn("the export holds no page")

    # ------------------------------------------------------------ elements that ended

    def _end_siteinfo(self, siteinfo: Element, _: Element) -> None:
        names = siteinfo.first("namespaces")
        namespaces = names.children.get("namespace", []) if names else []
        self.reading.site = Site(
            name=siteinfo.get("sitename").strip() or None,
            base=siteinfo.get("base").strip() or None,
            dbname=siteinfo.get("dbname").strip() or None,
            namespaces=tuple(
                (number, (namespace.text or "").strip())
                for namespace in namespaces
                if (number := _number(namespace.attrs.get("key", ""))) is not None
            ),
        )

    def _end_logitem(self, _: Element, __: Element) -> None:
        self._seen["logitem"] += 1

    def _end_revision(self, revision: Element, page: Element) -> None:
        self._page = page
        self._waiting.append(revision)
        text = revision.first("text")
        self._waiting_size += len(text.text or "") if text else 0
        known = page.children
        if "title" in known and (("id" in known and "ns" in known) or self._too_much()):
            self._release(page)
        elif self._too_much():
            self._drop("too much text before the page's title")

    def _too_much(self) -> bool:
        return self._waiting_size > TEXT_LIMIT

    def _end_page(self, page: Element, _: Element) -> None:
        self._seen["page"] += 1
        self._release(page)
        self._page = None

    def _release(self, page: Element) -> None:
        """Hand on the waiting revisions of a page, with what is known of the page by now."""
        title = page.get("title").replace("_", " ").strip()
        if not title:
            self._drop("a page without a title")
            return
        namespace = _number(page.get("ns"))
        if namespace is None:
            namespace = namespace_of(title, self.reading.site)
        page_id = _positive(page.get("id"))
        for revision in self._waiting:
            self._emit(revision, title, namespace, page_id)
        self._forget()

    def _drop(self, why: str) -> None:
        if self._waiting:
            count = len(self._waiting)
            revisions = "1 revision" if count == 1 else f"{count} revisions"
            self.reading.damaged(f"{why} {self.stream.where()}: {revisions} left out")
        self._forget()

    def _forget(self) -> None:
        self._waiting.clear()
        self._waiting_size = 0

    # ------------------------------------------------------------ one revision

    def _emit(self, element: Element, title: str, namespace: int, page_id: int | None) -> None:
        timestamp = utc_stamp(element.get("timestamp"))
        revision_id = _positive(element.get("id"))
        if timestamp is None:
            called = f"revision {revision_id} of" if revision_id else "a revision of"
            self.reading.damaged(f'{called} "{one_title(title)}" has no time; left out')
            return
        slot = self._main_slot(element, title)
        text = slot.first("text")
        attrs = text.attrs if text else {}
        sha1 = attrs.get("sha1") or element.get("sha1").strip() or None
        state, content = _text(text, sha1)
        if text is None:
            self.reading.damaged(f'"{one_title(title)}" at {timestamp}: no <text> element')
        contributor, contributor_hidden = _contributor(element)
        comment = element.first("comment")
        comment_hidden = comment is not None and "deleted" in comment.attrs
        size = _number(attrs.get("bytes", ""))
        self.ready.append(
            Revision(
                title=title,
                timestamp=timestamp,
                text=content,
                text_state=state,
                namespace=namespace,
                page_id=page_id,
                revision_id=revision_id,
                parent_id=self._parent(element, revision_id),
                contributor=contributor,
                contributor_hidden=contributor_hidden,
                comment=None if comment_hidden else element.get("comment"),
                comment_hidden=comment_hidden,
                minor="minor" in element.children,
                sha1=sha1,
                size=size if size is not None and size >= 0 else None,
                model=slot.get("model").strip() or content_model(title, namespace),
            )
        )

    def _main_slot(self, revision: Element, title: str) -> Element:
        """The element that holds the page's own text: the revision itself, or a <content> of
        role `main`. Further slots (captions, statistics) are no page text.
        """
        slots = revision.children.get("content", [])
        if not slots:
            return revision
        main = [slot for slot in slots if slot.get("role").strip() == "main"]
        if main and "text" not in revision.children:
            return main[0]
        for role in sorted({slot.get("role").strip() or "without a role" for slot in slots}):
            if role not in self._slots and len(self._slots) < NAMES_LIMIT:
                self._slots.add(role)
                self.reading.warn(f'slots {role} left out, first in "{one_title(title)}"')
        return revision

    def _parent(self, revision: Element, revision_id: int | None) -> int | None:
        """Id of the revision before; 0 where the schema tells parents and this one has none.

        Exports without revision ids are made by hand or from feeds, and prove nothing.
        """
        parent = _positive(revision.get("parentid"))
        if parent is None and revision_id is not None and self._schema() >= _TELLS_PARENTS:
            return 0
        return parent

    def _schema(self) -> tuple[int, ...]:
        """Version of the schema, as (0, 11); (0,) when the dump tells none."""
        root = self.stream.root
        version = root.attrs.get("version", "") if root else ""
        numbers = tuple(_number(part) for part in version.split("."))
        return tuple(number or 0 for number in numbers)


def _text(element: Element | None, sha1: str | None) -> tuple[TextState, str | None]:
    """(state, text): only a declared or plainly empty text is empty; a stub's is missing."""
    if element is None or element.text is None:
        return "missing", None
    if "deleted" in element.attrs:
        return "hidden", None
    if element.text:
        return "present", element.text
    size = _number(element.attrs.get("bytes", ""))
    if size is not None:
        return ("empty", None) if size == 0 else ("missing", None)
    stub = "id" in element.attrs or "location" in element.attrs
    if stub or sha1 not in (None, _EMPTY_SHA1):
        return "missing", None
    return "empty", None


def _contributor(revision: Element) -> tuple[str | None, bool]:
    """(user name or IP address, whether it is withheld)."""
    element = revision.first("contributor")
    if element is None:
        return None, False
    if "deleted" in element.attrs:
        return None, True
    return element.get("username").strip() or element.get("ip").strip() or None, False


def _number(written: str) -> int | None:
    written = written.strip()
    return int(written) if _NUMBER.fullmatch(written) else None


def _positive(written: str) -> int | None:
    """An id; MediaWiki writes 0 for none."""
    return _number(written) or None
