"""XML exports: what each element means, and what real exporters get wrong."""

from __future__ import annotations

import pytest

from ingest.dumps import elements, export
from ingest.errors import DumpError
from ingest.records import Site

SITEINFO = """<siteinfo><sitename>Otter Rules</sitename><dbname>otter</dbname>
<base>https://w.example/wiki/Main_Page</base><generator>MediaWiki 1.43.8</generator>
<namespaces><namespace key="0" /><namespace key="6">File</namespace>
<namespace key="4">Otter Rules</namespace><namespace key="100">Deck</namespace></namespaces>
</siteinfo>"""

REVISION = """<revision><id>11</id><parentid>10</parentid>
<timestamp>2026-01-02T03:04:05Z</timestamp>
<contributor><username>Nell</username><id>7</id></contributor><minor /><comment>a &lt; b</comment>
<origin>11</origin><model>wikitext</model><format>text/x-wiki</format>
<text bytes="12" sha1="abc" xml:space="preserve">Sea
 &amp;amp; otter</text><sha1>abc</sha1></revision>"""

TEXT = '<text bytes="2">hi</text>'


def page(*revisions: str, title: str = "Tide Callers", head: str = "<ns>0</ns><id>5</id>") -> str:
    return f"<page><title>{title}</title>{head}{''.join(revisions)}</page>"


def dump(*pages: str, version: str = "0.11", siteinfo: str = SITEINFO) -> str:
    uri = f"http://www.mediawiki.org/xml/export-{version}/"
    root = f'<mediawiki xmlns="{uri}" version="{version}" xml:lang="en">'
    return f"{root}\n{siteinfo}\n{''.join(pages)}</mediawiki>\n"


def revision(text: str = TEXT, more: str = "", id: int = 11) -> str:
    return (
        f"<revision><id>{id}</id><timestamp>2026-01-02T03:04:05Z</timestamp>{more}{text}</revision>"
    )


def only(read, *pages, **kwargs):
    """The one revision of a dump that has nothing odd."""
    result = read(dump(*pages, **kwargs))
    assert result.complete
    assert result.warnings == []
    [one] = result.revisions
    return one


def test_every_field(read) -> None:
    result = read(dump(page(REVISION)))
    [one] = result.revisions
    assert result.format == "xml"
    assert result.site == Site(
        name="Otter Rules",
        base="https://w.example/wiki/Main_Page",
        dbname="otter",
        namespaces=((0, ""), (6, "File"), (4, "Otter Rules"), (100, "Deck")),
    )
    assert one.title == "Tide Callers"
    assert (one.namespace, one.page_id, one.revision_id, one.parent_id) == (0, 5, 11, 10)
    assert one.timestamp == "2026-01-02T03:04:05Z"
    assert (one.contributor, one.contributor_hidden) == ("Nell", False)
    assert (one.comment, one.comment_hidden, one.minor) == ("a < b", False, True)
    assert (one.text, one.text_state) == ("Sea\n &amp; otter", "present")
    assert (one.sha1, one.size, one.model) == ("abc", 12, "wikitext")


def test_what_is_not_told(read) -> None:
    one = only(
        read,
        "<page><title>File:Otter_one.png</title><revision><timestamp>2026-01-02T03:04:05Z"
        "</timestamp><text>hi</text></revision></page>",
        siteinfo="",
    )
    assert (one.title, one.namespace) == ("File:Otter one.png", 6)
    assert (one.page_id, one.revision_id, one.parent_id) == (None, None, None)
    assert (one.contributor, one.contributor_hidden) == (None, False)
    assert (one.comment, one.minor, one.sha1, one.size) == ("", False, None, None)
    assert (one.text, one.text_state, one.model) == ("hi", "present", "wikitext")


@pytest.mark.parametrize(
    ("version", "parent"), [("0.3", None), ("0.6", None), ("0.7", 0), ("0.10", 0), ("0.11", 0)]
)
def test_no_parent_proves_a_first_revision_where_the_schema_tells_parents(
    read, version: str, parent: int | None
) -> None:
    assert only(read, page(revision()), version=version).parent_id == parent


