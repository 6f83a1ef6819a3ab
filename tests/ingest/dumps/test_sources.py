"""Which files are dumps, what a refused one is told, and what a folder means."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from ingest.dumps import find_sources, open_source
from ingest.errors import DumpError

EXPORT = (
    '<mediawiki version="0.10"><page><title>Reef</title><ns>0</ns><id>1</id><revision><id>1</id>'
    "<timestamp>2026-01-02T03:04:05Z</timestamp><text>hi</text></revision></page></mediawiki>"
)


def zipped() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("dump.xml", EXPORT)
    return file.getvalue()


def tarred() -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        info = tarfile.TarInfo("dump.xml")
        info.size = len(EXPORT)
        archive.addfile(info, io.BytesIO(EXPORT.encode()))
    return file.getvalue()


REFUSED = [
    (b"", "the file is empty"),
    (b" \n\n", "the file is empty"),
    (b"\xef\xbb\xbf", "no MediaWiki dump"),
    (b"7z\xbc\xaf\x27\x1c\0\4abc", "a 7z archive; unpack it first"),
    (b"\x28\xb5\x2f\xfdabc", "a zstd archive; unpack it first"),
    (zipped(), "a zip archive; unpack it first"),
    (tarred(), "a tar archive; unpack it first"),
    (b'{"batchcomplete":true,"query":{"pages":[]}}', "JSON, as MediaWiki's API"),
    (b'[\n {"id": 1}]', "JSON, as MediaWiki's API"),
    (b'<?xml version="1.0"?><api batchcomplete=""><query /></api>', "MediaWiki's API in XML"),
    (b"<!DOCTYPE html>\n<html><head></head></html>", r"a web page \(HTML\)"),
    (b"<!-- saved -->\n<HTML></HTML>", r"a web page \(HTML\)"),
    (b"<head>\n <html>Hi</html></head>", "root element is <head>"),
    (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "root element is <svg>"),
    (b'<?xml version="1.0"?>', "XML that can't be read"),
    (b"<mediawiki version=", "XML that can't be read"),
    (b"<3 otters", "XML that can't be read"),
    (b'<?xml version="1.0" encoding="otter"?><mediawiki/>', "unknown encoding"),
    (b'<?xml version="1.0" encoding="shift_jis"?><mediawiki/>', "encodings are not supported"),
    ("<mediawiki>Séance</mediawiki>".encode("utf-16")[:9], "XML that can't be read"),
    (b"-- MySQL dump 10.19\nCREATE TABLE `page`", "database tables"),
    (b"SQLite format 3\0\x10\0", "database tables"),
    (b"[[File:Otter.png|thumb]]\n===Cards===\n", "text, but no MediaWiki dump"),
    (b"{{Card|Otter}}\n", "text, but no MediaWiki dump"),
    (b"Reef\n\n2026-01-32T00:00:00Z\n\nNell: x\n", "text, but no MediaWiki dump"),
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "neither XML nor text in UTF-8"),
    (bytes(range(256)), "no MediaWiki dump"),
]


@pytest.mark.parametrize(("data", "message"), REFUSED)
def test_refused(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "dump.xml"
    path.write_bytes(data)
    with pytest.raises(DumpError, match=message) as error:
        open_source(path)
    assert str(error.value).startswith(f"{path}: ")
    assert "\n" not in str(error.value)
    assert error.value.exit_status == 3


def test_a_path_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(DumpError, match="no such file"):
        open_source(tmp_path / "nowhere.xml")
    with pytest.raises(DumpError, match="a folder"):
        open_source(tmp_path)


def test_a_file_that_opening_fails_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(DumpError, match=r"can't be read \(Permission denied\); check its rights"):
        open_source(tmp_path / "dump.xml")


def test_a_file_whose_reading_fails_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(io.FileIO):
        def read(self, size: int | None = -1, /) -> bytes:
            data = super().read(min(size or 0, 200))
            if not data:
                raise OSError(5, "Input/output error")
            return data

    path = tmp_path / "dump.xml"
    path.write_text(EXPORT[:-12])
    monkeypatch.setattr(Path, "open", lambda path, _: Failing(str(path)))
    with open_source(path) as source:
        assert [revision.text for revision in source] == ["hi"]
    assert not source.complete
    assert "Input/output error" in source.warnings[0]


def test_a_source_is_closed(tmp_path: Path) -> None:
    """Warnings are errors in tests: an open file would be told."""
    path = tmp_path / "dump.xml"
    path.write_text(EXPORT)
    assert len(list(open_source(path))) == 1
    with open_source(path) as source:
        next(iter(source))
    source.close()


# ---------------------------------------------------------------- folders


def names(paths: list[Path]) -> list[str]:
    return [path.name for path in paths]


def test_files_are_taken_as_they_are(tmp_path: Path) -> None:
    one, two = tmp_path / "notes.md", tmp_path / "a.xml"
    one.write_text("x")
    two.write_text("y")
    assert find_sources([one, str(two), "-"]) == [one, two, Path("-")]


def test_a_folders_dumps(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "b.xml": EXPORT,
        "a.xml.gz": "damaged",
        "c": EXPORT,
        "empty.atom": "",
        "old.xml.7z": "7z",
        "archive": b"7z\xbc\xaf\x27\x1c\0\4",
        "answer.json": '{"query": {}}',
        "README": EXPORT,
        "README.txt": EXPORT,
        "notes.md": EXPORT,
        ".hidden.xml": EXPORT,
        "notes.txt": "Otters, mostly.",
        "package.json": '{"name": "otter"}',
        "photo.png": b"\x89PNG\r\n\x1a\n",
    }
    for name, content in files.items():
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / name).write_bytes(data)
    (tmp_path / "folder.xml").mkdir()
    assert names(find_sources([tmp_path])) == [
        "a.xml.gz",
        "answer.json",
        "archive",
        "b.xml",
        "c",
        "empty.atom",
        "old.xml.7z",
    ]


def test_a_folder_without_dumps(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("put dumps here")
    with pytest.raises(DumpError, match="no dump in this folder"):
        find_sources([tmp_path])


def test_a_path_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(DumpError, match="no such file or folder; check the path"):
        find_sources([tmp_path / "nowhere"])


def test_a_file_may_begin_with_many_comments(tmp_path):
    """However many: they are gone through once."""
    path = tmp_path / "dump.xml"
    path.write_text("<!-- -->" * 200 + EXPORT, encoding="utf-8")
    with open_source(path) as source:
        assert [revision.title for revision in source] == ["Reef"]
    path.write_text("<!-- -->\n" * 200 + "<html></html>", encoding="utf-8")
    with pytest.raises(DumpError, match="a web page"):
        open_source(path)
