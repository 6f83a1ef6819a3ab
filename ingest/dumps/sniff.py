"""What a source is, told by its first bytes: never by its name."""

from __future__ import annotations

import codecs
import re
from typing import Literal
from xml.parsers import expat

from ingest.dumps.reading import Reading, iso_stamp
from ingest.errors import DumpError

Format = Literal["xml", "atom", "rss", "contributions-text"]

HEAD = 16 * 2**10  # bytes looked at

_ROOTS: dict[str, Format] = {"mediawiki": "xml", "feed": "atom", "rss": "rss"}

# (offset, magic, what it is, what to do with it)
_ARCHIVES = (
    (0, b"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it first (7z x FILE)"),
    (0, b"\x28\xb5\x2f\xfd", "a zstd archive", "unpack it first (zstd -d FILE)"),
    (0, b"PK\x03\x04", "a zip archive", "unpack it first (unzip FILE)"),
    (0, b"Rar!", "a rar archive", "unpack it first"),
    (257, b"ustar", "a tar archive", "unpack it first (tar xf FILE)"),
    (0, b"\x1f\x8b", "packed twice", "unpack it first (gzip -d FILE)"),
    (0, b"BZh", "packed twice", "unpack it first (bzip2 -d FILE)"),
    (0, b"\xfd7zXZ\0", "packed twice", "unpack it first (xz -d FILE)"),
)
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"),
         (codecs.BOM_UTF16_BE, "utf-16-be"))  # fmt: skip
_CONTRIBUTIONS = re.compile(
    r"\s*(?:(?P<feed>[^\n]+ - [^\n]+ \[[\w-]+\])(?:\n\s*|\Z))?"
    r"(?P<entry>[^\n]+\n\n(?P<time>\S+)(?:\n|\Z))?"
)
_JSON = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*[\"{\]\d])")
_HTML = re.compile(  # nothing is tried twice: a file may begin with any number of comments
    r"\s*+(?>(?:<!--(?>.*?-->)\s*+)*)<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL
)
_SQL = re.compile(r"\s*(?:--|/\*!|INSERT INTO|CREATE TABLE|SQLite format 3)")


class Unsupported(DumpError):
    """A wiki's data or an archive, but of a kind that is not read; the message says what to do."""


def encoding_of(head: bytes) -> tuple[str, int]:
    """(encoding of a text by its first bytes, length of its byte order mark)."""
    for bom, encoding in _BOMS:
        if head.startswith(bom):
            return encoding, len(bom)
    if head[:1] == b"\0":
        return "utf-16-be", 0
    return ("utf-16-le" if head[1:2] == b"\0" else "utf-8"), 0


def recognise(head: bytes, reading: Reading) -> Format:
    """The format that a source's first (unpacked) bytes show.

    Raises DumpError, saying what it looks like instead; Unsupported where it is of a wiki.
    """
    if not head.strip():
        raise reading.refusal("the file is empty")
    for offset, magic, what, advice in _ARCHIVES:
        if head[offset:].startswith(magic):
            raise Unsupported(str(reading.refusal(what, advice)))
    encoding, mark = encoding_of(head)
    text = head[mark:].decode(encoding, "replace").replace("\r\n", "\n")
    if text.lstrip().startswith("<"):
        return _recognise_xml(head, text, reading)
    if _shows_contributions(text):
        return "contributions-text"
    if _JSON.match(text):
        what = "JSON, as MediaWiki's API and REST answer, is not read"
        wiki = re.search(r'"(?:query|batchcomplete|continue|revisions|content_model)"\s*:', text)
        raise Unsupported(str(reading.refusal(what))) if wiki else reading.refusal(what)
    if _SQL.match(text):
        raise Unsupported(str(reading.refusal("database tables (SQL) are not read")))
    if "\ufffd" in text[:-1] and encoding == "utf-8":
        raise reading.refusal("neither XML nor text in UTF-8")
    raise reading.refusal("text, but no MediaWiki dump")


def _shows_contributions(text: str) -> bool:
    match = _CONTRIBUTIONS.match(text)
    if match is None:
        return False
    return bool(match["feed"]) or iso_stamp(match["time"] or "") is not None


def _recognise_xml(head: bytes, text: str, reading: Reading) -> Format:
    if _HTML.match(text):
        raise reading.refusal("a web page (HTML), not a dump")
    root, problem = _root(head.lstrip(b" \t\r\n"), reading)
    if root is None:
        raise reading.refusal(f"XML that can't be read ({problem})")
    if root in _ROOTS:
        return _ROOTS[root]
    if root == "api":
        raise Unsupported(str(reading.refusal("an answer of MediaWiki's API in XML is not read")))
    raise reading.refusal(f"XML, but no MediaWiki dump (its root element is <{root}>)")


def _root(head: bytes, reading: Reading) -> tuple[str | None, str]:
    """(local name of the root element, or None; why None)."""
    roots: list[str] = []
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = lambda *_: refuse_doctype(reading)
    parser.StartElementHandler = lambda name, _: roots.append(name.rpartition(":")[2])
    problem = "it ends before its first element"
    try:
        parser.Parse(head, False)
    except (expat.ExpatError, LookupError, ValueError) as error:  # the latter two: its encoding
        problem = str(error)
    return (roots[0] if roots else None), problem


def refuse_doctype(reading: Reading) -> None:
    """MediaWiki writes none; entities declared in one can expand without bound or read files."""
    raise reading.refusal("XML with a DOCTYPE declaration is not read", "remove the declaration")
