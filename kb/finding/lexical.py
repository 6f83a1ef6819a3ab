"""How well passages match a question's words: BM25 in each field, as a share of what it could be.

A question's rare words choose the candidates; its common ones only tell these apart. So the time
that a question takes hardly grows with the wiki, though half of all passages hold `minion`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kb.finding.questions import Question, Unit
from kb.finding.stems import FUNCTION_WORDS
from kb.index.fields import WORDS
from kb.index.reading import Index

ENOUGH = 600  # candidates from which further, commoner words add no others
KEPT = 2000  # units whose scores an index keeps

Scores = Mapping[int, float]  # passage's number -> score


def candidates(question: Question, index: Index, known: Iterable[int]) -> set[int]:
    """Passages that may settle a question: the `known` ones, and those with its telling words."""
    found = set(known)
    for unit in question.units:
        if len(found) >= ENOUGH:
            break
        for field in WORDS:
            found.update(scores(unit, index, field))
    return found


def lexical(question: Question, index: Index, wanted: set[int]) -> dict[str, dict[int, float]]:
    """For each field the BM25 of a question's words, as a share of all their idf; of the `wanted`
    passages those that have any.

    Words that carry no subject do not count in the context, where nearly all of them stand.
    """
    found: dict[str, dict[int, float]] = {}
    for field in WORDS:
        total: dict[int, float] = {}
        for unit in question.units:
            if field == "context" and unit.words and FUNCTION_WORDS.issuperset(unit.words):
                continue
            here, share = scores(unit, index, field), unit.weight / question.idf
            for document in here.keys() & wanted:
                total[document] = total.get(document, 0.0) + share * here[document]
        found[field] = total
    return found


def scores(unit: Unit, index: Index, field: str) -> Scores:
    """Per passage the best of the typed word and the game's words for it, never their sum."""
    if len(unit.words) == 1 and not unit.others:
        return index.scores(field, unit.words[0])
    kept: dict[object, Scores] = index.kept
    key = (field, unit.words, unit.others)
    if key not in kept:
        while len(kept) >= KEPT:
            kept.pop(next(iter(kept)))
        kept[key] = _best(unit, index, field)
    return kept[key]


def _best(unit: Unit, index: Index, field: str) -> Scores:
    best: dict[int, float] = {}
    for phrase in [(word,) for word in unit.words] + list(unit.others):
        for document, score in _phrase(phrase, index, field).items():
            if score > best.get(document, 0.0):
                best[document] = score
    return best


def _phrase(phrase: tuple[str, ...], index: Index, field: str) -> Scores:
    """The mean of the telling words of a phrase."""
    told = [word for word in phrase if word not in FUNCTION_WORDS] or list(phrase)
    if len(told) == 1:
        return index.scores(field, told[0])
    total: dict[int, float] = {}
    for word in told:
        for document, score in index.scores(field, word).items():
            total[document] = total.get(document, 0.0) + score / len(told)
    return total
