"""Pages that are made to cost much without any SQL: facets, labels, filters, searches, streams.

On the wiki of full size: what takes a moment on a small one may take minutes there.
"""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from tests.serving.server import SOON, Server, request
from tests.serving.watching import withstands

AT_ONCE = 3
LARGE = "changes"  # the view with most rows: what its columns hold was reckoned from four tables
COLUMNS = (
    "page",
    "subject",
    "name",
    "field",
    "op",
    "old",
    "new",
    "cosmetic",
    "reverted",
    "contributor",
    "comment",
    "timestamp",
)


def facets(kind: str, columns: tuple[str, ...] = COLUMNS) -> str:
    return "&".join(f"{kind}={column}" for column in columns)


def many(template: str, times: int) -> str:
    return "&".join(template.format(n=n) for n in range(times))


LIKE = quote("%" + "a%" * 99)
GLOB = quote("*" + "a*" * 99)
WORDS = quote(" ".join(f"{a}{b}*" for a in "abcdefghijkl" for b in "aeiou"))
ALL_WORDS = quote(" OR ".join(f"{letter}*" for letter in "abcdefghijklmnopqrstuvwxyz" * 8))
NEAR = quote("NEAR(" + " ".join(f"{letter}*" for letter in "abcdefghijklmnopqrst") + ", 1000000)")
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
NAMES = "&".join(f"_{a}{b}" for a in LETTERS for b in LETTERS)[:3900]
THROUGH = '{{"table":"card_version","column":"{}","value":"x"}}'

HEAVY = {
    "a dozen facets": f"{LARGE}.json?{facets('_facet')}",
    "a dozen facets of dates": f"{LARGE}.json?{facets('_facet_date')}",
    "a dozen facets of lists": f"{LARGE}.json?{facets('_facet_array', ('old', 'new'))}",
    "all kinds of facets": (
        f"{LARGE}?{facets('_facet')}&{facets('_facet_date')}&_facet_size=max&_size=max"
    ),
    "facets as JSON": f"{LARGE}.json?" + many('_facet={{"column":"name","n":{n}}}', 12),
    "facets named one by one": f"{LARGE}.json?" + many("_facet_{n}=name", 200),
    "one facet again and again": f"{LARGE}.json?" + "&".join(["_facet=name"] * 200),
    "facets of texts": "text.json?_facet=wikitext&_facet_size=max",
    "facets of long texts and rows": "revisions?_facet=comment&_facet=page&_size=max&_sort=page",
    "labels": "revision.json?_labels=on&_size=max",
    "labels on a page": "card_version?_size=max&_labels=on",
    "labels in a stream": "card_version.csv?_labels=on&_stream=1",
    "all texts": "text.json?_size=max",
    "all texts on a page": "text?_size=max",
    "all texts in a stream": "text.csv?_stream=1",
    "all texts as a list": "text.json?_size=max&_shape=array&_nl=on",
    "all texts as JSON": "text.json?_size=max&_json=wikitext",
    "all texts traced": "text.csv?_stream=1&_trace=1",
    "all texts downloaded": "text.csv?_stream=1&_dl=1&_header=off",
    "changes in a stream": f"{LARGE}.csv?_stream=1",
    "changes of changes": f"{LARGE}.csv?_stream=1&_facet=name&_nocount=&_nofacet=",
    "far into a view": f"{LARGE}.json?_next=99999999&_sort=name",
    "sorted": f"{LARGE}.json?_sort_desc=new&_size=max",
    "like": f"text.json?wikitext__like={LIKE}",
    "like in twelve ways": "text.json?" + many(f"wikitext__like={LIKE}{{n}}", 12),
    "not like": f"text.json?wikitext__notlike={LIKE}",
    "glob": f"text.json?wikitext__glob={GLOB}",
    "contains": "text.json?wikitext__contains=" + "a" * 3900,
    "contains in twelve ways": "text.json?" + many("wikitext__contains=" + "a_" * 90 + "{n}", 12),
    "list contains": "changes.json?old__arraycontains=x&new__arraynotcontains=y",
    "in two thousand": "text.json?id__in=" + ",".join(["1"] * 1900),
    "not in two thousand": f"{LARGE}.json?name__notin=" + ",".join(["a"] * 1900),
    "dates": f"{LARGE}.json?timestamp__date=2020-01-01&old__date=x&new__date=y",
    "through": "page.json?_through=" + quote('{"table":"change","column":"new","value":"x"}'),
    "through in twelve ways": "card.json?"
    + "&".join(
        "_through=" + quote(THROUGH.format(column)) for column in ["text", "name", "section"] * 4
    ),
    "a search of many words": f"cards.json?_search={WORDS}",
    "a raw search": f"cards.json?_search={ALL_WORDS}&_searchmode=raw",
    "a raw search of the index": f"rule_fts.json?_search={ALL_WORDS}&_searchmode=raw&_size=max",
    "a search for what is near": f"rule_fts.json?_search={NEAR}&_searchmode=raw",
    "a search in another index": (
        f"text.json?_search={ALL_WORDS}&_searchmode=raw&_fts_table=rule_fts&_fts_pk=wikitext"
    ),
    "a search by columns": "card_fts.json?" + many("_search_text=a{n}*", 12),
    "a search by columns of another": (
        "changes.json?_fts_table=card_fts&_fts_pk=name&_search=a*&_searchmode=raw"
    ),
    "all columns of a view": f"{LARGE}.json?" + "&".join(f"_col={c}" for c in COLUMNS * 12),
    "a time limit of one's own": f"{LARGE}.json?_timelimit=999999&{facets('_facet')}&_size=max",
    "the blobs of an index": "rule_fts_data.json?_size=max",
    "a blob by its hash": "rule_fts_data.blob?_blob_column=block&_blob_hash=0&_size=max",
    "rows that lead to rows": "revision/1.json?_extras=foreign_key_tables",
    "a row of a view": "cards/1",
    # Datasette reads the whole query anew for each name and each value of a facet.
    "a thousand names": f"cards?{NAMES}",
    "a thousand names and facets": f"{LARGE}.json?_facet=name&_facet=old&_facet_size=max&{NAMES}",
    "a thousand names for a question": f"artists?{NAMES}",
    "conditions, of which it makes pairs": "cards?" + "&".join(["_where=1"] * 400),
    "all tables": "",
}
# Of the same kinds as others, so that they need not be tried each time.
AT_NIGHT = {
    "facets as JSON",
    "facets named one by one",
    "a dozen facets of dates",
    "labels on a page",
    "all texts on a page",
    "all texts as a list",
    "all texts traced",
    "all texts downloaded",
    "changes of changes",
    "sorted",
    "not like",
    "contains in twelve ways",
    "in two thousand",
    "dates",
    "a search of many words",
    "a search by columns of another",
    "all columns of a view",
    "a blob by its hash",
    "rows that lead to rows",
    "a row of a view",
    "the blobs of an index",
    "far into a view",
}
SMALL = "/smashup/cards.json?_size=1&_nofacet=1&_shape=array"
LONG = "x" * 3900
QUESTIONS = {
    "long": LONG,
    "percents": "%25" * 1300,
    "blanks": "+" * 3900,
    "quotes": "%22" * 1300,
    "ones": "1" * 3900,
    "letters": "a",
    "nothing": "",
}


