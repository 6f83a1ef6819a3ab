"""Opening dumps: what a path is, and its revisions."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType

from ingest.dumps.contributions_text import read_contributions_text
from ingest.dumps.export import read_export
from ingest.dumps.feeds import read_feed
from ingest.dumps.reading import Reading
from ingest.dumps.sniff import HEAD, Format, Unsupported, recognise
from ingest.dumps.streams import ByteStream
from ingest.errors import DumpError
from ingest.records import Revision, Site

_READERS: dict[Format, Callable[[Iterable[bytes], Reading], Iterator[Revision]]] = {
    "xml": read_export,
    "atom": partial(read_feed, kind="atom"),
    "rss": partial(read_feed, kind="rss"),
    "contributions-text": read_contributions_text,
}

# A file that calls itself a dump is one to read or to complain of, whatever it holds.
_DUMP_NAMES = frozenset({".xml", ".atom", ".rss", ".gz", ".bz2", ".xz", ".lzma", ".7z", ".zst"})


class Source:
    """An opened source, to be read once: iterating gives its revisions in the source's order.

    `site`, `complete` and `warnings` are final after the iteration; see `Reading`.
    """

    def __init__(
        self,
        path: str,
        format: Format,
        revisions: Iterator[Revision],
        stream: ByteStream,
        reading: Reading,
    ) -> None:
        self.path = path  # as given, "-" for stdin
        self.format: Format = format
        self._revisions = revisions
        self._stream = stream
        self._reading = reading

    @property
    def site(self) -> Site | None:
        """The wiki that the dump names, known once the first revision is."""
        return self._reading.site

    @property
    def complete(self) -> bool:
        """False once the source turned out to be cut short or damaged."""
        return self._reading.complete

    @property
    def warnings(self) -> list[str]:
        """One line each: what was skipped or odd, and where."""
        return self._reading.warnings

    @property
    def size(self) -> int | None:
        """Bytes of the (packed) file; None where nothing tells, as for stdin."""
        return self._stream.size

    def position(self) -> int:
        """Bytes of the (packed) file read so far."""
        return self._stream.position

    def __iter__(self) -> Iterator[Revision]:
        return self._revisions

    def __enter__(self) -> Source:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._stream.close()


def open_source(path: str | Path) -> Source:
    """Open a dump, unpacked as a stream, for the format that its content shows; `-` is stdin.

    Raises DumpError, here or at the first revision, for what can't be read at all. A source that
    is cut short or damaged further on gives what is whole and is then not `complete`.
    """
    name = str(path)
    reading = Reading(name)
    stream = ByteStream(reading)
    try:
        chunks = stream.chunks()
        head = _head(chunks)
        if not head and not reading.complete:
            raise reading.refusal(reading.warnings[0], "fetch it again")
        format = recognise(head, reading)
    except BaseException:
        stream.close()
        raise
    if format != "contributions-text":
        head = head.lstrip(b" \t\r\n")  # XML parsers refuse a blank line before the declaration
    revisions = _READERS[format](itertools.chain([head], chunks), reading)
    return Source(name, format, revisions, stream, reading)


def _head(chunks: Iterator[bytes]) -> bytes:
    head = b""
    while len(head) < HEAD and (chunk := next(chunks, b"")):
        head += chunk
    return head


def find_sources(paths: Sequence[str | Path]) -> list[Path]:
    """The files to read: files as given, for a folder the dumps in it, sorted by name.

    A folder's hidden files, READMEs and Markdown are left aside, and so is whatever is neither
    named like a dump nor of a wiki.
    Raises DumpError for a path that does not exist and for a folder without dumps.
    """
    found: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            found += _in_folder(path)
        elif path.exists() or str(path) == "-":
            found.append(path)
        else:
            raise Reading(str(path)).refusal("no such file or folder", "check the path")
    return found


def _in_folder(folder: Path) -> list[Path]:
    try:
        files = sorted(path for path in folder.iterdir() if path.is_file())
    except OSError as error:
        reason = error.strerror or str(error)
        raise Reading(str(folder)).refusal(
            f"can't be read ({reason})", "check its rights"
        ) from None
    dumps = [path for path in files if _is_dump(path)]
    if not dumps:
        raise Reading(str(folder)).refusal("no dump in this folder")
    return dumps


def _is_dump(path: Path) -> bool:
    name = path.name.lower()
    if name.startswith((".", "readme")) or name.endswith(".md"):
        return False
    if path.suffix.lower() in _DUMP_NAMES:
        return True
    try:
        open_source(path).close()
    except Unsupported:
        return True  # to be complained of when it is opened
    except DumpError:
        return False
    return True
