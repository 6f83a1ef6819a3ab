"""Whether words that spell a name are meant as it.

Proper names are written with capitals. Where a capital is forced (the beginning of a sentence, a
title), the words after it tell: `Poison is strong` names a card, `Poison a minion` does not. Game
words are meant wherever the rules use them, and in prose where they stand with the things of the
game (`standard actions`, not `a standard spread`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ingest.mentions.cues import Cues
from ingest.mentions.names import JOINS, Entry, Names
from ingest.mentions.spellings import Match
from ingest.mentions.wordlists import (
    ADJECTIVES,
    ARTICLES,
    BEFORE_PLACE,
    BEFORE_PLAY,
    FUNCTION_WORDS,
    GAME_THINGS,
    GAME_WORDS,
    NOUNS_TOO,
    THINGS_OF,
    VERBS,
)
from ingest.mentions.words import Word

_QUOTES = "“”\"‘’'"


class Line(NamedTuple):
    """A line of a text, or a cell of a table, and how its capitals are to be read."""

    words: list[Word]
    base: int  # where it begins, in characters of the text
    title: bool  # all capitals: none tells anything
    cell: bool  # of a table
    flavour: bool
    prose: bool
    page: str
    near: frozenset[str]  # pages whose cards are likely named here
    cues: Cues


def is_meant(match: Match, line: Line, names: Names, known_before: bool) -> bool:
    """Whether a match is meant. `known_before`: the word before it ends another name."""
    if match.game:
        return any(_game_is_meant(match, entry, line) for entry in match.entries)
    return _proper_is_meant(match, line, names, known_before)


# ---------------------------------------------------------------- proper names


def _proper_is_meant(match: Match, line: Line, names: Names, known_before: bool) -> bool:
    entry = match.entries[0]
    ours = line.words[match.start : match.end]
    content = [word for word in ours if word.folded not in FUNCTION_WORDS] or ours
    if not all(word.capital for word in content):
        return _is_item(match, line)
    if not _ends_as(entry, match, line):
        return False
    several = len(content) > 1 or len(entry.content) > 1
    if several and match.form in ("exact", "plural"):
        return True
    if entry.name.kind == "set":
        return several
    if line.flavour and entry.name.kind == "card":
        return False
    if _part_of_more(match, line, names, known_before):
        return False
    near = any(e.name.page in line.near for e in match.entries)
    cued = _is_cued(match, line)
    if match.form == "dropped" and not (several or near or cued):
        return False
    if match.form == "part" and not near:
        return False
    if cued or _is_whole(match, line):
        return True
    tiny = len(entry.folded[0]) < 3 or entry.folded[0] in FUNCTION_WORDS
    if entry.length == 1 and tiny and not entry.ending:
        return False
    if not line.title and any(not word.forced for word in content):
        return True
    whole = len(line.words) == match.end - match.start
    spelt = match.form in ("exact", "plural")
    if line.title and not line.cell and (whole or (near and spelt)):
        return entry.name.kind == "faction" or not whole
    if entry.name.kind == "faction" and match.form == "exact":
        return True
    return _is_subject(match, line, near)


def _ends_as(entry: Entry, match: Match, line: Line) -> bool:
    """A one-word name that ends in a sign, as `Eh?`, is only meant with it."""
    if not entry.ending or match.end >= len(line.words):
        return True
    return line.words[match.end].gap.startswith(entry.ending[0])


def _part_of_more(match: Match, line: Line, names: Names, known_before: bool) -> bool:
    """Whether a capitalised neighbour makes the words part of a longer, unknown name."""
    words = line.words
    first = words[match.start]
    if match.start and not known_before and first.gap.strip(JOINS) == "":
        before = words[match.start - 1]
        own = any(
            before.number in names.faction_words.get(e.name.page or "", ()) for e in match.entries
        )
        if before.capital and not before.forced and before.text[0].isalpha() and not own:
            return before.folded not in FUNCTION_WORDS or len(before.text) == 1
    return _goes_on(words, match.end, names)


def _goes_on(words: Sequence[Word], start: int, names: Names) -> bool:
    """Whether a capitalised word follows, or `of` and one: `Spirit` in `Spirit of the Harbour`."""
    place = start
    while place < len(words) and words[place].folded in ("of", "the") and place < start + 2:
        place += 1
    following = words[start : place + 1]
    if place >= len(words) or any(word.gap.strip(JOINS) for word in following):
        return False
    if place > start and words[start].folded != "of":
        return False
    after = words[place]
    if not after.capital or not after.text[0].isalpha():
        return False
    known = after.number in names.proper or after.folded in names.forms
    return not known and after.number not in GAME_WORDS


def _is_cued(match: Match, line: Line) -> bool:
    return line.cues.at(line.base + line.words[match.start].start) is not None


def _is_item(match: Match, line: Line) -> bool:
    """Whether the words, written small, are a whole item of the list that a cue announces."""
    if not _is_cued(match, line) or match.form not in ("exact", "dropped"):
        return False
    words = line.words
    before = words[match.start].gap
    after = words[match.end].gap if match.end < len(words) else ")"
    return before.strip() in (",", ".,", ".", "") and after.strip()[:1] in (",", ")", ";", "/")


def _is_whole(match: Match, line: Line) -> bool:
    """Whether the words are all of a table's cell, of a quotation or of a parenthesis."""
    words = line.words
    if line.cell and len(words) == match.end - match.start:
        return True
    before = words[match.start].gap[-1:]
    after = words[match.end].gap[:1] if match.end < len(words) else ""
    return bool(before and after) and (
        (before in _QUOTES and after in _QUOTES) or (before == "(" and after == ")")
    )


