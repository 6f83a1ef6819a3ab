"""Our sections are those of a live MediaWiki: over the real wiki, the sample and all grammar cases.

Sets one up on loopback with the scripts in the shared folder (Debian's packages, about half a
minute on a bare machine), so it runs where it is asked for: `pytest -m live`.
"""

from __future__ import annotations

import html
import json
import re
import socket
import subprocess
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from ingest.dumps import open_source
from ingest.markup.sections import split
from tests.building import ROOT

pytestmark = pytest.mark.live

CASES = sorted((ROOT / "tests" / "ingest" / "cases").glob("*.txt"))
Sections = list[tuple[int, str, str]]


def pages(shared: Path) -> dict[str, str]:
    """Title → newest text: of the real wiki and the sample, and a page for each grammar case."""
    found: dict[str, tuple[str, str]] = {}
    for dump in (shared / "fixtures" / "pristine" / "full-history.xml", ROOT / "revisions"):
        path = dump if dump.is_file() else next(dump.glob("*.xml"))
        with open_source(path) as source:
            for revision in source:
                if revision.text and revision.model == "wikitext":
                    title = f"{'Seed' if dump.is_file() else 'Sample'} {revision.title}"
                    title = title.replace(":", " ")
                    found[title] = max(
                        found.get(title, ("", "")), (revision.timestamp, revision.text)
                    )
    texts = {title: text for title, (_, text) in found.items()}
    for path in CASES:
        for number, case in enumerate(re.split(r"^#### .*\n", path.read_text(), flags=re.M)[1:]):
            texts[f"Case {path.stem} {number}"] = case.split("\n----\n")[0]
    return texts


def export(texts: dict[str, str]) -> str:
    """The pages as a MediaWiki import."""
    head = '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11">\n'
    return (
        head
        + "<siteinfo><sitename>Oracle</sitename></siteinfo>\n"
        + "\n".join(
            f"<page><title>{escape(title)}</title><ns>0</ns><revision>"
            "<timestamp>2026-01-01T00:00:00Z</timestamp>"
            "<contributor><username>Nell</username></contributor><model>wikitext</model>"
            f'<format>text/x-wiki</format><text xml:space="preserve">{escape(text)}</text>'
            "</revision></page>"
            for title, text in texts.items()
        )
        + "\n</mediawiki>\n"
    )


@pytest.fixture(scope="module")
def wiki(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a MediaWiki that holds the pages; stopped afterwards."""
    folder = tmp_path_factory.mktemp("mediawiki")
    dump = folder / "pages.xml"
    dump.write_text(export(pages(shared)), encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    scripts = shared / "mediawiki"
    up = [str(scripts / "mediawiki-up.sh"), str(folder / "wiki"), str(port), str(dump)]
    log = subprocess.run(up, capture_output=True, text=True, check=False)
    assert log.returncode == 0, log.stderr
    yield log.stdout.split()[-1] if log.stdout.split() else f"http://127.0.0.1:{port}"
    subprocess.run([scripts / "mediawiki-down.sh", folder / "wiki"], check=True)


def told(wiki: str, title: str) -> Sections:
    """Level, plain text and anchor of each section, as MediaWiki's parse of a page has them."""
    query = {"action": "parse", "prop": "sections", "format": "json", "page": title}
    address = f"{wiki}/api.php?{urllib.parse.urlencode(query)}"
    with urllib.request.urlopen(address, timeout=60) as answer:
        sections = json.load(answer)["parse"]["sections"]
    return [
        (int(s["level"]), html.unescape(re.sub("<[^>]*>", "", s["line"])), s["anchor"])
        for s in sections
    ]


def test_every_section_of_every_page_is_mediawikis(shared, wiki):
    texts = pages(shared)
    assert len(texts) > 80
    checked = 0
    different = {}
    for title, text in texts.items():
        ours = [(s.level, s.title, s.anchor) for s in split(text)[1:]]
        theirs = told(wiki, title)
        checked += len(theirs)
        if [(a, c) for a, _, c in ours] != [(a, c) for a, _, c in theirs]:
            different[title] = (ours, theirs)
    assert not different
    assert checked > 600
