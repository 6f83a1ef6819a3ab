"""All names of a wiki, ready to be found in texts: tries of words, and the other spellings.

Cards, factions and sets are proper names, compared in either number. Terms and rules are the game's
own words, compared in all regular forms (`buried` for the heading `Burying`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from ingest.folding import less_one, name_key
from ingest.mentions.wordlists import ARTICLES, FUNCTION_WORDS, GAME_WORDS
from ingest.mentions.words import words
from ingest.records import Link

NameKind = Literal["card", "faction", "term", "rule", "set"]
Form = Literal["exact", "plural", "dropped", "variant", "part"]

LONG_WORD = 7  # letters of a word that may have two wrong
LONGEST_WORD = 30  # letters of a word that may be misspelt
LONGEST = 8  # words of a name that is looked for in another order or spelling
JOINS = " \u00a0\t'’-‐‑"  # what may always stand between two words of a name


class Name(NamedTuple):
    """Something that texts name. `id` and `page` are None for what the wiki names but no page held
    describes (a listed faction, a listed titan)."""

    kind: NameKind
    id: int | None
    name: str
    page: str | None
    deck: str = ""  # of a card: its faction or special deck; of a rule: the deck that it describes
    spelling: str = ""  # another spelling that stands for it


class Entry(NamedTuple):
    """One spelling of a name in the trie."""

    name: Name
    folded: tuple[str, ...]
    content: tuple[int, ...]  # places of the words that carry the name
    gaps: tuple[tuple[int, str], ...]  # punctuation inside it and before which word: `Oh, No!`
    ending: str  # punctuation that ends it
    dropped: bool  # without its article

    @property
    def length(self) -> int:
        return len(self.folded)


Trie = dict[str, Any]  # word -> Trie; "" -> list[Entry]


class Names:
    """The names of a knowledge base. Equal lists of names make equal finders."""

    def __init__(self, names: Iterable[Name]) -> None:
        self.proper: Trie = {}
        self.game: Trie = {}
        self.forms: dict[str, str] = {}  # form of a game word -> the word of a term or rule
        self.vocabulary: set[str] = set(GAME_WORDS)
        self.loose: dict[tuple[str, ...], list[Entry]] = {}  # sorted words, or without prepositions
        self.loose_words: set[str] = set()  # all that stand in those
        self.joined: dict[str, list[Entry]] = {}
        self.misspelt: dict[str, set[str]] = {}  # a word less one letter or two -> words
        self.heads: dict[str, dict[str, list[Name]]] = {}  # page -> word -> cards
        self.faction_words: dict[str, set[str]] = {}  # page -> words of the faction's name
        self.by_page: dict[str, Name] = {}  # page title, folded -> what it describes
        self.by_heading: dict[tuple[str, str], Name] = {}  # page and heading, folded -> rule
        self.factions: set[str] = set()  # first words of factions' names
        self.listed: dict[str, Name] = {}  # factions named, but not held
        held = list(names)
        game = [name for name in held if name.kind in ("term", "rule")]
        self._add_forms(game)
        for name in game:
            self._add_game(name)
        for name in held:
            if name.kind not in ("term", "rule"):
                self._add_proper(name)
        for name in held:
            self._add_head(name)

    def target(self, link: Link) -> Name | None:
        """What a link leads to: a rule's heading, a faction, or a page that is not held."""
        page, _, heading = link.target.partition("#")
        page, heading = name_key(page), name_key(heading)
        rule = self.by_heading.get((page, heading)) if heading else None
        return rule or self.by_page.get(page) or self.listed.get(page)

    # ------------------------------------------------------------ filling

    def _add_proper(self, name: Name) -> None:
        spelling = name.spelling or name.name
        for entry in _entries(name, spelling):
            keys = tuple(word.number for word in words(spelling)[-entry.length :])
            _insert(self.proper, keys, entry)
            self.vocabulary.update(keys)
            if name.kind == "faction":
                self.factions.add(keys[0])
            if name.kind != "set" and not entry.dropped:
                self._add_variants(keys, entry)
        if name.kind == "faction" and not name.page:
            self.listed.setdefault(name_key(spelling), name)
        if name.kind == "faction" and name.page:
            own = self.faction_words.setdefault(name.page, set())
            own.update(w.number for w in words(spelling) if w.folded not in FUNCTION_WORDS)
            self.by_page.setdefault(name_key(name.page), name)

    def _add_variants(self, keys: tuple[str, ...], entry: Entry) -> None:
        content = tuple(keys[place] for place in entry.content)
        if 2 <= len(content) <= LONGEST:
            self.loose.setdefault(tuple(sorted(content)), []).append(entry)
            self.loose_words.update(content)
        if len("".join(keys)) > 5:
            self.joined.setdefault("".join(keys), []).append(entry)
        for key in content:
            if 5 <= len(key) <= LONGEST_WORD and key.isalpha():
                for shorter in less_two(key):
                    self.misspelt.setdefault(shorter, set()).add(key)

    def _add_forms(self, names: Iterable[Name]) -> None:
        """Every regular form of every game word, plain words before `Played` and the like."""
        known = {
            (word, name.kind == "rule" and entry.length == 1)
            for name in names
            for entry in _entries(name, name.spelling or name.name)
            for word in entry.folded
        }
        for word, gerund in sorted(known, key=lambda w: (w[0].endswith(("ed", "ing")), w)):
            base = self.forms.setdefault(word, word)
            for form in inflected(word, gerund):
                self.forms.setdefault(form, base)

    def _add_game(self, name: Name) -> None:
        if name.kind == "rule" and name.page and not name.spelling:
            self.by_heading.setdefault((name_key(name.page), name_key(name.name)), name)
            if name_key(name.page) == name_key(name.name):
                self.by_page.setdefault(name_key(name.page), name)
        for entry in _entries(name, name.spelling or name.name):
            keys = [
                "*" if place and word in ARTICLES else self.forms[word]
                for place, word in enumerate(entry.folded)
            ]
            _insert(self.game, keys, entry)

    def _add_head(self, name: Name) -> None:
        """The words by which a page calls its card: `Servitor` of `Servitor of Cthulhu`."""
        if name.kind != "card" or not name.page:
            return
        for head in heads(name.name):
            if not set(head.split()) & (GAME_WORDS | self.forms.keys()):
                named = self.heads.setdefault(name.page, {}).setdefault(head, [])
                if name not in named:
                    named.append(name)