def test_no_parent_proves_nothing_without_revision_ids(read) -> None:
    assert only(read, page(revision().replace("<id>11</id>", ""))).parent_id is None


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ('<text bytes="0" />', "empty"),
        (
            '<text bytes="0" sha1="phoiac9h4m842xq45sp7s6u21eteeq1" location="tt:2" id="2" />',
            "empty",
        ),
        ("<text />", "empty"),
        ('<text xml:space="preserve"></text>', "empty"),
        ("<text/><sha1>phoiac9h4m842xq45sp7s6u21eteeq1</sha1>", "empty"),
        ('<text id="2" bytes="123" />', "missing"),
        ('<text id="2" />', "missing"),
        ('<text bytes="9" xml:space="preserve" />', "missing"),
        ("<text/><sha1>8pab0ja5dlsv9mu2daz54r98py3ec83</sha1>", "missing"),
        ('<text bytes="26" deleted="deleted" />', "hidden"),
        ('<text bytes="-1" deleted="deleted" /><sha1 />', "hidden"),
        ("<text> \n</text>", "present"),
    ],
)
def test_text_states(read, text: str, state: str) -> None:
    one = only(read, page(revision(text)))
    assert one.text_state == state
    assert one.text == (" \n" if state == "present" else None)


def test_declared_size_and_hash_of_a_hidden_text(read) -> None:
    one = only(read, page(revision('<text bytes="26" sha1="8pab" deleted="deleted" /><sha1 />')))
    assert (one.size, one.sha1) == (26, "8pab")
    one = only(read, page(revision('<text bytes="-1" deleted="deleted" /><sha1 />')))
    assert (one.size, one.sha1) == (None, None)


def test_hidden_contributor_and_comment(read) -> None:
    hidden = '<contributor deleted="deleted" /><comment deleted="deleted" />'
    one = only(read, page(revision(more=hidden)))
    assert (one.contributor, one.contributor_hidden) == (None, True)
    assert (one.comment, one.comment_hidden) == (None, True)


def test_ids_are_told_apart_in_any_order(read) -> None:
    one = only(
        read,
        "<page><revision><contributor><id>42</id><username>Nell</username></contributor>"
        "<text>hi</text><timestamp>2026-01-02T03:04:05Z</timestamp><id>812</id></revision>"
        "<id>5</id><ns>0</ns><title>Tide Callers</title></page>",
    )
    assert (one.title, one.page_id, one.revision_id) == ("Tide Callers", 5, 812)
    assert one.contributor == "Nell"


def test_ip_contributor(read) -> None:
    ip = "<contributor><ip>203.0.113.9</ip></contributor>"
    assert only(read, page(revision(more=ip))).contributor == "203.0.113.9"


@pytest.mark.parametrize("before", [True, False])
def test_hash_outside_of_its_revision(read, before: bool) -> None:
    """MediaWiki 1.19 and Wikia write it so."""
    sha1 = "<sha1>oo9fk2</sha1>"
    one = only(read, page(sha1 + revision() if before else revision() + sha1), version="0.6")
    assert (one.revision_id, one.sha1) == (11, None)


def test_order_is_the_dumps_and_a_page_may_occur_twice(read) -> None:
    result = read(
        dump(
            page(revision(id=1), revision(id=2)),
            page(revision(id=3), title="Reef", head="<ns>0</ns><id>6</id>"),
            page(revision(id=4)),
        )
    )
    assert [(one.title, one.revision_id) for one in result.revisions] == [
        ("Tide Callers", 1),
        ("Tide Callers", 2),
        ("Reef", 3),
        ("Tide Callers", 4),
    ]


def test_namespace_by_the_wikis_names_where_no_number_stands(read) -> None:
    one = only(read, page(revision(), title="Deck:Otters", head="<id>5</id>"))
    assert one.namespace == 100


def test_other_models_keep_their_model(read) -> None:
    json = "<model>json</model><format>application/json</format>"
    assert only(read, page(revision(more=json), title="MediaWiki:Cards.json")).model == "json"
    old = page(revision(), title="MediaWiki:Common.css", head="<ns>8</ns><id>5</id>")
    assert only(read, old, version="0.6").model == "css"


def test_namespace_prefixes_and_none(read) -> None:
    plain = dump(page(REVISION))
    prefixed = plain.replace("</", "</mw:").replace("<", "<mw:").replace("<mw:/mw:", "</mw:")
    prefixed = prefixed.replace("xmlns=", "xmlns:mw=")
    without = plain.replace(' xmlns="http://www.mediawiki.org/xml/export-0.11/"', "")
    assert read(prefixed).revisions == read(plain).revisions == read(without).revisions


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_encodings(read, encoding: str) -> None:
    text = dump(page(revision("<text>Séance “of” otters 🦦</text>")))
    assert read(text.encode(encoding)).revisions[0].text == "Séance “of” otters 🦦"


def test_declared_encoding(read) -> None:
    declared = '<?xml version="1.0" encoding="{}"?>\n'
    text = dump(page(revision("<text>Séance</text>")))
    for encoding in ("iso-8859-1", "windows-1252"):
        data = (declared.format(encoding) + text).encode(encoding)
        assert read(data).revisions[0].text == "Séance"


