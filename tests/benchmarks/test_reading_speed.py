"""Reading an export, as a ratio to what the standard library needs to parse the same file."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import iterparse

import pytest

from ingest.dumps import open_source

pytestmark = pytest.mark.benchmark

REVISIONS = 4000
CARD = """======{n}x Sea Otter======
[[File:Otter {n}.png|none|thumb|420x420px|Illustrated by: Nell]]
'''Power {n}''' - Ongoing: Other players&quot; otters float &amp; don't sink. &lt;br&gt;

Errata: No

Clarifications:
* An otter that holds hands with another counts as one raft.

"""
REVISION = """    <revision>
      <id>{id}</id>
      <parentid>{parent}</parentid>
      <timestamp>2026-01-01T00:00:00Z</timestamp>
      <contributor>
        <username>Nell</username>
        <id>3</id>
      </contributor>
      <comment>one more otter</comment>
      <origin>{id}</origin>
      <model>wikitext</model>
      <format>text/x-wiki</format>
      <text bytes="7000" sha1="abc" xml:space="preserve">{text}</text>
      <sha1>abc</sha1>
    </revision>
"""


@pytest.fixture(scope="module")
def dump(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("speed") / "dump.xml"
    text = "".join(CARD.format(n=n) for n in range(1, 21))
    with path.open("w") as file:
        file.write('<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11">')
        for id in range(1, REVISIONS + 1, 10):
            file.write(
                f"  <page>\n    <title>Raft {id}</title>\n    <ns>0</ns>\n    <id>{id}</id>\n"
            )
            for n in range(10):
                file.write(REVISION.format(id=id + n, parent=id + n - 1, text=text))
            file.write("  </page>\n")
        file.write("</mediawiki>\n")
    return path


def test_an_export_is_read_no_slower_than_it_is_parsed(dump: Path, at_most) -> None:
    def read() -> None:
        with open_source(dump) as source:
            assert sum(1 for _ in source) == REVISIONS

    def parse() -> None:
        for _ in iterparse(dump):
            pass

    at_most(1.0, read, parse, rounds=3)
