"""Which passages settle a question: all that speaks for and against one, put together in one sum.

`features` says what is true of a passage in view of a question, each a number about 0 to 1;
`WEIGHTS` how much each counts. docs/rulings.md tells what each lever gave when it was tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import nsmallest
from typing import NamedTuple

from kb.finding.lexical import candidates, lexical
from kb.finding.passages import Passage
from kb.finding.questions import Question
from kb.finding.recognition import Name, Span
from kb.finding.stems import FUNCTION_WORDS, stems
from kb.index.reading import Index

MOST_CANDIDATES = 100  # passages weighed in full, best by words and names
ARTICLES = {"a", "an", "the"}
# Words of a passage that says what a card prevents: between two cards that one decides.
FORBIDS = {"cannot", "cant", "not", "instead", "immun", "protect", "only"}
# An Errata line without other words does not say what was changed.
BARE = set(stems("errata yes functional wording reversion and or"))
SURELY = 0.5  # strength from which a card counts as one of several that are named


class Scored(NamedTuple):
    document: int
    passage: Passage
    score: float
    features: dict[str, float]


WEIGHTS: dict[str, float] = {
    # words: BM25 as a share of the question's idf
    "text": 1.6,
    "heading": 1.03,
    "context": 0.71,
    # names
    "name": 1.06,
    "first": 0.24,
    "mention": 0.3,
    "many mentions": 0.52,
    "faction": 0.57,
    "headword": 0.2,
    "meaning headword": 1.14,
    "term named": 0.9,
    # kinds, where a card is named
    "named clarification": 0.41,
    "named errata": 0.31,
    "bare errata": -0.73,
    "forbids": 0.48,
    # kinds, where none is
    "unnamed term": 0.58,
    "unnamed rule": 0.38,
    # pieces of prose that seldom settle anything
    "complexity": -0.89,
    "index": -0.56,
    "summary": -0.35,
    "lead": -0.33,
    "synergy": -0.28,
    "former": -0.4,
    "strategy": -0.17,
    # questions about changes
    "history former": 1.48,
    "history errata": 0.62,
    "history summary": 0.43,
    # looking for a card by its effect
    "which type": 0.61,
    "which text": 0.45,
    "which faction": 0.35,
    "power": 0.47,
}


def rank(question: Question, index: Index, limit: int) -> list[Scored]:
    """The passages that best settle a question, best first, at most `limit`."""
    found = [
        Scored(document, passage, sum(WEIGHTS[f] * value for f, value in facts.items()), facts)
        for document, passage, facts in weigh(question, index)
    ]
    found.sort(key=lambda scored: (-scored.score, scored.document))
    return found[:limit]


def weigh(question: Question, index: Index) -> Iterable[tuple[int, Passage, dict[str, float]]]:
    """The candidates with their features: what has the question's words or belongs to its names."""
    names = _named(question, index)
    mentions, many = _mentioned(question, index)
    factions = _factions(question, index)
    wanted = candidates(question, index, {**names, **mentions, **factions})
    words = lexical(question, index, wanted)
    told = {**words, "name": names, "mention": mentions, "faction": factions}
    best = _best(wanted, told)
    view = _View(question)
    terms = _terms(question)
    passages = {document: index.passage(document) for document in best}
    for document, passage in passages.items():
        facts = {feature: values.get(document, 0.0) for feature, values in told.items()}
        facts["many mentions"] = many.get(document, 0.0)
        facts["term named"] = terms.get(passage.subject, 0.0) * view.unnamed
        if facts["name"]:
            facts["first"] = float(passage.subject in view.first)
        _kind_facts(facts, passage, question, view)
        yield document, passage, facts


def _best(wanted: set[int], told: Mapping[str, Mapping[int, float]]) -> list[int]:
    """The passages with most of what can be told without reading them, best first."""
    rough = dict.fromkeys(wanted, 0.0)
    for feature, values in told.items():
        weight = WEIGHTS[feature]
        for document, value in values.items():
            rough[document] += weight * value
    return nsmallest(MOST_CANDIDATES, rough, key=lambda document: (-rough[document], document))


class _View:
    """What of a question is the same for every passage."""

    def __init__(self, question: Question) -> None:
        cards = sorted((s for s in question.spans if _is_card(s)), key=lambda s: s.start)
        self.surest = max((span.strength for span in cards), default=0.0)
        self.several = len({span.names[0].name for span in cards if span.strength > SURELY}) > 1
        self.first = {f"card:{name.id}" for span in cards[:1] for name in span.names}
        self.unnamed = 0.0 if question.asks_which else 1 - self.surest
        most = max((unit.idf for unit in question.units), default=1.0)
        self.asked = {
            unit.words[0]: unit.weight * unit.idf / most for unit in question.units if unit.words
        }