def _entries(name: Name, spelling: str) -> Iterator[Entry]:
    """A spelling with and without its article."""
    found = words(spelling)[:40]
    while found:
        folded = tuple(word.folded for word in found)
        content = tuple(n for n, word in enumerate(folded) if word not in FUNCTION_WORDS)
        gaps = tuple((n, gap) for n, w in enumerate(found) if n and (gap := w.gap.strip(JOINS)))
        ending = spelling[found[-1].end :].strip() if len(content) <= 1 else ""
        dropped = len(found) < len(words(spelling)[:40])
        yield Entry(name, folded, content or tuple(range(len(folded))), gaps, ending, dropped)
        if dropped or folded[0] not in ARTICLES or len(found) == 1:
            return
        if name.kind == "term":  # the article is what `A Minion` explains
            return
        found = found[1:]


def _insert(trie: Trie, keys: Sequence[str], entry: Entry) -> None:
    for key in keys:
        trie = trie.setdefault(key, {})
    trie.setdefault("", []).append(entry)


def heads(name: str) -> list[str]:
    """What a card is called in short, in either number: what stands before a preposition, and the
    last word of that.

    >>> [heads(n) for n in ("Egg-Warden of Twine", "Chief Auditor", "Spoons", "The Run By Me")]
    [['egg warden', 'warden'], ['auditor'], [], ['run']]
    """
    found = words(name)
    if found and found[0].folded in ARTICLES:
        found = found[1:]
    whole = len(found)
    for place, word in enumerate(found):
        if place and word.folded in ("of", "to", "from", "in", "for", "with", "by"):
            found = found[:place]
            break
    if len(found) < 2 and len(found) == whole:
        return []
    last = found[-1] if found else None
    if last is None or last.folded in FUNCTION_WORDS or not last.folded.isalpha():
        return []
    short = [last.number] if len(last.folded) > 2 else []
    if 1 < len(found) < whole:
        short.insert(0, " ".join(word.number for word in found))
    return short


def less_two(word: str) -> set[str]:
    """The word less one letter, and less two where it is long enough to be known by the rest: what
    it shares with a word in which as many letters are wrong. The word itself too.
    """
    found = set(less_one(word))
    if len(word) >= LONG_WORD:
        for shorter in less_one(word):
            found.update(less_one(shorter))
    return found


def inflected(word: str, gerund: bool = False) -> Iterator[str]:
    """Regular forms of a game word: plural, -s, -ed, -ing; of a heading such as `Burying` too.

    >>> sorted(inflected("move")), sorted(inflected("cancel"))
    (['moved', 'moves', 'moving'], ['canceled', 'canceling', 'cancelled', 'cancelling', 'cancels'])
    >>> sorted(inflected("burying", gerund=True)), list(inflected("starting"))
    (['buried', 'buries', 'bury', 'burying'], [])
    """
    if not word.isalpha() or len(word) < 3 or word in FUNCTION_WORDS:
        return
    if word.endswith(("ing", "ed")):
        if gerund and word.endswith("ing"):
            base = word[:-3]
            yield base
            yield from inflected(base)
        return
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        yield word[:-1]
        word = word[:-1]
    if word.endswith("e"):
        yield from (word + "s", word + "d", word[:-1] + "ing")
    elif word.endswith("y") and word[-2] not in "aeiou":
        yield from (word[:-1] + "ies", word[:-1] + "ied", word + "ing")
    else:
        yield word + ("es" if word.endswith(("s", "x", "z", "ch", "sh")) else "s")
        yield from (word + "ed", word + "ing")
        if re.search(r"[^aeiou][aeiou][bdglmnprt]$", word):
            yield from (word + word[-1] + "ed", word + word[-1] + "ing")
