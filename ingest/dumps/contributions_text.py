"""The text of a contributions feed, as a browser shows it, as revisions.

First line: the feed's title. Then entries, newest first: page title, blank line, ISO time, blank
line, `USER: SUMMARY`, blank line, wikitext (there may be none), blank line. Nothing marks an
entry's end but the next one's head, so a head must be whole to count: its likes occur in texts.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ingest.dumps.feeds import feed_revision, site_of_feed, split_head
from ingest.dumps.reading import TEXT_LIMIT, Reading, iso_stamp, one_title
from ingest.dumps.sniff import encoding_of
from ingest.records import Revision

_HEAD = 5  # lines of an entry's head: title, blank, time, blank, user and summary
_CUT_TIME = re.compile(r"[0-9]{4}-[0-9T:-]{0,14}")  # the beginning of a time, year at least


@dataclass(frozen=True, slots=True)
class _Head:
    title: str
    timestamp: str
    contributor: str
    comment: str


def read_contributions_text(chunks: Iterable[bytes], reading: Reading) -> Iterator[Revision]:
    """The revisions of a contributions text, in its order; as feeds, without ids.

    Where the source ends early, its last entry is left out: it may have been longer.
    Raises DumpError when nothing can be decoded.
    """
    head: _Head | None = None
    entry = _Lines()
    for line in _lines(chunks, reading):
        entry.add(line)
        new = entry.head_at_end()
        if new is None:
            continue
        body = entry.body(before=_HEAD)
        if head is None:
            _read_preface(body, reading)
        else:
            yield _revision(head, body, reading)
        head, entry = new, _Lines()
    if head is not None:
        yield from _last(head, entry, reading)
        return
    if not reading.complete:
        raise reading.refusal(reading.warnings[0], "fetch it again")
    _read_preface(entry.body(before=0), reading)


def _last(head: _Head, entry: _Lines, reading: Reading) -> Iterator[Revision]:
    """The entry at the end, whole unless the source is damaged or ends within a further head."""
    if not reading.complete:
        reading.warn(f'the entry of "{one_title(head.title)}" at {head.timestamp} is cut; left out')
        return
    before, title = entry.cut_head()
    if before:
        reading.damaged(f'cut short at the entry of "{one_title(title)}"')
    yield _revision(head, entry.body(before), reading)


def _read_preface(body: str | None, reading: Reading) -> None:
    """What stands before the first entry: the feed's title."""
    title, _, more = (body or "").strip("\n").partition("\n")
    reading.site = site_of_feed(title)
    if more or (title and reading.site is None):
        reading.warn("lines before the first entry left out")


def _revision(head: _Head, body: str | None, reading: Reading) -> Revision:
    if body is None:
        reading.warn(f'text of "{one_title(head.title)}" at {head.timestamp} is too long; left out')
    text = (body or "").removeprefix("\n").rstrip("\n")
    return feed_revision(
        head.title, head.timestamp, head.contributor, head.comment, text, reading.site
    )


class _Lines:
    """The lines since the last head, bounded in memory."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._size = 0  # characters
        self._too_long = False
        self._ended = True  # with a newline

    def add(self, line: str) -> None:
        """Add a line with its newline, which the last one of a source may lack."""
        self._ended = line.endswith("\n")
        self._lines.append(line.removesuffix("\n"))
        self._size += len(line)
        if self._size > TEXT_LIMIT:
            self._too_long = True
            self._lines = self._lines[-_HEAD - 1 :]
            self._size = sum(map(len, self._lines))

    def body(self, before: int) -> str | None:
        """The lines but for the last `before`; None when they were too long to keep."""
        return None if self._too_long else "\n".join(self._lines[: len(self._lines) - before])

    def head_at_end(self) -> _Head | None:
        """The head that the last five lines are, with a blank line or nothing before them."""
        lines = self._lines
        if len(lines) < _HEAD or lines[-2] or lines[-4] or not self._is_title(_HEAD):
            return None
        if iso_stamp(lines[-3]) is None:
            return None
        parts = split_head(lines[-1])
        if parts is None:
            return None
        return _Head(lines[-_HEAD].replace("_", " ").strip(), lines[-3], *parts)

    def cut_head(self) -> tuple[int, str]:
        """(length in lines, title) of the beginning of a head at the end; (0, "") for none.

        It shows by its time; a title alone looks like any line of a text.
        """
        for length in (3, 4, 5):
            if len(self._lines) < length or not self._is_title(length):
                continue
            title, blank, time, *rest = self._lines[-length:]
            if blank or rest[:1] not in ([], [""]):
                continue
            if iso_stamp(time) and (len(rest) < 2 or not self._ended):
                return length, title
            if not rest and not self._ended and _CUT_TIME.fullmatch(time):
                return length, title
        return 0, ""

    def _is_title(self, back: int) -> bool:
        """Whether the line that far from the end can be a title: after a blank line or nothing."""
        return bool(self._lines[-back].strip(" _")) and (
            len(self._lines) == back or not self._lines[-back - 1]
        )


def _lines(chunks: Iterable[bytes], reading: Reading) -> Iterator[str]:
    """The lines of a text in UTF-8 or, with its byte order mark, UTF-16, each with its newline.

    Carriage returns belong to the newlines when the first line has one.
    """
    parts: list[str] = []  # of a line that goes on in the next chunk
    size = 0
    carriage: str | None = None
    for text in _decoded(chunks, reading):
        *whole, rest = text.split("\n")
        for end in whole:
            line = "".join([*parts, end])
            parts.clear()
            size = 0
            if carriage is None:
                carriage = "\r" if line.endswith("\r") else ""
            yield line.removesuffix(carriage) + "\n"
        parts.append(rest)
        size += len(rest)
        if size > TEXT_LIMIT:  # such a line makes its entry too long, however it is divided
            yield "".join(parts)
            parts.clear()
            size = 0
    if last := "".join(parts).removesuffix(carriage or ""):
        yield last


def _decoded(chunks: Iterable[bytes], reading: Reading) -> Iterator[str]:
    decoder: codecs.IncrementalDecoder | None = None
    encoding, before = "utf-8", 0
    try:
        for chunk in chunks:
            if decoder is None:
                encoding, mark = encoding_of(chunk)
                decoder = codecs.getincrementaldecoder(encoding)()
                chunk = chunk[mark:]
            yield decoder.decode(chunk)
            before += len(chunk)
        if decoder is not None:
            decoder.decode(b"", True)
    except UnicodeDecodeError as error:
        whole = error.object[: error.start]
        yield whole.decode(encoding)
        reading.damaged(f"not {encoding.upper()} near byte {before + error.start}")