def _kind_facts(facts: dict[str, float], passage: Passage, question: Question, view: _View) -> None:
    kind, role = passage.kind, passage.role
    if view.several and facts["name"] and kind in ("ability", "clarification"):
        facts["forbids"] = float(not FORBIDS.isdisjoint(stems(passage.text)))
    if kind == "clarification":
        facts["named clarification"] = facts["name"]
    elif kind == "errata":
        facts["named errata"] = facts["name"]
        if facts["name"] and not question.asks_history and BARE.issuperset(stems(passage.text)):
            facts["bare errata"] = facts["name"]
        facts["history errata"] = float(question.asks_history)
    elif kind == "ability":
        if question.asks_which:
            facts["which type"] = question.type in (passage.type, passage.deck.casefold())
            facts["which text"] = facts["text"] * (1 - view.surest)
            facts["which faction"] = facts["faction"]
        if question.power is not None:
            facts["power"] = (passage.power == question.power) * (1 - view.surest)
    elif kind == "term":
        facts["unnamed term"] = view.unnamed
        heading = [word for word in stems(passage.heading) if word not in ARTICLES]
        if all(word in view.asked for word in heading):
            facts["headword"] = float(any(word not in FUNCTION_WORDS for word in heading))
        facts["meaning headword"] = (1 - view.surest) * question.meaning.issuperset(heading)
    elif role in ("rule", "list"):
        facts["unnamed rule"] = view.unnamed
    elif role in WEIGHTS:
        facts[role] = 1.0
    if kind == "history":
        elsewhere = not facts["name"] and not facts["mention"]
        facts[f"history {role}"] = question.asks_history * (1 - view.surest * elsewhere / 2)


def _is_card(span: Span) -> bool:
    return span.names[0].kind == "card"


def _is_faction(span: Span) -> bool:
    """Whether it may name a faction: in `which ghost card` it does."""
    return any(name.kind == "faction" for name in span.names)


# ---------------------------------------------------------------- names


def _named(question: Question, index: Index) -> dict[int, float]:
    """Passages of the cards that the question names, with the strength of the naming."""
    found: dict[int, float] = {}
    for span in question.spans:
        for name in span.names:
            if name.kind == "card" and not (question.asks_which and _is_faction(span)):
                for document in index.documents("subject", f"card:{name.id}"):
                    found[document] = max(span.strength, found.get(document, 0.0))
    return found


def _mentioned(question: Question, index: Index) -> tuple[dict[int, float], dict[int, float]]:
    """Passages whose text speaks of named cards that are not their own: the surest naming of such
    a card, and what further ones add."""
    found: dict[int, float] = {}
    total: dict[int, float] = {}
    for span in question.spans:
        if _is_card(span):
            own = {d for n in span.names for d in index.documents("subject", f"card:{n.id}")}
            for document in _holding_all(stems(span.names[0].name), index) - own:
                found[document] = max(span.strength, found.get(document, 0.0))
                total[document] = total.get(document, 0.0) + span.strength
    return found, {document: total[document] - found[document] for document in found}


def _holding_all(words: list[str], index: Index) -> set[int]:
    found: set[int] | None = None
    for word in words:
        if word not in FUNCTION_WORDS or len(words) == 1:
            here = set(index.scores("text", word))
            found = here if found is None else found & here
    return found or set()


def _factions(question: Question, index: Index) -> dict[int, float]:
    """Passages of the factions that the question names: their cards and their pages."""
    found: dict[int, float] = {}
    for span in question.spans:
        for name in span.names:
            if name.kind == "faction":
                for document in index.documents("deck", name.deck):
                    found[document] = max(span.strength, found.get(document, 0.0))
    return found


def _terms(question: Question) -> dict[str, float]:
    """Glossary terms of several words that stand in the question: of three or more 1, of two ½."""
    found: dict[str, float] = {}
    for span in question.spans:
        for name in span.names:
            if name.kind == "term":
                key = f"term:{name.id}"
                size = min(1.0, (span.end - span.start - 1) / 2)
                found[key] = max(found.get(key, 0.0), size)
    return found


def named_cards(question: Question, least: float) -> list[Name]:
    """The cards that a question names with at least this strength, in its order."""
    spans = [span for span in question.spans if _is_card(span) and span.strength >= least]
    spans.sort(key=lambda span: span.start)
    return list(dict.fromkeys(n for span in spans for n in span.names if n.kind == "card"))
