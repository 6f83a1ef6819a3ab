"""Names inside a free question: which cards, factions and terms it speaks of, and how surely.

Players write names in plural or as verbs (`Rampaged`), run together or split, with typing errors,
in part (`Servitor`), and many names are common words as well (`Ghost`, `Move`). So every reading
has a strength from 0 to 1: how much of the name stands there, and how rare its words are.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from math import sqrt
from typing import Literal, NamedTuple

from kb.finding.stems import FUNCTION_WORDS, Word, singular, stem, words
from kb.names import errors_allowed

NameKind = Literal["card", "faction", "term", "listed", "titan"]
How = Literal["exact", "joined", "typo", "partial"]

Key = tuple[str, ...]  # the stems of a name

LONGEST = 8  # words of a question that one name may span
SURE = {"exact": 1.0, "joined": 0.95, "typo": 0.85, "partial": 0.8}  # how far a reading is trusted
OTHER_FORM = 0.9  # a one-word name in another form than its plural: `rampaged`
PARTIAL = 0.4  # share of a name's weight that must stand there
ENOUGH = 0.7  # rarity that makes a name sure: one rare word, or two that are less so
SAME = 0.01  # difference of strengths that makes none between two readings
LONG = 3  # words in a row that are sure to be a name, however common they are alone
LONE_ORDINARY = 0.45  # one everyday word alone is seldom a part of a name: `strength`, `mate`


class Name(NamedTuple):
    kind: NameKind
    id: int
    name: str
    deck: str  # a card's faction or special deck; a faction's own name
    page: str
    page_id: int
    key: str  # the name folded (ingest.folding.name_key)
    keys: tuple[Key, ...] = ()  # `keys(key)`, where they were found before


class Span(NamedTuple):
    """Where a question names something: words `start` to `end` (exclusive)."""

    start: int
    end: int
    names: tuple[Name, ...]  # more than one where several things bear this name
    how: How
    strength: float


Rarity = Callable[[str], float]  # stem -> 0 (stands in every passage) to 1 (in none or one)


class Lexicon:
    """All names of a knowledge base, ready to be found in questions.

    `ordinary` are stems of words that players use for something else than a misspelt name.
    """

    def __init__(self, names: Iterable[Name], ordinary: Container[str] = ()) -> None:
        self.ordinary = ordinary
        self.by_stems: dict[Key, list[Name]] = {}
        for name in names:
            for key in name.keys or keys(name.key):
                self.by_stems.setdefault(key, []).append(name)
        self.first: dict[str, list[Key]] = {}
        self.holding: dict[str, list[Key]] = {}
        self.joined: dict[str, Key] = {}
        self.faction_words: dict[str, list[Key]] = {}
        for key in sorted(self.by_stems, key=len, reverse=True):
            self.first.setdefault(key[0], []).append(key)
            self.joined["".join(key)] = key
            kinds = {name.kind for name in self.by_stems[key]}
            for word in set(key):
                if "card" in kinds:
                    self.holding.setdefault(word, []).append(key)
                if "faction" in kinds:
                    self.faction_words.setdefault(word, []).append(key)

    def knows(self, word: str) -> bool:
        return word in self.holding or word in self.faction_words or word in self.first


def keys(folded: str) -> set[Key]:
    """The stems of a folded name, with and without `the`."""
    words = tuple(stem(word) for word in folded.replace("&", " ").split())
    return {key for key in (words, words[1:] if words[:1] == ("the",) else words) if key}


def find_names(question: Sequence[Word], lexicon: Lexicon, rarity: Rarity) -> list[Span]:
    """The names in a question, best readings first, none overlapping another of the same kind."""
    likely = _corrections(question, lexicon, rarity)
    spans = [
        *_in_order(question, lexicon, rarity, likely),
        *_joined(question, lexicon, rarity),
        *_partial(question, lexicon, rarity, likely),
        *_nicknames(question, lexicon, rarity),
    ]
    spans.sort(key=lambda s: (s.how == "partial", -s.strength * (s.end - s.start), s.start))
    chosen: list[Span] = []
    for span in spans:
        rivals = [place for place, other in enumerate(chosen) if _rivals(span, other)]
        if not rivals:
            chosen.append(span)
        elif _equal(span, chosen[rivals[0]]):
            both = (*chosen[rivals[0]].names, *span.names)
            chosen[rivals[0]] = span._replace(names=tuple(dict.fromkeys(both)))
    return chosen


def _equal(span: Span, other: Span) -> bool:
    """Whether the same words name something else as surely: `microbot` all that are called so."""
    return span[:2] == other[:2] and abs(span.strength - other.strength) < SAME


def _rivals(span: Span, other: Span) -> bool:
    """Whether two readings claim the same words for names of one sort (terms stand apart)."""
    if span.end <= other.start or other.end <= span.start:
        return False
    return (span.names[0].kind == "term") == (other.names[0].kind == "term")


# ---------------------------------------------------------------- readings


Likely = dict[int, dict[str, float]]  # place of a word -> the stems it may be, with their trust


def _in_order(
    question: Sequence[Word], lexicon: Lexicon, rarity: Rarity, likely: Likely
) -> Iterator[Span]:
    """Names whose words stand there one after the other, as typed or corrected."""
    for start in range(len(question)):
        for first, trust in likely[start].items():
            for key in lexicon.first.get(first, ()):
                total = trust
                for place, word in enumerate(key[1:], start + 1):
                    total *= likely.get(place, {}).get(word, 0.0)
                if total:
                    how: How = "exact" if total == 1.0 else "typo"
                    end = start + len(key)
                    yield from _spans(question, start, end, key, how, total, lexicon, rarity)


def _joined(question: Sequence[Word], lexicon: Lexicon, rarity: Rarity) -> Iterator[Span]:
    """Names run together or split otherwise than written: `quickdraw`, `over growth`."""
    for start in range(len(question)):
        text = ""
        for end in range(start + 1, min(len(question), start + LONGEST) + 1):
            last = stem(text + question[end - 1].folded)
            text += question[end - 1].stem
            key = lexicon.joined.get(text) or lexicon.joined.get(last)
            if key and len(key) != end - start and len(text) > 4:
                sure = SURE["joined"]
                yield from _spans(question, start, end, key, "joined", sure, lexicon, rarity)


def _partial(
    question: Sequence[Word], lexicon: Lexicon, rarity: Rarity, likely: Likely
) -> Iterator[Span]:
    """Card names of which a telling part stands there, in any order: `Servitor`, `leng plateau`."""
    places: dict[Key, dict[str, tuple[int, float]]] = {}
    for place, readings in likely.items():
        for word, trust in readings.items():
            if word not in FUNCTION_WORDS:
                for key in lexicon.holding.get(word, ()):
                    if len(key) > 1:
                        places.setdefault(key, {}).setdefault(word, (place, trust))
    for key, found in places.items():
        weights = {word: _weight(word, lexicon, rarity) for word in set(key)}
        there = sum(weights[word] * trust for word, (_, trust) in found.items())
        share = there / sum(weights.values())
        where = sorted(place for place, _ in found.values())
        if share < PARTIAL or where[-1] - where[0] > len(key) + 1:
            continue
        names = [name for name in lexicon.by_stems[key] if name.kind == "card"]
        if len(found) == 1 and not _same_form(question[where[0]], names[0].name):
            continue
        rivals = min(len(lexicon.holding[word]) for word in found)
        trust = SURE["partial"] * share / sqrt(rivals)
        if all(word in lexicon.ordinary for word in found):
            trust *= LONE_ORDINARY
        strength = trust * min(1.0, sum(rarity(word) for word in found) / ENOUGH)
        yield Span(where[0], where[-1] + 1, tuple(names), "partial", strength)


def _same_form(word: Word, name: str) -> bool:
    """Whether a word stands in a name as it is, but for its number: not as another form of it."""
    return singular(word.folded) in {singular(part.folded) for part in words(name)}


def _weight(word: str, lexicon: Lexicon, rarity: Rarity) -> float:
    """How much a word of a name tells: little when common, or shared by many names."""
    if word in FUNCTION_WORDS:
        return 0.05
    return max(0.05, rarity(word)) / sqrt(sqrt(len(lexicon.holding[word])))


def _nicknames(question: Sequence[Word], lexicon: Lexicon, rarity: Rarity) -> Iterator[Span]:
    """Factions by one word of their name or its beginning: `Cavalry`, `dino`."""
    for place, word in enumerate(question):
        common = word.folded in FUNCTION_WORDS or word.stem in lexicon.ordinary
        if common or len(word.folded) < 4:
            continue
        keys = {key for key in lexicon.faction_words.get(word.stem, ()) if len(key) > 1}
        if not keys and rarity(word.stem) >= 1.0:
            begun = [w for w in lexicon.faction_words if w.startswith(singular(word.folded))]
            keys = {key for w in begun for key in lexicon.faction_words[w]}
        if len(keys) == 1:
            names = [name for name in lexicon.by_stems[keys.pop()] if name.kind == "faction"]
            strength = SURE["partial"] * min(1.0, rarity(word.stem) / ENOUGH)
            yield Span(place, place + 1, tuple(names), "partial", strength)


def _spans(
    question: Sequence[Word],
    start: int,
    end: int,
    key: Key,
    how: How,
    trust: float,
    lexicon: Lexicon,
    rarity: Rarity,
) -> Iterator[Span]:
    """The span of a key, and one more for a term of the same name: they do not compete."""
    told = sum(rarity(word) for word in key if word not in FUNCTION_WORDS or len(key) >= LONG)
    strength = trust * min(1.0, told / ENOUGH)
    printed = lexicon.by_stems[key][0].name
    if len(key) == 1 == end - start and not _same_form(question[start], printed):
        strength *= OTHER_FORM
    for terms in (False, True):
        names = tuple(name for name in lexicon.by_stems[key] if (name.kind == "term") == terms)
        if names:
            yield Span(start, end, names, how, strength)


# ---------------------------------------------------------------- typing errors


def _corrections(question: Sequence[Word], lexicon: Lexicon, rarity: Rarity) -> Likely:
    """For each word the stems it may stand for: itself, and words of names near an unknown one."""
    likely: Likely = {place: {word.stem: 1.0} for place, word in enumerate(question)}
    unknown = [
        (place, word.stem)
        for place, word in enumerate(question)
        if rarity(word.stem) >= 1.0
        and not lexicon.knows(word.stem)
        and word.stem not in lexicon.ordinary
        and word.folded not in FUNCTION_WORDS
        and len(word.folded) > 3
    ]
    if unknown:
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract

        known = [*lexicon.holding, *lexicon.faction_words]
        for place, word in unknown:
            same_start = [other for other in known if other[0] == word[0] and len(other) > 3]
            bound = errors_allowed(word)
            for near, distance, _ in extract(
                word, same_start, scorer=OSA.distance, score_cutoff=bound, limit=5
            ):
                likely[place][near] = SURE["typo"] ** distance
    return likely
