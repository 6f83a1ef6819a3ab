"""Whether the best passage settles a question, and why it does not.

A small logistic sum over what ranking knows, trained with the pages that hold the answer taken away
(docs/rulings.md): the top score alone tells most; where no held card is named it must be higher.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Literal, NamedTuple

from kb.questions import Question
from kb.ranking import Scored
from kb.recognition import Span
from kb.stems import FUNCTION_WORDS

Reason = Literal["settled", "no_passage", "unknown_name", "page_not_held", "ambiguous"]

CONFIDENT = 0.5  # probability from which the answer counts as settled

BIAS = -1.2
TOP_SCORE = 1.9
NO_CARD_NAMED = -0.9  # times what is missing to a sure name
NAME_NOT_HELD = -2.0  # a faction or titan that the wiki lists but the knowledge base does not hold

SURE_NAME = 0.5  # strength from which a reading of a name counts


class Verdict(NamedTuple):
    confident: bool
    reason: Reason
    probability: float


def judge(question: Question, found: Sequence[Scored]) -> Verdict:
    """Judge a question by its best passages."""
    probability = _probability(question, found)
    if probability >= CONFIDENT:
        return Verdict(True, "settled", probability)
    return Verdict(False, _why_not(question), probability)


def _probability(question: Question, found: Sequence[Scored]) -> float:
    if not found or all(len(word.folded) == 1 for word in question.words):
        return 0.0  # a single letter stands in many places and asks nothing
    unsure = 1 - max((s.strength for s in question.spans if s.names[0].kind == "card"), default=0.0)
    missing = max((s.strength for s in question.spans if _not_held(s)), default=0.0)
    total = BIAS + TOP_SCORE * found[0].score + NO_CARD_NAMED * unsure
    return 1 / (1 + exp(-(total + NAME_NOT_HELD * missing * unsure)))


def _not_held(span: Span) -> bool:
    return all(name.kind in ("listed", "titan") for name in span.names)


def _why_not(question: Question) -> Reason:
    sure = [span for span in question.spans if span.strength >= SURE_NAME]
    if any(_not_held(span) for span in sure):
        return "page_not_held"
    cards = [span for span in question.spans if span.names[0].kind == "card"]
    if _unknown_names(question):
        return "unknown_name"
    if cards and not any(span in sure for span in cards) and _tied(cards):
        return "ambiguous"
    return "no_passage"


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


def _tied(cards: Sequence[Span]) -> bool:
    """Whether several different names are equally near to one place of the question."""
    best = max(cards, key=lambda span: span.strength)
    rivals = {n.name for s in cards if s.strength >= best.strength - 0.01 for n in s.names}
    return len(rivals) > 1
