"""Players' words for the game's words, from `synonyms.txt` and files of the user's own."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from ingest.errors import SmashupError
from kb.finding.stems import stems

Phrase = tuple[str, ...]  # stems in order
Synonyms = dict[Phrase, tuple[Phrase, ...]]  # players' phrase -> the game's

LONGEST = 4  # words of a players' phrase


class WordsError(SmashupError):
    """A file of words that can't be read."""


_HERE = os.path.dirname(os.path.abspath(__file__))
OURS = os.path.join(_HERE, "synonyms.txt")
EVERYDAY = os.path.join(_HERE, "everyday.txt")


def load(path: str = OURS) -> Synonyms:
    """The table of a file (UTF-8, the format told in kb/finding/synonyms.txt); ours without a path.

    Raises WordsError, with the line's number, for a line that is not of the format.
    """
    try:
        with open(path, encoding="utf-8") as file:
            return parse(file, path)
    except (OSError, UnicodeError) as error:
        raise WordsError(f"can't read {path} ({error}); mend or remove it") from error


def own_words(database: str) -> str | None:
    """The file of a user's own words beside a database, if there is one: PATH.synonyms.txt."""
    path = database + ".synonyms.txt"
    return path if os.path.isfile(path) else None


def changed(path: str | None) -> float | None:
    """When a file was last changed."""
    return None if path is None else os.path.getmtime(path)


def joined(table: Synonyms, more: Synonyms) -> Synonyms:
    """Both tables in one: the words of the second besides those of the first."""
    both = dict(table)
    for phrase, others in more.items():
        both[phrase] = tuple(dict.fromkeys((*both.get(phrase, ()), *others)))
    return both


def everyday() -> frozenset[str]:
    """The stems of `everyday.txt`: words that alone are no part of a name."""
    with open(EVERYDAY, encoding="utf-8") as file:
        told = [line for line in file if not line.startswith("#")]
    return frozenset(stems(" ".join(told)))


def parse(lines: Iterable[str], name: str) -> Synonyms:
    table: dict[Phrase, list[Phrase]] = {}
    for number, line in enumerate(lines, 1):
        rule, _, _reason = line.partition(" : ")
        rule = rule.strip()
        if not rule or rule.startswith("#"):
            continue
        theirs, equals, ours = rule.partition("=")
        if not equals or not _reason.strip():
            form = "their words = the game's words : why"
            raise WordsError(f"{name}, line {number} is not of the form '{form}'; mend it")
        for phrase in _phrases(theirs):
            known = table.setdefault(phrase, [])
            known += [other for other in _phrases(ours) if other not in known and other != phrase]
    return {phrase: tuple(others) for phrase, others in table.items() if others}


def _phrases(text: str) -> list[Phrase]:
    return [found for part in text.split(",") if (found := tuple(stems(part)))]


def readings(words: Sequence[str], table: Synonyms) -> list[tuple[int, int, tuple[Phrase, ...]]]:
    """Players' phrases in a question's stems: (start, end, the game's phrases), longest first."""
    found = []
    taken: set[int] = set()
    for length in range(LONGEST, 0, -1):
        for start in range(len(words) - length + 1):
            others = table.get(tuple(words[start : start + length]))
            if others and not (length == 1 and start in taken):
                found.append((start, start + length, others))
                taken.update(range(start, start + length))
    return found
