"""Names and words folded for comparison: the one place that decides what counts as the same.

The wiki mixes straight and curly quotes, accents, cases and blanks for one name; players type none
of them. Folding never changes what is shown, only what is compared.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_PUNCTUATION = str.maketrans(
    {
        "‘": "'", "’": "'", "ʼ": "'", "′": "'", "`": "'", "´": "'",
        "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
        "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-",
        "…": "...", "\u00a0": " ", "\u200b": "", "\u200c": "", "\u200d": "", "\ufeff": "",
        "ß": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o",
        "đ": "d", "Đ": "d", "ł": "l", "Ł": "l", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "ı": "i",
    }
)  # fmt: skip
_SPACE = re.compile(r"\s+")
_NOT_WORD = re.compile(r"[^\w+&]+")


def fold(text: str) -> str:
    """Text for comparison: no accents, no case, plain quotes and dashes, single blanks.

    >>> fold("Séance  “Now” – R’LYEH")
    'seance "now" - r\\'lyeh'
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text.translate(_PUNCTUATION))
        text = "".join(c for c in text if not unicodedata.combining(c))
    return _SPACE.sub(" ", text.replace("`", "'")).strip().casefold()


@lru_cache(maxsize=20_000)
def name_key(name: str) -> str:
    """A name for comparison: folded, apostrophes closed up, other punctuation as blanks.

    >>> name_key("Cthulhu’s Chosen"), name_key("Oh, No!"), name_key("+1 Power Counters")
    ('cthulhus chosen', 'oh no', '+1 power counters')
    """
    return _NOT_WORD.sub(" ", fold(name).replace("'", "")).replace("_", " ").strip()


def slug(name: str) -> str:
    """Part of an address: lower case, hyphens, no accents or apostrophes; `-` for nothing left.

    >>> slug("R'lyeh"), slug("Mouse, Bird and Sausage"), slug("?!")
    ('rlyeh', 'mouse-bird-and-sausage', '-')
    """
    return re.sub(r"[^a-z0-9]+", "-", fold(name).replace("'", "")).strip("-") or "-"


_NUMBER = re.compile(r"(?:(ie)|([lr]|ie)ve|(x|ch|sh|ss|zz|o)e)s?$")


def singular(word: str) -> str:
    """A folded word's form in either number: the same for singular and plural, not always a word.

    >>> [singular(word) for word in ("mummies", "zombie", "zombies", "elf", "elves", "heroes")]
    ['mummy', 'zomby', 'zomby', 'elf', 'elf', 'hero']
    >>> [singular(word) for word in ("boxes", "boss", "bosses", "divas", "emus", "+1", "zs")]
    ['box', 'boss', 'boss', 'diva', 'emu', '+1', 'z']
    """
    if not word.isalpha() or (len(word) < 4 and (len(word) != 2 or word[0] in "aiu")):
        return word
    if match := _NUMBER.search(word):
        plain = "y" if match[1] else match[2] + "f" if match[2] else match[3]
        return word[: match.start()] + plain
    return word[:-1] if word[-1] == "s" and word[-2] != "s" else word


def less_one(word: str) -> Iterator[str]:
    """The word and each with one letter less: two words one letter apart share one of these."""
    yield word
    for place in range(len(word)):
        yield word[:place] + word[place + 1 :]


def letters_apart(a: str, b: str, most: int) -> int:
    """How many letters must be changed, added, taken out or exchanged with the next to make one
    word of the other; `most` + 1 when it is more than `most`.

    >>> [letters_apart("brian", b, 2) for b in ("bryan", "brain", "brin", "brian", "bruises")]
    [1, 1, 1, 0, 3]
    """
    if abs(len(a) - len(b)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        before, last, row = row, before, [i]
        for j, other in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 < j and letter == b[j - 2] and other == a[i - 2]:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)
