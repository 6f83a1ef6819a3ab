"""The text of a contributions feed."""

from __future__ import annotations

import pytest

from ingest.dumps import contributions_text
from ingest.errors import DumpError
from ingest.records import Site

DUMP = """Otter Rules - User contributions [en]

Tide Callers

2026-02-03T04:05:06Z

Nell: power < 3: fix

===Cards===

======1x Reef Guard======
'''Power 3''' &amp; more

Errata: No

File:Reef Guard.png

2026-02-03T04:05:06Z

Nell:

Tide_Callers

2026-01-01T00:00:00Z

Nell: first

Otters."""

CARDS = "===Cards===\n\n======1x Reef Guard======\n'''Power 3''' &amp; more\n\nErrata: No"


def facts(result):
    return [(r.title, r.timestamp, r.contributor, r.comment, r.text) for r in result.revisions]


EXPECTED = [
    ("Tide Callers", "2026-02-03T04:05:06Z", "Nell", "power < 3: fix", CARDS),
    ("File:Reef Guard.png", "2026-02-03T04:05:06Z", "Nell", "", None),
    ("Tide Callers", "2026-01-01T00:00:00Z", "Nell", "first", "Otters."),
]


def test_entries(read) -> None:
    result = read(DUMP)
    assert result.format == "contributions-text"
    assert result.site == Site(name="Otter Rules")
    assert (result.complete, result.warnings) == (True, [])
    assert facts(result) == EXPECTED
    assert [one.text_state for one in result.revisions] == ["present", "missing", "present"]
    assert [one.namespace for one in result.revisions] == [0, 6, 0]
    assert {one.revision_id for one in result.revisions} == {None}
    assert {one.minor for one in result.revisions} == {None}


@pytest.mark.parametrize("end", ["\n", "\n\n\n"])
def test_newlines_at_the_end(read, end: str) -> None:
    assert facts(read(DUMP + end)) == EXPECTED


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_encodings_and_newlines(read, encoding: str, newline: str) -> None:
    text = DUMP.replace("Otters.", "Ottérs 🦦.").replace("\n", newline)
    assert facts(read(text.encode(encoding)))[2][4] == "Ottérs 🦦."
    assert facts(read(text.encode(encoding)))[:2] == EXPECTED[:2]


def test_carriage_returns_in_a_text_stay(read) -> None:
    assert facts(read(DUMP.replace("Otters.", "Otters\r\nswim.")))[2][4] == "Otters\r\nswim."


def test_the_last_entry_may_be_without_text(read) -> None:
    for end in ("", "\n", "\n\n"):
        result = read(DUMP.removesuffix("\n\nOtters.") + end)
        assert facts(result) == [*EXPECTED[:2], (*EXPECTED[2][:4], None)]


def test_blank_lines_at_the_beginning_of_a_text_stay(read) -> None:
    assert facts(read(DUMP.replace("===Cards===", "\n\n===Cards===")))[0][4] == "\n\n" + CARDS


PARTS = [
    "Reef\n\n2026-01-01T00:00:00Z\n\nno name and no colon here",
    "Reef\n\n2026-01-01T00:00:00Z\nNell: no blank line",
    "Reef\n2026-01-01T00:00:00Z\n\nNell: no blank line",
    "Reef\n\n2026-01-01\n\nNell: no time",
    "Reef\n\n2026-13-01T00:00:00Z\n\nNell: no month",
    "a line before\nReef\n\n2026-01-01T00:00:00Z\n\nNell: no blank line",
    "\n\n\n2026-01-01T00:00:00Z\n\nNell: no title",
    " _\n\n2026-01-01T00:00:00Z\n\nNell: no title",
    "Errata: No\n\nErrata: No\n\nErrata: No",
]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("where", ["===Cards===", "Otters."])
def test_parts_of_a_head_are_text(read, part: str, where: str) -> None:
    result = read(DUMP.replace(where, f"{where}\n\n{part}\n\n{where}") + "\n")
    assert (len(result.revisions), result.complete) == (3, True)
    assert any(part in (text or "") for *_, text in facts(result))