def _is_subject(match: Match, line: Line, near: bool) -> bool:
    """Whether what follows makes the words the subject of their sentence."""
    words = line.words
    last = words[match.end - 1]
    if match.end == len(words):
        return False
    after = words[match.end]
    gap = after.gap.strip().removeprefix(match.entries[0].ending)
    if last.possessive or gap.startswith(("’", "'")):
        return True
    if gap in (",", "/"):
        return after.capital
    if gap:
        return False
    if after.folded in ("and", "or"):
        return match.end + 1 < len(words) and words[match.end + 1].capital
    if match.form == "plural" and near:
        return True
    if after.folded in VERBS:
        return True
    return (
        after.folded.endswith("s")
        and after.text.islower()
        and after.folded not in FUNCTION_WORDS
        and after.number not in GAME_WORDS
        and match.form != "plural"
    )


# ---------------------------------------------------------------- the game's words


def _game_is_meant(match: Match, entry: Entry, line: Line) -> bool:
    words = line.words
    ours = words[match.start : match.end]
    name = entry.name
    if name.name.isupper() and len(entry.folded) == 1:
        return ours[0].text.isupper() and not line.flavour
    own = [entry.folded[n] for n in entry.content if entry.folded[n] not in FUNCTION_WORDS]
    if not own:
        if entry.length == 1 or line.prose:
            return ours[0].capital and _is_quoted(match, line)
        return True
    if entry.length > 1 and not (entry.length == 2 and entry.folded[0] in ("a", "an")):
        return not line.flavour or all(w.capital for w in ours if w.folded not in FUNCTION_WORDS)
    if line.flavour:
        return ours[-1].capital and not ours[-1].forced and own[-1] in ("titan", "titans")
    if _is_quoted(match, line):
        return True
    return _single_is_meant(match, entry, line)


def _is_quoted(match: Match, line: Line) -> bool:
    words = line.words
    before = words[match.start].gap[-1:]
    after = words[match.end].gap[:1] if match.end < len(words) else ""
    return bool(before and after) and before in _QUOTES and after in _QUOTES


def _single_is_meant(match: Match, entry: Entry, line: Line) -> bool:
    """Whether a single game word is used in the game's sense."""
    words = line.words
    ours = words[match.end - 1]
    spelt = entry.folded[-1]
    if spelt.endswith(("ing", "ed")) and entry.name.kind == "term" and ours.folded != spelt:
        return False
    before = words[match.end - 2] if match.end > 1 and not ours.gap.strip(JOINS) else None
    after = words[match.end] if match.end < len(words) else None
    if after is not None and after.gap.strip(JOINS):
        after = None
    drawn = any(w.folded.startswith("draw") for w in words[max(0, match.start - 2) : match.start])
    if (spelt == "extra" and drawn) or _other_sense(ours, before, after, spelt):
        return False  # an extra card drawn is not an extra card to play
    labels = match.end < len(words) and words[match.end].gap.lstrip().startswith(":")
    if spelt in ADJECTIVES:
        chosen = ours.capital and not ours.forced and not line.title
        said = before is not None and before.folded in ("is", "are", "not", "considered")
        plainly = said and (after is None or after.folded in (*FUNCTION_WORDS, "because"))
        return labels or chosen or plainly or _with_things(words, match.end, spelt)
    return (
        not line.prose or ours.number == "titan" or labels or _with_things(words, match.end, spelt)
    )


def _other_sense(ours: Word, before: Word | None, after: Word | None, spelt: str) -> bool:
    """Fixed phrases in which a game word is no game word: `discard pile`, `second place`."""
    noun = before is not None and before.folded in (*ARTICLES, "this", "that")
    if noun and spelt in NOUNS_TOO and ours.folded == spelt:
        return True
    if spelt == "discard" and after is not None and after.number == "pile":
        return True
    if spelt == "place" and before is not None and before.folded in BEFORE_PLACE:
        return True
    if spelt == "play":
        if before is not None and before.folded in BEFORE_PLAY and ours.folded == "play":
            return True
        return ours.capital and after is not None and after.text == "Cards"
    return False


def _with_things(words: Sequence[Word], start: int, spelt: str) -> bool:
    """Whether one of the next words, with nothing between, is a thing of the game."""
    reach = 1 if spelt == "special" else 2 if spelt in ADJECTIVES else 3
    for word in words[start : start + reach]:
        if word.gap.strip(JOINS):
            return False
        if word.number in THINGS_OF.get(spelt, GAME_THINGS):
            return True
    return False
