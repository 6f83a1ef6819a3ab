"""What a user typed → the cards, factions, terms or rules of that name.

In this order, each only when the former found nothing: `exact` (the name, folded), `alias` (another
spelling of it: a redirect or a former name, `The` missing or added, singular and plural, `&` and
`and`, words run together or split), `fuzzy` (one clear best within a few typing errors), `none`. An
exact name never loads the other names, nor anything heavy: most look-ups end there.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from ingest.folding import name_key
from kb.named import query

Named = Literal["card", "faction", "term", "rule"]

SUGGESTIONS = 5
LIKE_ENOUGH = 60.0  # of 100, to be suggested
PART = 0.75  # what a likeness to a part of the name counts
SHARED = 40.0  # what sharing all whole words counts


class Match(NamedTuple):
    match: Literal["exact", "alias", "fuzzy", "none"]
    ids: tuple[int, ...] = ()  # all that bear the name; none where several names are equally near
    suggestions: tuple[str, ...] = ()  # names that may have been meant


def resolve(
    conn: sqlite3.Connection,
    kind: Named,
    name: str,
    as_of: str,
    faction: str | None = None,
    near: bool = True,
) -> Match:
    """Find what bears a name as of a moment. `faction` narrows cards to a faction or special deck.

    Several things of one name are all found; of several names equally near none is chosen, all are
    suggested. Without `near` only the name and its other spellings count, and nothing is suggested.
    """
    key = name_key(name)[:MAX_NAME]
    narrow = _Faction(conn, faction, as_of) if faction is not None else None
    if not key:
        return Match("none")
    rows = _named(conn, "named", kind, key, as_of, narrow)
    if rows:
        return Match("exact", _ids(rows))
    for variant in variants(key):
        rows = _named(conn, "named", kind, variant, as_of, narrow)
        rows = rows or _named(conn, "formerly-named", kind, variant, as_of, narrow)
        rows = rows or _redirected(conn, kind, variant, as_of, narrow)
        if rows:
            return Match("alias", _ids(rows))
    known = [row for row in query(conn, "known-names", as_of=as_of) if row["kind"] == kind]
    known = [row for row in known if narrow is None or narrow.has(row)]
    return _alike(key, known, near)


MAX_NAME = 200  # characters looked at; no name is longer


def variants(key: str) -> Iterator[str]:
    """Other spellings of a folded name: with and without `the`, in singular and plural, with `and`
    for `&`; the name itself first.

    >>> list(variants("the otters & co"))[:3]
    ['the otters & co', 'otters & co', 'the otters and co']
    """
    seen = set()
    bases = [key, key[4:] if key.startswith("the ") else f"the {key}"]
    bases += [base.replace(" & ", " and ") for base in bases]
    bases += [base.replace(" and ", " & ") for base in bases]
    for spelling in bases + [changed for base in bases for changed in _numbers(base)]:
        if spelling and spelling not in seen:
            seen.add(spelling)
            yield spelling


def _numbers(key: str) -> Iterator[str]:
    """The key with its last word in the other number."""
    if key.endswith("ies"):
        yield key[:-3] + "y"
    elif key.endswith("y"):
        yield key[:-1] + "ies"
    if key.endswith("es"):
        yield key[:-2]
    if key.endswith("s"):
        yield key[:-1]
    else:
        yield key + "s"
        yield key + "es"


class _Faction:
    """What `--faction` names: a faction or special deck, by any of its names or a part of one."""

    def __init__(self, conn: sqlite3.Connection, name: str, as_of: str) -> None:
        known = query(conn, "known-names", as_of=as_of)
        found = resolve(conn, "faction", name, as_of)
        keys = {r["name"] for r in known if r["kind"] == "faction" and r["id"] in found.ids}
        if not keys:
            keys = decks_called(name, {row["deck"] for row in known})
        self.decks = keys

    def has(self, row: sqlite3.Row) -> bool:
        return row["deck"] in self.decks


def decks_called(name: str, decks: Iterable[str]) -> set[str]:
    """The decks that a name means, `The Madness Deck` being `madness`; else those it is a part of.

    >>> decks_called("madness", ["The Madness Deck", "Madness Within"])
    {'The Madness Deck'}
    """
    plain = {deck: _plain_deck(deck) for deck in decks}
    wanted = _plain_deck(name)
    if not wanted:
        return set()
    exact = {deck for deck, words in plain.items() if words == wanted}
    return exact or {deck for deck, words in plain.items() if f" {wanted} " in f" {words} "}


def _plain_deck(name: str) -> str:
    from kb.finding.stems import stems

    return " ".join(word for word in stems(name) if word not in ("the", "deck"))


def _named(
    conn: sqlite3.Connection,
    how: str,
    kind: Named,
    key: str,
    as_of: str,
    narrow: _Faction | None,
) -> list[sqlite3.Row]:
    rows = query(conn, how, kind=kind, key=key, as_of=as_of)
    return [row for row in rows if narrow is None or narrow.has(row)]


def _redirected(
    conn: sqlite3.Connection, kind: Named, key: str, as_of: str, narrow: _Faction | None
) -> list[sqlite3.Row]:
    """Where a redirect or a former title leads: to a page's name, or to one of its headings."""
    for row in query(conn, "redirects"):
        if name_key(row["title"]) == key:
            page, _, heading = row["target"].partition("#")
            for target in (heading.replace("_", " "), page):
                rows = _named(conn, "named", kind, name_key(target), as_of, narrow)
                if rows:
                    return rows
    return []


