"""The contract's JSON objects as data, and whether a value has such a shape.

A shape is a type; a tuple of shapes, any of which will do (None for null); a list of one shape for
all items of a list; a dict for an object with at least these keys; a frozenset of right values; or
a function that says whether a value is right. Objects may have more keys, never fewer (contract).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

Shape = Any


def time(value: Any) -> bool:
    """ISO, UTC, `Z`."""
    return isinstance(value, str) and bool(
        re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", value, re.ASCII)
    )


def words(value: Any) -> bool:
    """A text that says something."""
    return isinstance(value, str) and value == value.strip() != ""


def slug(value: Any) -> bool:
    return isinstance(value, str) and bool(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value))


def anything(value: Any) -> bool:
    return True


def web(value: Any) -> bool:
    return isinstance(value, str) and value.startswith(("http://", "https://"))


def count(value: Any) -> bool:
    return type(value) is int and value >= 0


SOURCE = {
    "page": words,
    "section": (words, None),
    "revision_id": (count, None),
    "timestamp": time,
    "contributor": (words, None),
    "comment": (str, None),
    "url": (web, None),
}
SINCE = {"timestamp": time, "contributor": (words, None), "exact": bool}
ERRATA = {
    "status": frozenset({"yes", "no", "unstated", "placeholder"}),
    "kinds": [frozenset({"functional", "wording", "reversion"})],
    "note": (words, None),
}
TYPES = frozenset({"minion", "action", "base", "titan"})
CARD = {
    "id": count,
    "slug": slug,
    "name": words,
    "faction": (words, None),
    "deck": words,
    "set": (words, None),
    "page": words,
    "type": TYPES,
    "copies": (count, None),
    "power": (count, None),
    "breakpoint": (count, None),
    "vps": ([count], None),
    "treasures": (count, None),
    "text": str,
    "abilities": [{"label": (words, None), "text": words}],
    "errata": ERRATA,
    "clarifications": [{"text": words, "depth": count, "outdated": bool}],
    "image": (words, None),
    "illustrator": (words, None),
    "changed": (time, None),
    "source": SOURCE,
    "since": SINCE,
}
FACTION = {
    "id": count,
    "slug": slug,
    "name": words,
    "set": (words, None),
    "titan": (words, None),
    "complexity": (frozenset({"low", "low-medium", "medium", "medium-high", "high"}), None),
    "complexity_raw": (words, None),
    "mechanics": [words],
    "synergies": [{"name": words, "page": (words, None), "note": (words, None)}],
    "work_in_progress": bool,
    "description": (words, None),
    "purchase_url": (web, None),
    "cover": {"image": (words, None), "illustrator": (words, None)},
    "cards": [
        {
            "id": count,
            "name": words,
            "type": TYPES,
            "copies": (count, None),
            "power": (count, None),
        }
    ],
    "source": SOURCE,
}
TERM = {
    "name": words,
    "definition": words,
    "exception": (words, None),
    "image": (words, None),
    "source": SOURCE,
    "since": SINCE,
}
RULE = {"name": words, "path": [words], "text": str, "source": SOURCE, "since": SINCE}
CHANGE = {
    "id": (count, None),
    "subject": frozenset({"page", "faction", "card", "term", "rule", "section"}),
    "name": words,
    "page": words,
    "field": (words, None),
    "op": frozenset({"added", "removed", "changed", "moved", "renamed", "blanked", "restored"}),
    "old": anything,
    "new": anything,
    "cosmetic": bool,
    "source": SOURCE,
}
GAP = {"after": (time, None), "before": (time, None), "reason": words}
PASSAGE = {
    "rank": count,
    "kind": frozenset({"ability", "clarification", "errata", "term", "rule", "history"}),
    "page": words,
    "heading": words,
    "text": words,
    "matched": [words],
    "outdated": bool,
    "score": (int, float),
    "source": SOURCE,
    "since": SINCE,
}
RESULT = {
    "kind": words,
    "name": words,
    "page": words,
    "heading": (words, None),
    "snippet": str,
    "source": SOURCE,
}
SOURCE_REPORT = {
    "path": words,
    "format": words,
    "complete": bool,
    "pages": count,
    "revisions": count,
    "new": count,
    "warnings": [words],
}

ENVELOPE = {"as_of": (time, None), "generation": count, "notices": [words]}
MATCH = frozenset({"exact", "alias", "fuzzy", "none"})
ANSWERS: dict[str, Shape] = {
    "card": {"query": str, "match": MATCH, "cards": [CARD], "suggestions": [words]},
    "faction": {
        "query": (str, None),
        "match": MATCH,
        "factions": [FACTION],
        "suggestions": [words],
    },
    "term": {"query": (str, None), "match": MATCH, "terms": [TERM], "suggestions": [words]},
    "rule": {"query": (str, None), "match": MATCH, "rules": [RULE], "suggestions": [words]},
    "ruling": {
        "question": words,
        "confident": bool,
        "reason": frozenset(
            {"settled", "no_passage", "unknown_name", "page_not_held", "ambiguous"}
        ),
        "cards": [{"id": count, "name": words, "deck": words}],
        "passages": [PASSAGE],
    },
    "search": {"query": words, "total": count, "warnings": [words], "results": [RESULT]},
    "diff": {
        "page": words,
        "from": (SOURCE, None),
        "to": (SOURCE, None),
        "changes": [CHANGE],
        "cosmetic": count,
        "gaps": [GAP],
    },
    "build": {"sources": [SOURCE_REPORT], "seconds": (int, float)},
    "info": {
        "counts": dict,
        "sources": [SOURCE_REPORT],
        "newest": SOURCE,
        "factions_not_held": [words],
        "gaps": [GAP],
    },
}


def faults(value: Any, shape: Shape, place: str = "") -> Iterator[str]:
    """Where a value has not the shape, and what stands there."""
    if isinstance(shape, tuple):
        if all(any(faults(value, one)) for one in shape):
            inner = [f for one in shape if isinstance(one, dict) for f in faults(value, one, place)]
            yield from inner if isinstance(value, dict) and inner else [f"{place}: {value!r}"]
    elif isinstance(shape, dict):
        if not isinstance(value, dict):
            yield f"{place}: {value!r} is no object"
            return
        for key, inner in shape.items():
            if key in value:
                yield from faults(value[key], inner, f"{place}.{key}")
            else:
                yield f"{place}.{key} is missing"
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield f"{place}: {value!r} is no list"
            return
        for number, item in enumerate(value):
            yield from faults(item, shape[0], f"{place}[{number}]")
    elif not _is(value, shape):
        yield f"{place}: {value!r}"


def _is(value: Any, shape: Shape) -> bool:
    if shape is None:
        return value is None
    if isinstance(shape, frozenset):
        return value in shape
    if isinstance(shape, type):
        return type(value) is shape  # True is no int
    return bool(shape(value))
