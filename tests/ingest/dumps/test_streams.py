"""Packed sources: unpacked as a stream, whole up to where they are damaged, bounded in memory."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.dumps import elements, open_source, streams
from ingest.errors import DumpError

PAGES = 40
DUMP = (
    '<mediawiki version="0.10"><siteinfo><sitename>Otter Rules</sitename></siteinfo>'
    + "".join(
        f"<page><title>Reef {n}</title><ns>0</ns><id>{n}</id><revision><id>{n}</id>"
        f"<timestamp>2026-01-02T03:04:05Z</timestamp><text>{f'{n * 7919:x} ' * 300}</text>"
        "</revision></page>\n"
        for n in range(1, PAGES + 1)
    )
    + "</mediawiki>\n"
).encode()

PACK: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "lzma": lambda data: lzma.compress(data, lzma.FORMAT_ALONE),
}
packed = pytest.mark.parametrize("kind", PACK)


@packed
def test_whole(read, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "named.txt"  # names tell nothing
    path.write_bytes(PACK[kind](DUMP))
    result = read(path)
    assert result.revisions == read(DUMP).revisions
    assert (result.format, result.complete, result.warnings) == ("xml", True, [])


@packed
def test_several_members_are_one_source(read, kind: str) -> None:
    """As `cat`, pbzip2 and Wikimedia's multistream dumps make them."""
    parts = (DUMP[:10], DUMP[10:10], DUMP[10:5000], DUMP[5000:])
    result = read(b"".join(PACK[kind](part) for part in parts))
    assert (len(result.revisions), result.complete, result.warnings) == (PAGES, True, [])


@packed
def test_zeros_behind_the_data_are_padding(read, kind: str) -> None:
    for zeros in (1, 4, 100_000):
        result = read(PACK[kind](DUMP) + bytes(zeros))
        assert (len(result.revisions), result.complete, result.warnings) == (PAGES, True, [])


@packed
def test_anything_else_behind_the_data_is_told(read, kind: str) -> None:
    result = read(PACK[kind](DUMP) + b"oops")
    assert (len(result.revisions), result.complete) == (PAGES, True)
    assert result.warnings == [f"what follows the {kind} data is no {kind} and was not read"]


@pytest.mark.parametrize("kind", ["gzip", "xz", "lzma"])
def test_cut_short(read, kind: str) -> None:
    data = PACK[kind](DUMP)
    result = read(data[: len(data) * 3 // 4])
    assert not result.complete
    assert len(result.revisions) > PAGES // 2
    assert result.revisions == read(DUMP).revisions[: len(result.revisions)]
    assert result.warnings[0].startswith(f"the {kind} data end early")
    assert 'cut short in "Reef ' in result.warnings[1]


def test_cut_short_bzip2(read) -> None:
    """bzip2 gives a block of up to 900 kB when it is whole."""
    result = read(bz2.compress(DUMP[:20_000]) + bz2.compress(DUMP[20_000:])[:-20])
    assert not result.complete
    assert result.revisions
    assert result.revisions == read(DUMP[:20_000]).revisions
    with pytest.raises(DumpError, match=r"the bzip2 data end early, .*; fetch it again"):
        read(bz2.compress(DUMP)[:-20])


def test_a_damaged_gzip_gives_what_was_before(read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PIECE", 1024)
    data = bytearray(gzip.compress(DUMP))
    data[-6] ^= 0xFF  # its checksum
    result = read(bytes(data))
    assert not result.complete
    assert len(result.revisions) >= PAGES - 2
    assert result.warnings[0].startswith("the gzip data are damaged")


@packed
def test_flipped_bits_raise_nothing_else(read, kind: str) -> None:
    whole = PACK[kind](DUMP)
    for position in range(0, len(whole), max(1, len(whole) // 97)):
        data = bytearray(whole)
        data[position] ^= 0x55
        try:
            result = read(bytes(data))
        except DumpError:
            continue
        assert len(result.revisions) <= PAGES


@packed
def test_nothing_inside(read, kind: str) -> None:
    with pytest.raises(DumpError, match="empty"):
        read(PACK[kind](b""))
    with pytest.raises(DumpError, match=f"the {kind} data end early"):
        read(PACK[kind](DUMP)[:8])


@packed
def test_packed_twice(read, kind: str) -> None:
    with pytest.raises(DumpError):
        read(gzip.compress(PACK[kind](DUMP)))


@packed
def test_a_bomb_stays_small_in_memory(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(elements, "TEXT_LIMIT", 2**20)
    before, _, after = DUMP.partition(b"<page>")
    page = b"<page><title>Bomb</title><ns>0</ns><id>9</id><revision><id>9</id><timestamp>"
    page += b"2026-01-02T03:04:05Z</timestamp><text>%s</text></revision></page>"
    path = tmp_path / "bomb"
    path.write_bytes(PACK[kind](before + page % (b"x" * (48 * 2**20)) + b"<page>" + after))
    assert path.stat().st_size < 2**20
    tracemalloc.start()
    try:
        with open_source(path) as source:
            states = [revision.text_state for revision in source]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert states == ["missing", *["present"] * PAGES]
    assert peak < 16 * 2**20  # xz's own window is 8 MiB
    assert source.complete
    assert source.warnings == ['<text> is too long in "Bomb", line 1; left out']


def test_a_demand_for_too_much_memory_is_refused(read) -> None:
    header = b"\x5d" + (2**32 - 1).to_bytes(4, "little") + bytes([255] * 8)
    with pytest.raises(DumpError, match="lzma"):
        read(header.replace(b"\x5d\xff", b"\x5d\0\0")[:13] + b"\0" * 64)


def test_progress(tmp_path: Path) -> None:
    path = tmp_path / "dump.xml.gz"
    path.write_bytes(gzip.compress(DUMP))
    with open_source(path) as source:
        assert source.size == path.stat().st_size
        assert 0 < source.position() <= path.stat().st_size
        assert len(list(source)) == PAGES
        assert source.position() == path.stat().st_size


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_standard_input(monkeypatch: pytest.MonkeyPatch, pack) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(pack(DUMP)))
    monkeypatch.setattr(sys, "stdin", stdin)
    with open_source("-") as source:
        assert len(list(source)) == PAGES
    assert (source.path, source.size) == ("-", None)
    assert source.position() == len(pack(DUMP))
    assert not stdin.buffer.closed