def _ids(rows: Iterable[sqlite3.Row]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(row["id"] for row in rows))


# ---------------------------------------------------------------- near names


def _alike(key: str, known: list[sqlite3.Row], near: bool) -> Match:
    """The name that differs only in blanks, endings or word order, else the nearest one."""
    by_key: dict[str, list[sqlite3.Row]] = {}
    for row in known:
        by_key.setdefault(name_key(row["name"]), []).append(row)
    wanted = _closed_up(key)
    same = [other for other in by_key if _closed_up(other) == wanted]
    how: Literal["alias", "fuzzy"] = "alias"
    if not same and not near:
        return Match("none")
    if not same:
        how, same = "fuzzy", _nearest(key, by_key)
    if len(same) == 1:
        return Match(how, _ids(by_key[same[0]]))
    names = same or _suggested(key, by_key)
    return Match("none", (), tuple(by_key[other][0]["name"] for other in names[:SUGGESTIONS]))


def _closed_up(key: str) -> str:
    """Stems without blanks and `the`: the same for `sea dog`, `The Seadogs` and `sea dog’s`."""
    from kb.finding.stems import stem, stems

    return stem("".join(word for word in stems(key) if word != "the"))


def _nearest(key: str, names: Iterable[str]) -> list[str]:
    """The names at the least distance, when that is no more than a few typing errors."""
    from rapidfuzz.distance import OSA

    bound = errors_allowed(key)
    if not bound:
        return []
    distances = {name: _distance(OSA.distance, key, name, bound) for name in names}
    least = min(distances.values(), default=bound + 1)
    return [name for name, distance in distances.items() if distance == least <= bound]


def _distance(distance, key: str, name: str, bound: int) -> int:  # type: ignore[no-untyped-def]
    """Typing errors between two names, with or without `the` and their blanks."""
    short, other = key.removeprefix("the "), name.removeprefix("the ")
    found = distance(short, other, score_cutoff=bound)
    if found > bound:
        found = distance(short.replace(" ", ""), other.replace(" ", ""), score_cutoff=bound)
    return int(found)


def errors_allowed(word: str) -> int:
    """How many typing errors a name or word of this length may have: none in a short one.

    >>> [errors_allowed(w) for w in ("ram", "mummy", "buccaneer", "everybody was kung fu")]
    [0, 1, 2, 3]
    """
    length = len(word.replace(" ", ""))
    return 0 if length < 4 else 1 if length < 8 else 2 if length < 14 else 3


def _suggested(key: str, names: Iterable[str]) -> list[str]:
    """Names that share a whole word with what was typed, or look like it; best first."""
    from rapidfuzz import fuzz

    from kb.finding.stems import FUNCTION_WORDS, stems

    wanted = set(stems(key)) - FUNCTION_WORDS
    likeness = {}
    for name in names:
        shared = len(wanted.intersection(stems(name))) / (len(wanted) or 1)
        score = max(fuzz.ratio(key, name), PART * fuzz.partial_ratio(key, name)) + SHARED * shared
        if score >= LIKE_ENOUGH:
            likeness[name] = score
    return sorted(likeness, key=lambda name: (-likeness[name], name))
