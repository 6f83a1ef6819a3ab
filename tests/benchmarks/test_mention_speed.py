"""Finding mentions takes time linear in the texts and in the names, as ratios within one run."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from ingest.mentions import Name, Names, Place, find

pytestmark = pytest.mark.benchmark

WORDS = (
    "Otter",
    "Raft",
    "Kettle",
    "Comet",
    "Ledger",
    "Barnacle",
    "Umbrella",
    "Biscuit",
    "Gargoyle",
)
REST = (
    "draw",
    "a",
    "card",
    "the",
    "minion",
    "is",
    "moved",
    "to",
    "base",
    "and",
    "gains",
    "power",
    ".",
)


def wiki(size: int) -> tuple[list[Name], list[str]]:
    """`size` pages of ten cards and ten texts that name some of them."""
    rng = random.Random(size)
    names = [
        Name(
            "card", 10 * page + n, f"{rng.choice(WORDS)} {rng.choice(WORDS)} {page}-{n}", f"P{page}"
        )
        for page in range(size)
        for n in range(10)
    ]
    texts = [
        " ".join(
            rng.choice(names).name if rng.random() < 0.05 else rng.choice(REST) for _ in range(60)
        )
        for _ in range(10 * size)
    ]
    return names, texts


def test_a_wiki_ten_times_larger_takes_ten_times_as_long(at_most):
    def reading(size: int):
        names, texts = wiki(size)

        def read() -> None:
            finder = Names(names)
            for text in texts:
                find(text, finder, Place("P1", "card", "x"))

        return read

    at_most(15, reading(200), reading(20), rounds=3)


@pytest.mark.parametrize(
    "piece", ["Raft, ", "e.g. Foo Bar, ", "Otters and Teapots the Kettle ", "(c.f. "]
)
def test_a_long_line_takes_time_linear_in_its_length(piece: str, at_most):
    names = Names(
        [
            *(Name("card", n, f"{a} {b}", "P") for n, (a, b) in enumerate(pairwise(WORDS))),
            Name("faction", 1, "Otters", "P"),
            Name("faction", 2, "Teapots", "Q"),
        ]
    )
    place = Place("P", "rule", "x", "Otters", "prose")
    at_most(
        6,
        lambda: find(piece * 8000, names, place),
        lambda: find(piece * 2000, names, place),
        rounds=3,
    )