@pytest.mark.parametrize("part", PARTS)
def test_parts_of_a_head_at_the_end_are_text(read, part: str) -> None:
    result = read(f"{DUMP}\n\n{part}\n")
    assert (len(result.revisions), result.complete) == (3, True)
    assert facts(result)[2][4] == f"Otters.\n\n{part}"


@pytest.mark.parametrize(
    ("user", "name"),
    [
        ("2001:DB8:0:0:0:0:0:1: x", "2001:DB8:0:0:0:0:0:1"),
        ("2001:DB8:0:0:0:0:0:1:", "2001:DB8:0:0:0:0:0:1"),
        ("127.0.0.1: x", "127.0.0.1"),
        (": x", None),
    ],
)
def test_names(read, user: str, name: str | None) -> None:
    [first, *_] = read(DUMP.replace("Nell: power < 3: fix", user)).revisions
    assert (first.contributor, first.contributor_hidden) == (name, name is None)


def test_without_the_feeds_title(read) -> None:
    result = read(DUMP.partition("\n\n")[2])
    assert facts(result) == EXPECTED
    assert (result.site, result.warnings) == (None, [])


def test_without_entries(read) -> None:
    result = read("Otter Rules - User contributions [en]\n")
    assert (result.revisions, result.site, result.complete, result.warnings) == (
        [],
        Site(name="Otter Rules"),
        True,
        [],
    )


def test_lines_before_the_first_entry_are_told(read) -> None:
    result = read(DUMP.replace("[en]\n", "[en]\n\nsaved with a browser\n", 1))
    assert facts(result) == EXPECTED
    assert result.site == Site(name="Otter Rules")
    assert result.warnings == ["lines before the first entry left out"]


@pytest.mark.parametrize("keep", ["2026-01-01T00:00:00Z", "2026-01-01T", "2026-"])
def test_cut_in_a_head(read, keep: str) -> None:
    result = read(DUMP[: DUMP.index("2026-01-01T00:00:00Z")] + keep)
    assert facts(result) == EXPECTED[:2]
    assert not result.complete
    assert result.warnings == ['cut short at the entry of "Tide_Callers"']


@pytest.mark.parametrize("keep", ["\n", "\n\n", "\n\nNe"])
def test_cut_behind_the_time_of_a_head(read, keep: str) -> None:
    result = read(DUMP[: DUMP.index("\n\nNell: first")] + keep)
    assert facts(result) == EXPECTED[:2]
    assert not result.complete


def test_a_wrong_encoding(read) -> None:
    with pytest.raises(DumpError, match="neither XML nor text in UTF-8"):
        read("Ottér".encode("latin-1") + b"\n\nTide")
    with pytest.raises(DumpError, match="not UTF-8 near byte 3"):
        read(DUMP.replace("Otter", "Ottér").encode("latin-1"))


def test_a_damaged_byte_later_on(read) -> None:
    result = read(DUMP.encode().replace(b"Errata: No", b"Errata: N\xe9o"))
    assert result.revisions == []
    assert not result.complete
    result = read(DUMP.encode().replace(b"Otters.", b"Otters\xff."))
    assert facts(result) == EXPECTED[:2]
    assert not result.complete
    assert result.warnings[0] == f"not UTF-8 near byte {DUMP.index('Otters.') + 6}"
    assert "is cut; left out" in result.warnings[1]


def test_cut_within_a_newline(read) -> None:
    assert facts(read(DUMP.replace("\n", "\r\n") + "\r")) == EXPECTED


def test_cut_within_a_character(read) -> None:
    result = read(DUMP.replace("Otters.", "Otters 🦦").encode()[:-1])
    assert facts(result) == EXPECTED[:2]
    assert not result.complete


def test_a_text_that_is_too_long(read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contributions_text, "TEXT_LIMIT", 2000)
    for long in ("x" * 3000, "x\n" * 1500, "x" * 1900 + "\n\n" + "x" * 200_000):
        result = read(DUMP.replace("===Cards===", long))
        assert facts(result) == [(*EXPECTED[0][:4], None), *EXPECTED[1:]]
        assert result.revisions[0].text_state == "missing"
        assert result.complete
        assert "is too long" in result.warnings[0]
