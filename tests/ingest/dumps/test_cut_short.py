"""A source cut at any byte, or damaged anywhere: what is whole is kept, nothing wrong is told."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.errors import DumpError

EXPORT = """<?xml version="1.0"?>
<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
 <siteinfo><sitename>Otter Rules</sitename><namespaces><namespace key="6">File</namespace>
 </namespaces></siteinfo>
 <page><title>Tide Callers</title><ns>0</ns><id>5</id>
  <revision><id>11</id><timestamp>2026-01-01T00:00:00Z</timestamp>
   <contributor><username>Nell</username><id>7</id></contributor>
   <text bytes="20" xml:space="preserve">Séance &amp;amp; &lt;br&gt; 🦦</text></revision>
  <revision><id>12</id><parentid>11</parentid><timestamp>2026-01-02T00:00:00Z</timestamp>
   <contributor><ip>203.0.113.9</ip></contributor><minor/><comment>a &quot;b&quot;</comment>
   <text bytes="0" /></revision></page>
 <page><title>Reef</title><ns>0</ns><id>6</id>
  <revision><id>13</id><timestamp>2026-01-03T00:00:00Z</timestamp>
   <contributor deleted="deleted" /><text bytes="9" deleted="deleted" /></revision></page>
</mediawiki>
""".encode()

ATOM = """<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom">
 <id>https://w.example/api.php?action=feedcontributions&amp;user=Nell</id>
 <title>Otter Rules - User contributions [en]</title>
 <entry><id>https://w.example/index.php?title=Reef&amp;diff=13</id><title>Reef</title>
  <updated>2026-01-03T00:00:00Z</updated><summary type="html">&lt;p&gt;Nell: x&lt;/p&gt;
&lt;hr /&gt;
&lt;div&gt;Séance&lt;br /&gt;
&amp;amp;lt; otter&lt;/div&gt;</summary><author><name>Nell</name></author></entry>
 <entry><id>https://w.example/index.php?title=Tide&amp;diff=12</id><title>Tide</title>
  <updated>2026-01-02T00:00:00Z</updated><summary type="html">&lt;p&gt;Nell: &lt;/p&gt;
&lt;hr /&gt;
&lt;div&gt;&lt;/div&gt;</summary><author><name>Nell</name></author></entry>
</feed>
""".encode()

RSS = """<?xml version="1.0"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
 <title>Otter Rules - User contributions [en]</title>
 <link>https://w.example/wiki/Special:Contributions/Nell</link>
 <item><title>Reef</title><link>https://w.example/index.php?title=Reef&amp;diff=13</link>
  <description>&lt;p&gt;Nell: x&lt;/p&gt;
&lt;hr /&gt;
&lt;div&gt;Séance&lt;/div&gt;</description><pubDate>Sat, 03 Jan 2026 00:00:00 GMT</pubDate>
  <dc:creator>Nell</dc:creator></item>
 <item><title>Tide</title><link>https://w.example/index.php?title=Tide&amp;diff=12</link>
  <description>&lt;p&gt;Nell: &lt;/p&gt;
&lt;hr /&gt;
&lt;div&gt;tide&lt;/div&gt;</description><pubDate>Fri, 02 Jan 2026 00:00:00 GMT</pubDate>
  <dc:creator>Nell</dc:creator></item>
</channel></rss>
""".encode()

TEXT = """Otter Rules - User contributions [en]

Reef

2026-01-03T00:00:00Z

Nell: x

Séance 🦦

Errata: No

Tide

2026-01-02T00:00:00Z

Nell:

Otter

2026-01-01T00:00:00Z

Nell: first

otter
""".encode()

XML_FORMATS = {"export": EXPORT, "atom": ATOM, "rss": RSS}
FORMATS = XML_FORMATS | {"text": TEXT}


@pytest.mark.parametrize("name", XML_FORMATS)
def test_every_cut_of_xml(read, name: str) -> None:
    data = XML_FORMATS[name]
    whole = read(data)
    assert whole.complete
    assert whole.revisions
    ends = [0]  # how many revisions were whole at the cuts so far
    for cut in range(len(data.rstrip())):
        try:
            result = read(data[:cut])
        except DumpError:
            assert ends[-1] == 0
            continue
        count = len(result.revisions)
        assert result.revisions == whole.revisions[:count]
        assert not result.complete
        assert result.warnings
        assert count >= ends[-1]
        ends.append(count)
    assert ends[-1] == len(whole.revisions)


@pytest.mark.parametrize(
    ("name", "element"), [("export", b"</revision>"), ("atom", b"</entry>"), ("rss", b"</item>")]
)
def test_a_revision_is_whole_with_its_element(read, name: str, element: bytes) -> None:
    data = XML_FORMATS[name]
    position, count = 0, 0
    while (position := data.find(element, position)) >= 0:
        assert len(read(data[: position + len(element) - 1]).revisions) == count
        position += len(element)
        count += 1
        assert len(read(data[:position]).revisions) == count
    assert count == len(read(data).revisions)


def test_every_cut_of_a_packed_export(read) -> None:
    whole = read(EXPORT)
    data = gzip.compress(EXPORT)
    counts = set()
    for cut in range(len(data)):
        try:
            result = read(data[:cut])
        except DumpError:
            continue
        assert result.revisions == whole.revisions[: len(result.revisions)]
        assert not result.complete
        counts.add(len(result.revisions))
    assert counts == {0, 1, 2, 3}


def test_every_cut_of_a_text(read) -> None:
    """Nothing ends the text's last entry: of that one, a cut leaves the beginning. A head of the
    next of which only the title is left can't be told from its text.
    """
    whole = read(TEXT).revisions
    for cut in range(len(TEXT)):
        try:
            result = read(TEXT[:cut])
        except DumpError:
            assert cut <= TEXT.index(b"\n\nNell: x")
            continue
        *before, last = result.revisions or [None]
        assert before == whole[: len(before)]
        if last is not None:
            truth = whole[len(before)]
            assert (last.title, last.timestamp) == (truth.title, truth.timestamp)
            text = (last.text or "").removesuffix("\n\n" + whole[-1].title)
            known = truth.text or ""
            assert known.startswith(text) or text.startswith(known)
            assert "-01-0" not in text


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damage_anywhere_raises_nothing_else(read, data) -> None:
    dump = bytearray(FORMATS[data.draw(st.sampled_from(sorted(FORMATS)))])
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(dump)))
        end = start + data.draw(st.integers(0, 30))
        dump[start:end] = data.draw(st.binary(max_size=10))
    try:
        result = read(bytes(dump))
    except DumpError:
        return
    for revision in result.revisions:
        assert revision.title
        assert len(revision.timestamp) == 20
        assert (revision.text_state == "present") == bool(revision.text)
    assert all(warning.isprintable() for warning in result.warnings)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary() | st.text().map(str.encode))
def test_anything_else_is_refused(read, data: bytes) -> None:
    with pytest.raises(DumpError):
        read(data)
