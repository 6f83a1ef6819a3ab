"""Whether the best passage settles a question, and why it does not.

A small logistic sum over what finding knows. Its weights were fitted on questions with an answer,
on ones without, and on the former once more with the pages of the answer taken away: the passage
that stands beside the answer looks much like it (docs/rulings.md has the figures).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import exp
from typing import Literal, NamedTuple

from kb.finding.questions import Question, Unit
from kb.finding.ranking import Scored
from kb.finding.recognition import Span
from kb.finding.stems import FUNCTION_WORDS, Word, stems

Reason = Literal["settled", "no_passage", "unknown_name", "page_not_held", "ambiguous"]

CONFIDENT = 0.5  # probability from which the answer counts as settled
LOOKED_AT = 10  # passages that the judgement compares
SURE_NAME = 0.5  # strength from which a reading of a name counts
LONG = 30  # words of a question from which its length tells no more

BIAS = -4.6
WEIGHTS: dict[str, float] = {
    "top": 2.1,  # score of the best passage
    "ahead": 1.5,  # by how much it is ahead of the best one about something else
    "length": 3.3,  # words, as a share of LONG: a longer question matches less, settled or not
    "covered": 2.6,  # share of the question beside the names that the passage has, times the name
    "faction": 5.5,  # the passage is of a faction that is named, where no card is
    "not held": -4.1,  # a faction or titan is named that the wiki lists but no dump holds
    "capitals": -1.7,  # words written like names that are none here, two at most
    "unknown": -1.8,  # of these the ones that stand nowhere in the knowledge base
}


class Verdict(NamedTuple):
    confident: bool
    reason: Reason
    probability: float
    about: tuple[str, ...] = ()  # names that are not held, not known, or meant by several


def judge(question: Question, found: Sequence[Scored]) -> Verdict:
    """Judge a question by its best passages, of which about LOOKED_AT are compared."""
    if not found or all(len(word.folded) == 1 for word in question.words):
        return _not_settled(question, 0.0)  # a lone letter asks nothing
    if _only_rivals(question):
        return _not_settled(question, 0.0)
    total = BIAS + sum(WEIGHTS[name] * value for name, value in evidence(question, found).items())
    probability = 1 / (1 + exp(-total))
    if probability >= CONFIDENT:
        return Verdict(True, "settled", probability)
    return _not_settled(question, probability)


def evidence(question: Question, found: Sequence[Scored]) -> dict[str, float]:
    """What speaks for and against the first passage, by the names in WEIGHTS, each about 0 to 2."""
    best = found[0]
    others = [one.score for one in found if one.passage.subject != best.passage.subject]
    surest = max((s.strength for s in question.spans if s.names[0].kind == "card"), default=0.0)
    missing = max((s.strength for s in question.spans if _not_held(s)), default=0.0)
    strange = [word for word in _like_names(question) if word.folded not in FUNCTION_WORDS]
    return {
        "top": best.score,
        "ahead": best.score - max(others, default=0.0),
        "length": min(1.0, len(question.words) / LONG),
        "covered": surest * _covered(question, best),
        "faction": (1 - surest) * best.features.get("faction", 0.0),
        "not held": (1 - surest) * missing,
        "capitals": float(min(2, len(strange))),
        "unknown": float(min(2, sum(_unknown(question, word) for word in strange))),
    }


def _covered(question: Question, best: Scored) -> float:
    """How much of what the question says beside its names the passage's surroundings say too."""
    passage = best.passage
    there = {*stems(passage.text), *stems(passage.heading), *stems(passage.context)}
    apart = FUNCTION_WORDS | {question.words[place].stem for place in _named(question)}
    told = [unit for unit in question.units if not apart.intersection(unit.words)]
    total = sum(unit.weight * unit.idf for unit in told)
    held = sum(unit.weight * unit.idf for unit in told if _says(there, unit))
    return held / total if total else 0.0


def _says(there: set[str], unit: Unit) -> bool:
    """Whether a text has a word of the question, or all telling words of another phrase for it."""
    others = [[word for word in phrase if word not in FUNCTION_WORDS] for phrase in unit.others]
    return bool(there.intersection(unit.words)) or any(o and there.issuperset(o) for o in others)


def _not_held(span: Span) -> bool:
    return all(name.kind in ("listed", "titan") for name in span.names)


def _named(question: Question, terms: bool = True) -> set[int]:
    """Places of the words in names that are read surely; the glossary's too, unless told."""
    return {
        place
        for span in question.spans
        if span.strength >= SURE_NAME and (terms or span.names[0].kind != "term")
        for place in range(span.start, span.end)
    }


def _like_names(question: Question) -> Iterator[Word]:
    """Words written like names, capitalised within a sentence, that are no names known here."""
    text = question.text
    capital = [text[word.start].isupper() for word in question.words]
    if 2 * sum(capital) > len(capital) > 3:
        return  # all is capitalised, so it tells nothing
    named = _named(question, terms=False)
    for place, word in enumerate(question.words):
        before = text[: word.start].rstrip()
        opens = not before or before[-1] in ".!?:-\"“'("
        goes_on = place + 1 < len(capital) and capital[place + 1]
        shouted = text[word.start : word.end].isupper()
        if capital[place] and place not in named and not shouted and (goes_on or not opens):
            yield word


def _unknown(question: Question, word: Word) -> bool:
    return any(unit.unknown for unit in question.units if unit.words == (word.stem,))


# ---------------------------------------------------------------- why not


def _not_settled(question: Question, probability: float) -> Verdict:
    sure = [span for span in question.spans if span.strength >= SURE_NAME]
    missing = [span.names[0].page for span in sure if _not_held(span)]
    if missing:
        return _no("page_not_held", probability, missing)
    unknown = _unknown_names(question)
    if unknown:
        return _no("unknown_name", probability, unknown)
    cards = [span for span in question.spans if span.names[0].kind == "card"]
    rivals = [] if any(span in sure for span in cards) else _rivals(cards)
    return _no("ambiguous" if rivals else "no_passage", probability, rivals)


def _no(reason: Reason, probability: float, about: Iterable[str]) -> Verdict:
    return Verdict(False, reason, probability, tuple(dict.fromkeys(about)))


def _unknown_names(question: Question) -> list[str]:
    """Unknown words that look like names: capitalised, within the sentence or opening it."""
    named = {n for span in question.spans for n in range(span.start, span.end)}
    known = {unit.words for unit in question.units if unit.words and not unit.unknown}
    return [
        question.text[word.start : word.end]
        for place, word in enumerate(question.words)
        if question.text[word.start].isupper()
        and place not in named
        and (word.stem,) not in known
        and word.folded not in FUNCTION_WORDS
    ]


def _only_rivals(question: Question) -> bool:
    """Whether all that is asked is a name that several cards bear in part."""
    cards = [span for span in question.spans if span.names[0].kind == "card"]
    named = {place for span in cards for place in range(span.start, span.end)}
    rest = [word for n, word in enumerate(question.words) if n not in named]
    sure = any(span.strength >= SURE_NAME for span in question.spans)
    alone = all(word.folded in FUNCTION_WORDS for word in rest)
    return alone and not sure and bool(_rivals(cards))


def _rivals(cards: Sequence[Span]) -> list[str]:
    """Different names of cards that are equally near to what was written, where there are some."""
    best = max((span.strength for span in cards), default=0.0)
    names = {n.name for span in cards if span.strength >= best - 0.01 for n in span.names}
    return sorted(names) if len(names) > 1 else []