def test_blank_lines_before_the_declaration(read) -> None:
    text = dump(page(revision()))
    assert len(read('\r\n\n<?xml version="1.0"?>' + text).revisions) == 1


def test_carriage_returns_given_as_references_stay(read) -> None:
    one = only(read, page(revision("<text>a&#13;\nb\r\nc</text>")))
    assert one.text == "a\r\nb\nc"


def test_cdata(read) -> None:
    assert only(read, page(revision("<text><![CDATA[a <b> & c]]> d</text>"))).text == "a <b> & c d"


def test_unescaped_markup_stays_in_the_text(read) -> None:
    text = (
        '<text>Draw.<br />Then <s>discard</s> <ref name="a &quot;b&quot;">one</ref>'
        "<!-- hm --><i><nowiki /></i>.\n\nErrata: No</text>"
    )
    result = read(dump(page(revision(text))))
    assert result.revisions[0].text == (
        'Draw.<br />Then <s>discard</s> <ref name="a &quot;b&quot;">one</ref>'
        "<!-- hm --><i><nowiki /></i>.\n\nErrata: No"
    )
    assert result.complete
    assert result.warnings == [
        '<text> holds unescaped markup in "Tide Callers", line 7; kept as text'
    ]


def test_main_slot_is_the_text(read) -> None:
    extra = "<content><role>quiz</role><model>json</model><text>{}</text></content>"
    result = read(dump(page(revision(more=extra), revision(more=extra, id=12))))
    assert [one.text for one in result.revisions] == ["hi", "hi"]
    assert result.warnings == ['slots quiz left out, first in "Tide Callers"']


def test_main_slot_among_slots(read) -> None:
    slots = (
        "<content><role>quiz</role><model>json</model><text>{}</text></content>"
        "<content><role>main</role><model>wikitext</model><text>hi</text></content>"
    )
    [one] = read(dump(page(revision(text="", more=slots)))).revisions
    assert (one.text, one.text_state, one.model) == ("hi", "present", "wikitext")


def test_uploads_log_items_and_redirects_are_skipped(read) -> None:
    upload = (
        "<upload><timestamp>2020-01-01T00:00:00Z</timestamp><comment>up</comment>"
        "<filename>A.png</filename><contents encoding='base64'>AAAA</contents></upload>"
    )
    log = (
        "<logitem><id>3</id><timestamp>2020-01-01T00:00:00Z</timestamp><action>x</action></logitem>"
    )
    one = only(read, log, page('<redirect title="Reef" />', revision(), upload), log)
    assert (one.comment, one.timestamp) == ("", "2026-01-02T03:04:05Z")


def test_a_log_dump_is_refused(read) -> None:
    with pytest.raises(DumpError, match="log"):
        read(dump("<logitem><id>3</id><action>move</action></logitem>"))


def test_an_export_of_nothing_is_told(read) -> None:
    result = read(dump())
    assert (result.revisions, result.complete) == ([], True)
    assert result.warnings == ["the export holds no page"]


def test_revision_without_a_text_element(read) -> None:
    result = read(dump(page(revision("<texts>hi</texts>"))))
    assert [one.text_state for one in result.revisions] == ["missing"]
    assert not result.complete
    assert len(result.warnings) == 2
    assert "<texts>" in result.warnings[0]
    assert "no <text> element" in result.warnings[1]


def test_page_without_a_title(read) -> None:
    result = read(dump("<page><id>4</id>" + revision() + "</page>", page(revision(id=12))))
    assert [one.revision_id for one in result.revisions] == [12]
    assert not result.complete
    assert result.warnings == ["a page without a title at line 7: 1 revision left out"]


@pytest.mark.parametrize("time", ["", "yesterday", "2026-13-01T00:00:00Z", "0000-01-01T00:00:00Z"])
def test_revision_without_a_time(read, time: str) -> None:
    bad = revision(id=10).replace("2026-01-02T03:04:05Z", time)
    result = read(dump(page(bad, revision())))
    assert [one.revision_id for one in result.revisions] == [11]
    assert not result.complete
    assert result.warnings == ['revision 10 of "Tide Callers" has no time; left out']


def test_times_of_other_zones_become_utc(read) -> None:
    other = revision().replace("2026-01-02T03:04:05Z", "2026-01-02T03:04:05.5+02:00")
    assert only(read, page(other)).timestamp == "2026-01-02T01:04:05Z"


