"""Where a line may name something: exactly, in the other number, or in a spelling near a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ingest.folding import letters_apart, singular
from ingest.mentions.names import (
    JOINS,
    LONG_WORD,
    LONGEST,
    LONGEST_WORD,
    Entry,
    Form,
    Names,
    Trie,
    less_two,
)
from ingest.mentions.wordlists import DETERMINERS, PREPOSITIONS
from ingest.mentions.words import Word

SHORTEST = 8  # letters, in the singular, of a name that may be misspelt


class Match(NamedTuple):
    """Words `start` to `end` (exclusive) of a line spell these entries."""

    start: int
    end: int
    entries: tuple[Entry, ...]
    form: Form
    game: bool = False  # of the game's own words: terms and rules


def at(line: Sequence[Word], start: int, names: Names) -> list[Match]:
    """The names that begin at a word, as spelt: the longest first, proper names before others."""
    first = line[start]
    found: list[Match] = []
    if first.number in names.proper:
        found += _proper(line, start, names)
    if names.forms.get(first.folded, "") in names.game:
        found += _game(line, start, names)
    if len(found) > 1:
        found.sort(key=lambda match: (-match.end, match.game))
    return found


def _proper(line: Sequence[Word], start: int, names: Names) -> Iterator[Match]:
    trie: Trie | None = names.proper
    for place in range(start, len(line)):
        trie = trie.get(line[place].number) if trie else None
        if trie is None:
            return
        entries = [e for e in trie.get("", ()) if _fits(line, start, e)]
        if not entries:
            continue
        whole = [e for e in entries if not e.dropped] or entries
        exact = [e for e in whole if _same(line, start, e)]
        form: Form = "dropped" if whole[0].dropped else "exact" if exact else "plural"
        yield Match(start, place + 1, tuple(exact or whole), form)


def _game(line: Sequence[Word], start: int, names: Names) -> Iterator[Match]:
    trie: Trie | None = names.game
    for place in range(start, len(line)):
        folded = line[place].folded
        after = trie.get(names.forms.get(folded, folded)) if trie else None
        if after is None and trie and place > start and folded in DETERMINERS:
            after = trie.get("*")
        trie = after
        if trie is None:
            return
        entries = [e for e in trie.get("", ()) if _fits(line, start, e)]
        if entries:
            exact = [e for e in entries if _same(line, start, e)]
            form: Form = "exact" if exact else "plural"
            yield Match(start, place + 1, tuple(exact or entries), form, game=True)


def _same(line: Sequence[Word], start: int, entry: Entry) -> bool:
    """Whether the words are the name's own, but for a possessive ending."""
    return all(
        word.folded == folded or (word.possessive and word.folded == folded + "s")
        for word, folded in zip(line[start : start + entry.length], entry.folded, strict=True)
    )


def _fits(line: Sequence[Word], start: int, entry: Entry) -> bool:
    """Whether nothing stands between the words that the name does not have there."""
    own = dict(entry.gaps)
    for place in range(1, entry.length):
        between = line[start + place].gap.strip(JOINS)
        if between and place not in own:
            return False
        if "/" in own.get(place, "") and "/" not in between:
            return False
        if len(between) > 4 or "\n" in between:
            return False
    return True


# ---------------------------------------------------------------- near spellings


def close_to(line: Sequence[Word], start: int, names: Names) -> Match | None:
    """The longest name that the capitalised words from `start` spell otherwise than it is headed:
    in another order, with other prepositions, run together or split, or with one letter wrong.
    """
    found = [
        match
        for match in (
            _reordered(line, start, names),
            _joined(line, start, names),
            _misspelt(line, start, names),
        )
        if match
    ]
    return max(found, key=lambda match: match.end, default=None)


def _run(line: Sequence[Word], start: int) -> Iterator[tuple[int, Word]]:
    """The capitalised words from `start`, small words between them left out."""
    for place in range(start, min(len(line), start + LONGEST)):
        word = line[place]
        if place > start and word.gap.strip(JOINS):
            return
        if word.folded in PREPOSITIONS:
            continue
        if not word.capital:
            return
        yield place, word


def _reordered(line: Sequence[Word], start: int, names: Names) -> Match | None:
    if line[start].number not in names.loose_words or line[start].folded in PREPOSITIONS:
        return None
    content: list[str] = []
    found = None
    for place, word in _run(line, start):
        content.append(word.number)
        entries = names.loose.get(tuple(sorted(content)), ())
        if entries and len(content) > 1:
            found = Match(start, place + 1, tuple(entries), "variant")
    return found


def _joined(line: Sequence[Word], start: int, names: Names) -> Match | None:
    together = ""
    found = None
    for length in range(1, min(3, len(line) - start) + 1):
        word = line[start + length - 1]
        if length > 1 and (word.gap.strip(JOINS) or not word.capital):
            break
        entries = names.joined.get(together + word.number, ())
        fitting = tuple(e for e in entries if e.length != length)
        if fitting:
            found = Match(start, start + length, fitting, "variant")
        together += word.folded
    return found


def _misspelt(line: Sequence[Word], start: int, names: Names) -> Match | None:
    """One word of the name, and one only, has a letter wrong, missing, too many or exchanged; or
    two letters, where another word of the name is right.
    """
    paths: list[tuple[Trie, int]] = [(names.proper, 0)]
    found = None
    for place in range(start, min(len(line), start + LONGEST)):
        word = line[place]
        if place > start and word.gap.strip(JOINS):
            break
        paths = list(_steps(paths, word, names))[:8]
        if not paths:
            break
        for trie, wrong in paths:
            entries = tuple(e for e in trie.get("", ()) if wrong and _may_be_misspelt(e, wrong))
            if entries:
                found = Match(start, place + 1, entries, "variant")
    return found


def _may_be_misspelt(entry: Entry, wrong: int) -> bool:
    letters = sum(len(singular(word)) for word in entry.folded)
    return letters >= SHORTEST and not entry.gaps and len(entry.content) >= wrong


def _steps(paths: list[tuple[Trie, int]], word: Word, names: Names) -> Iterator[tuple[Trie, int]]:
    """Where each path leads with a word, and the letters that are wrong by then."""
    for trie, wrong in paths:
        if word.number in trie:
            yield trie[word.number], wrong
        elif not wrong and word.capital:
            for meant, letters in sorted(_meant(word, names).items()):
                if meant in trie:
                    yield trie[meant], letters


def _meant(word: Word, names: Names) -> dict[str, int]:
    """Words of names that are a letter or two away from a word that is none of them itself."""
    number = word.number
    if not 5 <= len(number) <= LONGEST_WORD or number in names.vocabulary or not number.isalpha():
        return {}
    near: set[str] = set()
    for shorter in less_two(number):
        near |= names.misspelt.get(shorter, set())
    most = 2 if len(number) >= LONG_WORD else 1
    found = {other: letters_apart(other, number, most) for other in near if other[0] == number[0]}
    return {other: wrong for other, wrong in found.items() if wrong <= most}
