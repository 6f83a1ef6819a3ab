"""The filter language: read without ever failing, and written back the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.filters import LONGEST, And, Filter, Node, Not, Or, Phrase, Word, parse

A, B, C = Word("a"), Word("b"), Word("c")


@pytest.mark.parametrize(
    ("query", "node"),
    [
        ("otters", Word("otters")),
        ("a b", And((A, B))),
        ("a and b", And((A, B))),
        ("a or b c", Or((A, And((B, C))))),
        ("(a or b) c", And((Or((A, B)), C))),
        ("a -b", And((A, Not(B)))),
        ("a not b", And((A, Not(B)))),
        ("not (a or b)", Not(Or((A, B)))),
        ('"a phrase"', Phrase("a phrase")),
        ("first-mate", Phrase("first-mate")),
        ("Séance", Word("Séance")),
        ("f:ninjas", Filter("faction", "=", "ninjas")),
        ('faction:"killer plants"', Filter("faction", "=", "killer plants")),
        ("T:Minion", Filter("type", "=", "minion")),
        ("power>=5", Filter("power", ">=", "5")),
        ("power:5", Filter("power", "=", "5")),
        ("copies!=1", Filter("copies", "!=", "1")),
        ("changed>2026-05", Filter("changed", ">", "2026-05")),
        ('text:"in play"', Filter("text", "=", "in play")),
        ("-type:base", Not(Filter("type", "=", "base"))),
    ],
)
def test_well_formed(query: str, node: Node):
    parsed = parse(query)
    assert parsed.node == node
    assert parsed.warnings == ()


@pytest.mark.parametrize(
    ("query", "node", "told"),
    [
        ("power>lots", Phrase("power>lots"), "takes a number"),
        ("colour:red", Phrase("colour:red"), "no filter 'colour'"),
        ("type:spell", Phrase("type:spell"), "one of action, base, minion, titan"),
        ("set>core", Phrase("set>core"), "can't be compared"),
        ("changed>soon", Phrase("changed>soon"), "takes a date"),
        ("not", Phrase("not"), "nothing to combine"),
        ("otters AND", And((Word("otters"), Phrase("AND"))), "nothing to combine"),
        ("or a", And((Phrase("or"), A)), "nothing to combine"),
        ("(a b", And((A, B)), "nothing closes this parenthesis"),
        ("a) b", And((A, B)), "nothing opens this parenthesis"),
        ('a "b', And((A, B)), "nothing closes this quotation mark"),
    ],
)
def test_not_well_formed_is_text_with_a_warning(query: str, node: Node, told: str):
    parsed = parse(query)
    assert parsed.node == node
    assert told in parsed.warnings[0]
    assert "character" in parsed.warnings[0]


@pytest.mark.parametrize(
    "query", ["", "   ", "?!", "(", ")", '"', "()", '""', "*" * 26, "-", "- -"]
)
def test_nothing_to_search_for(query: str):
    assert parse(query).node is None


@pytest.mark.parametrize(
    "query",
    ["(" * 3000, "(" * 3000 + "a" + ")" * 3000, "-" * 5000 + "a", "not " * 3000, "a or " * 3000,
     "a " * 5000, '"' * 4001, "f:" * 3000, "\x00\x1b[2J", "\u202eabc", "'; drop table card; --"],
)  # fmt: skip
def test_hostile(query: str):
    parsed = parse(query)
    if len(query) > LONGEST:
        assert f"first {LONGEST} characters" in " ".join(parsed.warnings)
    else:
        assert parse(str(parsed.node or "")).node == parsed.node


texts = st.sampled_from(
    ["otter", "Raft", "é", "two words", "or", "not", "a-b", "R'lyeh", "+1", "(x"]
)
leaves = st.one_of(
    st.sampled_from(["otter", "Raft", "éa", "Z"]).map(Word),
    texts.map(Phrase),
    st.builds(Filter, st.sampled_from(["faction", "set", "artist", "text", "name"]),
              st.sampled_from(["=", "!="]), texts),
    st.builds(Filter, st.sampled_from(["power", "breakpoint", "copies"]),
              st.sampled_from(["=", "!=", "<", "<=", ">", ">="]),
              st.integers(0, 9999).map(str)),
    st.builds(Filter, st.just("type"), st.just("="), st.sampled_from(["minion", "base"])),
)  # fmt: skip


def several(kind: type[And] | type[Or], nodes: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    """Nodes of one kind are flat: none has another of its kind directly inside."""
    inside = nodes.filter(lambda node: not isinstance(node, kind))
    return st.lists(inside, min_size=2, max_size=4).map(lambda found: kind(tuple(found)))


queries = st.recursive(
    leaves, lambda nodes: st.one_of(several(And, nodes), several(Or, nodes), nodes.map(Not)),
    max_leaves=12,
)  # fmt: skip


@given(queries)
def test_written_query_parses_to_the_same(node: Node):
    written = str(node)
    if len(written) <= LONGEST:
        assert parse(written).node == node


@given(st.text(max_size=120))
def test_anything_is_read(query: str):
    parsed = parse(query)
    assert parse(str(parsed.node or "")).node == parsed.node


@given(st.text(alphabet='ab ()-"or:<>=notf!1', max_size=60))
def test_anything_like_a_query_is_read(query: str):
    parsed = parse(query)
    assert parse(str(parsed.node or "")).node == parsed.node
