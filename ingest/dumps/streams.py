"""A source's bytes as they come: files and stdin, unpacked chunk by chunk.

Own loops over zlib, bz2 and lzma instead of their file objects, because those throw away what they
had unpacked when the packed data end early, and because a bomb must be unpacked in small pieces.
"""

from __future__ import annotations

import bz2
import lzma
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Protocol

from ingest.dumps.reading import Reading

CHUNK = 64 * 2**10  # bytes read at a time
PIECE = 16 * 2**10  # bytes unpacked at a time; what goes with a checksum that does not fit
LZMA_MEMORY = 256 * 2**20  # bytes; xz's own highest setting needs 65 MiB

_PACKED_ERRORS = (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError)


class _Unpacker(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = -1, /) -> bytes: ...


class _Gunzip:
    """zlib's decompressor with the interface that bz2's and lzma's have."""

    def __init__(self) -> None:
        self._zlib = zlib.decompressobj(wbits=31)  # 31: with a gzip header

    @property
    def eof(self) -> bool:
        return self._zlib.eof

    @property
    def needs_input(self) -> bool:
        return not self._zlib.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._zlib.unused_data

    def decompress(self, data: bytes, max_length: int = -1, /) -> bytes:
        return self._zlib.decompress(self._zlib.unconsumed_tail + data, max_length)


def _unlzma() -> _Unpacker:
    return lzma.LZMADecompressor(memlimit=LZMA_MEMORY)


_UNPACKERS: tuple[tuple[bytes, str, Callable[[], _Unpacker]], ...] = (
    (b"\x1f\x8b", "gzip", _Gunzip),
    (b"BZh", "bzip2", bz2.BZ2Decompressor),
    (b"\xfd7zXZ\0", "xz", _unlzma),
    (b"\x5d\0\0", "lzma", _unlzma),
)


class ByteStream:
    """An opened file or, for `-`, stdin.

    Raises DumpError when there is no such file, it is a folder or can't be read.
    """

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.position = 0  # bytes read so far, before unpacking
        self.size: int | None = None  # bytes; None where nothing tells it
        self._file = self._open(reading.path)

    def _open(self, path: str) -> BinaryIO:
        if path == "-":
            return sys.stdin.buffer
        try:
            file = Path(path).open("rb")  # noqa: SIM115 - closed by close()
        except FileNotFoundError:
            raise self.reading.refusal("no such file", "check the path") from None
        except IsADirectoryError:
            raise self.reading.refusal("a folder, not a file", "name the files in it") from None
        except OSError as error:
            reason = error.strerror or str(error)
            raise self.reading.refusal(f"can't be read ({reason})", "check its rights") from None
        status = os.fstat(file.fileno())
        if stat.S_ISREG(status.st_mode):
            self.size = status.st_size
        return file

    def close(self) -> None:
        if self._file is not sys.stdin.buffer:
            self._file.close()

    def chunks(self) -> Iterator[bytes]:
        """The content, unpacked; ends early, with a note, where the file is damaged."""
        raw = self._raw()
        first = next(raw, b"")
        for magic, kind, unpacker in _UNPACKERS:
            if first.startswith(magic):
                yield from self._unpacked(first, raw, magic, kind, unpacker)
                return
        if first:
            yield first
        yield from raw

    def _raw(self) -> Iterator[bytes]:
        try:
            while chunk := self._file.read(CHUNK):
                self.position += len(chunk)
                yield chunk
        except OSError as error:
            self.reading.damaged(f"reading fails after byte {self.position}: {error}")
        finally:
            self.close()

    def _unpacked(
        self,
        data: bytes,
        raw: Iterator[bytes],
        magic: bytes,
        kind: str,
        new: Callable[[], _Unpacker],
    ) -> Iterator[bytes]:
        """Packed members one after another, as bzip2 -c >> and Wikimedia's multistreams make."""
        while data:
            unpacker = new()
            try:
                while not unpacker.eof:
                    hungry = unpacker.needs_input
                    if hungry and not data:
                        data = next(raw, b"")
                    given, data = data, b""
                    piece = unpacker.decompress(given, PIECE)
                    if piece:
                        yield piece
                    elif hungry and not given and not unpacker.eof:
                        self.reading.damaged(f"the {kind} data end early, after {self._where()}")
                        return
            except _PACKED_ERRORS as error:
                self.reading.damaged(f"the {kind} data are damaged before {self._where()}: {error}")
                return
            data = self._next_member(unpacker.unused_data, raw, magic, kind)

    def _next_member(self, data: bytes, raw: Iterator[bytes], magic: bytes, kind: str) -> bytes:
        """What follows a member: another one, or b"" when nothing (or no such thing) does."""
        data = data.lstrip(b"\0")  # tapes and xz fill up with zeros
        while len(data) < len(magic):
            more = next(raw, b"")
            if not more:
                break
            data = (data + more).lstrip(b"\0")
        if data and not data.startswith(magic):
            self.reading.warn(f"what follows the {kind} data is no {kind} and was not read")
            return b""
        return data

    def _where(self) -> str:
        return f"byte {self.position} of the file"
