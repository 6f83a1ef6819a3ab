"""A card's Errata line to its status, kinds and note.

The wiki writes `Errata: No`, `None.`, `Yes, Functional (note)`, `Yes (Functional - note)`,
`Yes, Reversion - note`, `Yes, Functional (note) and Wording`; `Yes/No` is a form not filled in.
"""

from __future__ import annotations

import re

from ingest.records import Erratum

KINDS = "functional|wording|reversion"
_KIND = rf"(?:{KINDS})\b"
_KINDS = rf"{_KIND}(?:\s*(?:,|/|&|\+|\band\b)\s*(?:and\s+)?{_KIND})*"
_EMPTY = re.compile(
    r"[\W_]*|[\W_]*(?:yes\s*(?:/|\bor\b|\|)\s*no|no\s*(?:/|\bor\b|\|)\s*yes"
    r"|tb[adc]|to be (?:added|announced|determined)|unknown|replace|todo)[\W_]*",
    re.IGNORECASE,
)
_NO = re.compile(r"[^\w(]*(?:no(?:ne)?|n/a|nil)\b[\s.!]*+(?!\w)", re.IGNORECASE)
_YES = re.compile(r"\W*yes\b[\s,;:.]*", re.IGNORECASE)
_LEADING_KINDS = re.compile(rf"[\s,;:.\-–—]*({_KINDS})", re.IGNORECASE)
_INSIDE = re.compile(rf"\(\s*({_KINDS})\s*(?:[-–—:;,]\s*(.*?))?\s*\)[\s.]*", re.IGNORECASE | re.S)
_ONE_PARENTHESIS = re.compile(r"\(([^()]*(?:\([^()]*\)[^()]*)*)\)", re.DOTALL)
_MORE_KINDS = re.compile(rf"[\s,;]*(?:and\b|&|\+|/)?\s*({_KINDS})[\s.]*", re.IGNORECASE)

UNSTATED = Erratum("unstated")


def is_negative(value: str) -> bool:
    """Whether a value is a plain no: `No`, `None.`"""
    return _NO.fullmatch(value) is not None


def looks_like_value(value: str) -> bool:
    """Whether a text begins as the value of an Errata line does."""
    pattern = rf"\W*(?:yes|no|none|n/a|tb[ad]|{KINDS})\b"
    return re.match(pattern, value, re.IGNORECASE) is not None


def read_erratum(value: str, raw: str) -> tuple[Erratum, bool]:
    """(erratum, whether the value was understood) of an Errata line in plain text.

    `value` is what follows the word and its colon; `raw` the whole line.
    """
    if _EMPTY.fullmatch(value):
        return Erratum("placeholder", raw=raw), True
    no = _NO.match(value)
    if no:
        return Erratum("no", note=_note(value[no.end() :]), raw=raw), no.end() == len(value)
    yes = _YES.match(value)
    rest = value[yes.end() :] if yes else value
    kinds, note = _kinds_and_note(rest)
    return Erratum("yes", kinds, note, raw), bool(yes or kinds)


def _kinds_and_note(rest: str) -> tuple[tuple[str, ...], str | None]:
    leading = _LEADING_KINDS.match(rest)
    if not leading:
        inside = _INSIDE.fullmatch(rest.strip())
        if inside:
            return _kinds(inside[1]), _note(inside[2] or "")
        return (), _note(rest)
    kinds, rest = _kinds(leading[1]), rest[leading.end() :].strip()
    one = _ONE_PARENTHESIS.match(rest)
    more = _MORE_KINDS.fullmatch(rest, one.end()) if one else None
    if one and more:
        return kinds + _kinds(more[1]), _note(one[1])
    return kinds, _note(rest)


def _kinds(written: str) -> tuple[str, ...]:
    return tuple(re.findall(KINDS, written.lower()))


def _note(rest: str) -> str | None:
    """The inside of one plain parenthesis, else all of it without the dash before it."""
    rest = re.sub(r"^[\s,;:\-–—]+", "", rest).strip()
    one = _ONE_PARENTHESIS.match(rest)
    if one and not rest[one.end() :].strip(" ."):
        rest = one[1].strip()
    return rest if rest.strip(" .") else None
