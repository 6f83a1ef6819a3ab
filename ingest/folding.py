"""Names and words folded for comparison: the one place that decides what counts as the same.

The wiki mixes straight and curly quotes, accents, cases and blanks for one name; players type none
of them. Folding never changes what is shown, only what is compared.
"""

from __future__ import annotations

import re
import unicodedata

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
