"""What a visitor typed wrongly is 400 with words that help him; it is never the site's fault."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest

from tests.serving.server import SOON, Answer, Server

TABLES = ("card", "cards", "text", "revision", "synergy", "card_fts", "card_fts_data", "artists")
FORMATS = ("", ".json", ".csv", ".blob")
HUGE = "9" * 24
THROUGH = '{"table":"card_version","column":"name","value":%s}'

# Each is wrong on `cards`, `card` or both, whatever the format, and can't be made sense of.
WRONG = (
    *("_sort=nope", "_sort_desc=nope", "_sort=name&_sort_desc=name", "_sort=%00"),
    *("_through=x", "_through={}", "_through=[]", "_through=1", "_through=" + THROUGH % "[1]"),
    *("_through=" + THROUGH % '{"a":1}', "_through=" + THROUGH % HUGE),
    '_through={"table":"nope","column":"a","value":1}',
    '_through={"table":"card_version","column":"nope","value":1}',
    '_through={"table":1,"column":2,"value":3}',
    *("_size=x", "_size=-1", "_size=99999999", "_size=1e3", "_size=²", "_timelimit=x"),
    *("_timelimit=1.5", "_timelimit=²", f"id__gt={HUGE}", f"id__lte={HUGE}", "id__gt=²"),
    *("id__in=[", "id__in=[1", "id__in=[{}]", "id__in=[[1]]", f"id__in=[{HUGE}]", "id__notin=["),
    *("_facet=nope", "_facet_array=nope", "_facet_array=name", "_facet_date=nope", "_facet={"),
    *("_facet={}", '_facet={"a":1}', '_facet={"column":1}', '_facet={"column":[]}', "_facet=[]"),
    *("_facet=id&_facet_size=²", "_facet_size=x&_facet=id", "_col=nope", "_nocol=nope", "nope=1"),
    *("nope__gt=1", "nope__in=1", "nope__arraycontains=1", "name__arraycontains=x"),
    *("_searches=1&_fts_table=card_fts", "_search_=x&_fts_table=card_fts", "%00=1"),
    *("_search=x&_fts_table=nope", "_search=x&_fts_table=pragma_database_list"),
    *("_search_nope=x&_fts_table=card_fts", "_search=x&_fts_table=card_fts&_fts_pk=nope"),
    *("_search=(&_searchmode=raw&_fts_table=card_fts", "_where=%00", "_where=)(", "_where=nope"),
    *('_search="&_searchmode=raw&_fts_table=card_fts', "_json_infinity=x", "_label=nope"),
    *("_search=nope:x&_searchmode=raw&_fts_table=card_fts", "_ttl=²"),
)
# No harm in these, but each has been an error of the site's somewhere.
ODD = (
    *("_next=x", "_next=-1", "_next=1,2,3", f"_next={HUGE}", "_next=%00", "_next=1.5", "_next=,"),
    *("_next=$null", "_next=9223372036854775807", "_next=x,y,z&_sort=name", "_next=x&_sort=name"),
    *("_next=$null,1&_sort=name", f"_next={HUGE},1&_sort=name", "_size=0", "_size=٣", "_size=+5"),
    *("_timelimit=-1", "_timelimit=0", "_timelimit=1", f"_timelimit={HUGE}", f"id={HUGE}"),
    *("id__in=[]", "id__in=", "id__in=[null]", "id__in=[1e999]", "id__in=[NaN]", "name__date=x"),
    *("_facet=", "_facet_array=", "_facet_date=", "_facet_nope=x", "_facet_=x", "_facet_size=0"),
    *("_facet_size=" + HUGE, "_facet=id&_facet_size=-1", "_col=", "_nocol=id", "_nocol=name"),
    *("_shape=nope", "_shape=object", "_shape=arrayfirst&_size=0", "_shape=array&_nl=on"),
    *("_shape=object&_nocol=name", "_shape=object&_col=name", "_shape=objects&_json=name"),
    *("_labels=x", "_labels=on&_label=page_id", "_label=page_id&_col=name", "_search=%00"),
    *("_search=%ff", "_searchx=1", "_search_name=x", "_searchmode=nope", "_stream=1&_next=1"),
    *("_stream=1&_size=5", "_stream=x", "_stream=1&_sort=name", "_header=off", "_dl=1"),
    *("_trace=1", "_extras=nope", "_extras=foreign_key_tables", f"_ttl={HUGE}", "_ttl=-1"),
    *("_filter_column=name", "_filter_op=exact", "_filter_column_1=name", "_filter_value=x"),
    "_filter_column=%0d%0ax&_filter_op=exact&_filter_value=%0d%0ay:z",
    *("_sort_by_desc=on", "_sort_by_desc=on&_sort=x%0d%0ay:z", "name=%ff", "name=%00", "%ff=1"),
    *("name=%ed%a0%80", "name=%ZZ", "name__like=%00", "a]b=1", "a[b=1", "=1", "__=1", "__exact=1"),
    *("{c}__gt=1", "{p}=1", "{x.y}__isnull=1", "name__exact={v}", "%25s=1", "_=1", "_a__b=1"),
    *("_blob_column=name", "_blob_column=id", "_blob_column=nope", "_blob_column=hash"),
    *("_blob_column=id&_blob_hash=x", "_blob_column=wikitext&_blob_hash=x", "_context=1"),
    *("_show_sql=1", "_hide_sql=1", "_show_hidden=1", "_nofacet=1&_facet=id", "_format=x"),
    *("sql=select 1&_timelimit=x", "sql=select :_a", "sql=select ?", "sql=select 1&_size=x"),
)
PATHS = (
    *("/smashup.csv", "/smashup.blob", "/smashup.nope", "/smashup.jsono", "/.jsono"),
    *("/smashup.json?_shape=array", "/smashup.json?_shape=arrayfirst", "/smashup.json?_nl=1"),
    *("/smashup/synergy/1", "/smashup/synergy/1,2,3", "/smashup/card/1,2", "/smashup/card/1."),
    *(f"/smashup/card/{HUGE}", "/smashup/card/%ff", "/smashup/card/%00", "/smashup/%00", "/%00"),
    *("/smashup/card/~ff", "/smashup/card/~00", "/smashup/card/~ED~A0~80", "/~ff", "/%ff", "/~00"),
    *("/smashup/text/1.blob", "/smashup/text/1.blob?_blob_column=wikitext&_blob_hash=x"),
    *("/smashup/text/1.blob?_blob_column=nope", "/smashup/text/1.blob?_blob_column=id"),
    *("/smashup/card/1.csv", "/smashup/page/1.csv?_stream=1", "/smashup/page/1.nope"),
    *("/smashup/page/1.json?_shape=nope", "/smashup/page/1.json?_json_infinity=x"),
    *("/smashup/page/1.json?_timelimit=x", "/smashup/page/1?_extras=%00", "/smashup/cards/1"),
    *("/smashup/nope/1", "/smashup/nope", "/nope", "/smashup/artists.blob", "/smashup/artists/1"),
    *("/smashup/artists.json?_timelimit=x", "/smashup/artists.json?_shape=nope"),
    *("/smashup/artists.csv?_stream=1", "/smashup/artists.json?_json_infinity=x"),
    *("/smashup/cards-by-artist.json?artist=%00", "/smashup/cards-by-artist.csv?artist=%ff"),
    *("/smashup/minions-by-power.json?at_least=" + HUGE, "/smashup/card_fts/1", "/smashup/[card]"),
    *("/static/smashup.css/x", "/-/static/app.css/x", "/static/%00", "/static/~00", "/static/%ff"),
    *("/static/" + "x" * 300, "/-/static/" + "x/" * 500, "/static/", "/-/static/", "/static"),
    *("/-/allow-debug?allow=[1]", "/-/allow-debug?actor=1", "/-/allow-debug?allow=1"),
    '/-/allow-debug?actor={"a":{}}&allow={"a":[{}]}',
    *("/-/plugins.json?all=1", "/-/auth-token?token=%ff", "/%0d%0aX-A:%20b", "/%", "/%2", "/%zz"),
)


def get(site: Server, path: str) -> Answer:
    sent = quote(path, safe="/%=&+,:$;'()[]{}*|?!@~", encoding="utf-8")
    answer = site.get(sent)
    assert 200 <= answer.status < 500, (answer.status, path, answer.text[-1500:])
    assert answer.whole, f"{path}: the answer broke off"
    assert answer.seconds <= SOON
    assert not answer.header("x-a"), f"{path}: a visitor wrote a header"
    return answer


@pytest.mark.parametrize("typed", WRONG)
def test_wrong_is_400_with_words(site: Server, typed: str):
    on_card = typed.startswith(("_through", "_label", "_ttl", "_json_infinity"))
    table = "card" if on_card else "cards"
    answer = get(site, f"/smashup/{table}.json?{typed}")
    assert answer.status == 400, (answer.status, answer.text[:300])
    said = re.sub(r"<[^>]*>", " ", answer.text)
    assert re.search(r"[A-Za-z_]{2,} [A-Za-z_]{2,}", said), f"no words: {said}"
    assert "Traceback" not in said
    # Not the language that the site happens to be written in.
    assert not re.search(r"object has no|indices must|not subscriptable|invalid literal", said)


@pytest.mark.parametrize("typed", [*WRONG, *ODD])
def test_never_the_fault_of_the_site(site: Server, typed: str):
    for table in TABLES[:2]:
        for format_ in FORMATS:
            get(site, f"/smashup/{table}{format_}?{typed}")


@pytest.mark.full
@pytest.mark.parametrize("typed", [*WRONG, *ODD])
def test_never_its_fault_on_any_table(site: Server, typed: str):
    for path in ("/smashup", "/smashup/page/1", *(f"/smashup/{table}" for table in TABLES)):
        for format_ in FORMATS:
            get(site, f"{path}{format_}?{typed}")


@pytest.mark.parametrize("path", PATHS)
def test_paths(site: Server, path: str):
    get(site, path)


METHODS = (
    *("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW", "PROPFIND"),
    # Datasette calls its view's method of that name, whatever it is for.
    *("AS_CSV", "DATA", "REDIRECT", "RENDER", "DS", "NAME", "__init__", "SET_RESPONSE_HEADERS"),
)


@pytest.mark.parametrize("method", METHODS)
def test_only_get_and_head(site: Server, method: str):
    for path in (
        "/",
        "/smashup",
        "/smashup/cards.json",
        "/smashup/cards.csv",
        "/smashup/artists",
        "/smashup/page/1",
        "/static/smashup.css",
        "/-/messages",
        "/-/logout",
        "/nope",
    ):
        answer = site.get(path, method)
        assert (answer.status, answer.header("allow")) == (405, "GET, HEAD"), (method, path)


def test_head_is_get_without_a_body(site: Server):
    for path in (
        "/",
        "/smashup",
        "/smashup/cards",
        "/smashup/cards.json",
        "/smashup/cards.csv",
        "/smashup/artists.json",
        "/smashup/page/1",
        "/static/smashup.css",
        "/robots.txt",
        "/smashup/cards.csv?_stream=1",
        "/nope",
    ):
        asked, told = site.get(path), site.get(path, "HEAD")
        assert (told.status, told.body) == (asked.status, b""), path
        assert told.header("content-type") == asked.header("content-type"), path


def test_a_question_of_any_length_is_answered(site: Server):
    assert site.get(f"/smashup/cards.json?name={'x' * 4091}").status == 200
    assert site.get(f"/smashup/cards.json?name={'x' * 4092}").status == 414
    assert site.get(f"/smashup/cards.json?name={'x' * 50_000}").status == 414
    assert site.get(f"/{'x' * 50_000}").status in (404, 414)


@pytest.mark.parametrize("name", ["_facet", "name", "_col", "_json", "name__contains", "_nocol"])
def test_a_dozen_of_a_kind(site: Server, name: str):
    column = "name" if name.startswith("_") and name != "_nocol" else "slug"
    most = "&".join([f"{name}={column}"] * 12)
    assert site.get(f"/smashup/cards.json?{most}").status == 200
    assert site.get(f"/smashup/cards.json?{most}&{name}={column}").status == 400
    # The same name written otherwise is the same name.
    spelt = f"{name}".replace("n", "%6e").replace("_", "%5F")
    assert site.get(f"/smashup/cards.json?{most}&{spelt}={column}").status == 400
    assert site.get(f"/smashup/artists.json?{most}&{name}={column}").status == 400
