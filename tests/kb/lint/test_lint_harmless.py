"""What makes no difference to a reader makes none to the rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest

from kb.lint.page import Finding
from tests.kb.lint.clean import CLEAN, findings, wiki_of


def each(pattern: str, new: str) -> Callable[[str], str]:
    """A rewriting of every line or place that a pattern matches."""
    return lambda text: re.sub(pattern, new, text, flags=re.MULTILINE)


HARMLESS: dict[str, Callable[[str], str]] = {
    "line ends": lambda text: text.replace("\n", "\r\n"),
    "trailing blanks": each(r"(?<=[^\n=])$", "  "),
    "blanks in headings": each(r"^(=+) *(.*?) *(=+)$", r"\1  \2 \3"),
    "no blanks in headings": each(r"^(=+) *(.*?) *(=+)$", r"\1\2\3"),
    "blanks after bullets": each(r"^(\*+) *", r"\1  "),
    "None with a full stop": each(r"^\* ?None$", "*''None''."),
    "no-break spaces": each("Power ", "Power\N{NO-BREAK SPACE}"),
    "comments": each("^===", "<!-- TBA '''\n====1x X====\n-->\n==="),
    "comments in lines": each(r"\.$", ".<!-- [[ ( 1VP -->"),
    "nowiki": each(r"\.$", ".<nowiki />"),
    "empty lines before headings": each(r"^=", r"\n="),
    "image for file": each(r"\[\[File:", "[[Image:"),
    "underscores in links": lambda text: re.sub(
        r"\[\[[A-Z][^\[\]|:#]*", lambda match: match[0].replace(" ", "_"), text
    ),
    "categories": lambda text: f"{text}\n[[Category:Things]]\n__NOTOC__\n{{{{Navigation}}}}",
}


@pytest.mark.parametrize("name", HARMLESS)
def test_the_clean_wiki_stays_clean(name: str):
    texts = {title: HARMLESS[name](text) for title, text in CLEAN.items()}
    assert texts != CLEAN
    assert findings(wiki_of(texts)) == []


@pytest.mark.parametrize("names", list(combinations(HARMLESS, 2))[::3], ids=" + ".join)
def test_two_at_once(names: tuple[str, str]):
    texts = {title: HARMLESS[names[1]](HARMLESS[names[0]](text)) for title, text in CLEAN.items()}
    assert findings(wiki_of(texts)) == []


def told(found: list[tuple[str, Finding]]) -> Counter[tuple[str, str]]:
    return Counter((rule, one.page) for rule, one in found)


@pytest.fixture(scope="module")
def seed_texts(seed) -> dict[str, str]:
    """The newest text of each page of the real wiki's seed."""
    from ingest.dumps import open_source

    texts: dict[str, str] = {}
    with open_source(str(seed)) as source:
        for revision in sorted(source, key=lambda revision: revision.timestamp):
            if revision.text:
                texts[revision.title] = revision.text
    return texts


@pytest.mark.parametrize("name", [name for name in HARMLESS if name != "None with a full stop"])
def test_the_real_wiki_has_the_findings_that_it_had(name: str, seed_texts: dict[str, str]):
    before = told(findings(wiki_of(seed_texts)))
    texts = {title: HARMLESS[name](text) for title, text in seed_texts.items()}
    after = told(findings(wiki_of(texts)))
    assert after == before