def test_numbers_that_are_none(read) -> None:
    one = only(
        read,
        page(
            revision('<text bytes="many">hi</text>', "<parentid>9e9</parentid>").replace(
                "<id>11</id>", "<id>99999999999999999999</id>"
            ),
            head="<ns>zero</ns><id>-</id>",
        ),
    )
    assert (one.namespace, one.page_id, one.revision_id, one.parent_id) == (0, None, None, None)
    assert one.size is None


def test_broken_in_the_middle(read) -> None:
    whole, broken = page(revision()), page(revision("<text>a & b</text>", id=12), title="Reef")
    result = read(dump(whole, broken, page(revision(id=13))))
    assert [one.revision_id for one in result.revisions] == [11]
    assert not result.complete
    assert result.warnings == [
        'broken XML in "Reef", line 7 (not well-formed (invalid token)); no more is read'
    ]


def test_a_second_dump_behind_the_first_is_told(read) -> None:
    result = read(dump(page(revision())) + dump(page(revision(id=12))))
    assert [one.revision_id for one in result.revisions] == [11]
    assert not result.complete
    assert "junk after document element" in result.warnings[0]


# ---------------------------------------------------------------- hostile input


DOCTYPES = [
    '<!DOCTYPE mediawiki [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
    '<!DOCTYPE mediawiki [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE mediawiki SYSTEM "http://127.0.0.1:9/x.dtd">',
    "<!DOCTYPE mediawiki>",
]


@pytest.mark.parametrize("doctype", DOCTYPES)
def test_document_types_are_refused(read, doctype: str) -> None:
    with pytest.raises(DumpError, match="DOCTYPE"):
        read('<?xml version="1.0"?>' + doctype + dump(page(revision("<text>&b;</text>"))))


def test_a_document_type_behind_a_long_comment_is_refused(read) -> None:
    comment = f"<!--{' ' * 2**15}-->"
    with pytest.raises(DumpError):
        read(comment + DOCTYPES[0] + dump(page(revision())))


def test_unknown_entities_end_the_reading(read) -> None:
    result = read(dump(page(revision()), page(revision("<text>&boom;</text>"), title="Reef")))
    assert len(result.revisions) == 1
    assert "undefined entity" in result.warnings[0]


@pytest.mark.parametrize("inside", ["<text>", "<upload>", ""])
def test_depth_is_bounded(read, inside: str) -> None:
    deep = inside + "<x>" * 100_000
    result = read(dump(page(revision(), deep)))
    assert [one.text for one in result.revisions] == ["hi"]
    assert not result.complete
    assert any("nested more than 200 deep" in warning for warning in result.warnings)


def test_endless_tags_are_bounded(read) -> None:
    endless = '<upload x="' + "x" * (elements.TOKEN_LIMIT + 2**20)
    result = read(dump(page(revision(), endless)))
    assert len(result.revisions) == 1
    assert any("without end" in warning for warning in result.warnings)


def test_a_text_that_is_too_long(read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elements, "TEXT_LIMIT", 1000)
    texts = (f"<text>{'x' * size}</text>" for size in (1000, 1001, 5000, 3))
    result = read(dump(page(*(revision(text, id=n) for n, text in enumerate(texts, 1)))))
    assert [one.text_state for one in result.revisions] == [
        "present",
        "missing",
        "missing",
        "present",
    ]
    assert result.complete
    assert result.warnings == ['<text> is too long in "Tide Callers", line 7; left out'] * 2


def test_a_title_that_is_too_long(read) -> None:
    result = read(dump(page(revision(), title="x" * 2**17), page(revision(id=12))))
    assert [one.revision_id for one in result.revisions] == [12]
    assert not result.complete


def test_revisions_before_their_title_are_bounded(read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "TEXT_LIMIT", 1000)
    revisions = "".join(revision(f"<text>{'x' * 600}</text>", id=n) for n in (1, 2, 3))
    result = read(dump(f"<page>{revisions}<title>Late</title></page>"))
    assert [one.revision_id for one in result.revisions] == [3]
    assert not result.complete
    assert "2 revisions left out" in result.warnings[0]
    known = read(dump(f"<page><title>Early</title>{revisions}<id>5</id></page>"))
    assert [(one.revision_id, one.page_id) for one in known.revisions] == [
        (1, None),
        (2, None),
        (3, 5),
    ]


def test_warnings_are_one_line_each_and_bounded(read) -> None:
    bad = revision("", id=1)
    result = read(dump(page(*[bad] * 300, title="A\x85\u2028Reef&#10;&#x9b;31m")))
    assert len(result.revisions) == 300
    assert len(result.warnings) == 51
    assert result.warnings[-1] == "and 250 more warnings"
    assert all(warning.isprintable() for warning in result.warnings)