def path_of(name: str) -> str:
    return f"/smashup/{HEAVY[name]}" if HEAVY[name] else "/smashup"


@pytest.mark.parametrize("name", [name for name in HEAVY if name not in AT_NIGHT])
def test_page(big_site: Server, name: str):
    sent = request(path_of(name))
    withstands(big_site, [sent] * (AT_ONCE - 1), [sent])


def test_many_at_once(big_site: Server):
    """Thirty connections with all that costs most: others get their pages and small lists."""
    costly = ("a dozen facets", "all kinds of facets", "like in twelve ways", "a raw search")
    withstands(big_site, [request(path_of(name)) for name in costly * 7] + [request(SMALL)] * 2)


def test_plain_pages_at_once(big_site: Server):
    """Those that cost most of the pages without a parameter."""
    paths = ("/smashup/cards", "/smashup/deck-sizes", "/smashup/changes", "/smashup/artists")
    withstands(big_site, [request(path) for path in paths * 3])


@pytest.mark.full
@pytest.mark.parametrize("name", sorted(AT_NIGHT))
def test_more_pages(big_site: Server, name: str):
    withstands(big_site, [request(path_of(name))] * AT_ONCE)


@pytest.mark.full
@pytest.mark.parametrize("name", [name for name in HEAVY if HEAVY[name]])
@pytest.mark.parametrize("format_", ["", ".json", ".csv"])
def test_page_in_each_format(big_site: Server, name: str, format_: str):
    table, _, query = HEAVY[name].partition("?")
    path = f"/smashup/{table.partition('.')[0]}{format_}?{query}"
    withstands(big_site, [request(path)] * 6, [request(path)] * AT_ONCE)


@pytest.mark.parametrize("typed", QUESTIONS)
def test_questions_with_hostile_parameters(big_site: Server, typed: str):
    """Each ready question, one after the other: they have parameters in common."""
    for query in json.loads(big_site.get("/smashup.json").body)["queries"]:
        for parameter in query.get("params") or ():
            for format_ in (".json", ".csv"):
                path = f"/smashup/{query['name']}{format_}?{parameter}={QUESTIONS[typed]}"
                answer = big_site.get(path)
                assert answer.status in (200, 400), (path[:100], answer.text[:300])
                assert answer.seconds <= SOON, f"{answer.seconds:.1f} s for {path[:100]}"


@pytest.mark.full
@pytest.mark.parametrize("typed", QUESTIONS)
def test_all_questions_at_once(big_site: Server, typed: str):
    queries = json.loads(big_site.get("/smashup.json").body)["queries"]
    sent = [
        request(f"/smashup/{query['name']}?_size=max&{parameter}={QUESTIONS[typed]}")
        for query in queries
        for parameter in query.get("params") or ()
    ]
    for first in range(0, len(sent), AT_ONCE):
        withstands(big_site, sent[first : first + AT_ONCE])
