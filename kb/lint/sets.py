"""The names of sets, which the wiki writes in several ways."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ingest.folding import name_key
from kb.lint.page import Finding, Page, Rule, Wiki
from kb.lint.text import SMALL, plain, prose

_USED_IN = re.compile(r"^\s*(?:first\s+)?used\s+in\s+(.+)$", re.IGNORECASE)
_BETWEEN = re.compile(r"\s+and\s+|\s*;\s*|\s*/\s*|\s+via\s+", re.IGNORECASE)
_AROUND = re.compile(r"^\s*the\s+|\s+set\s*$", re.IGNORECASE)
_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")
_QUOTES = str.maketrans("‘’ʼ“”", "'''\"\"")
_Uses = dict[str, list[tuple[int, int, str]]]  # key to (page id, line, form) of each use


class SetVariant(Rule):
    id = "set-variant"
    severity = "info"
    summary = "A set whose name is written otherwise elsewhere."
    fix = "Find out what stands on the box, and write that everywhere."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        for uses in wiki.once(_set_uses).values():
            forms = Counter(form for _, _, form in uses)
            most = max(forms.values())
            best = [form for form, count in forms.items() if count == most]
            for page_id, line, form in uses:
                if page_id == page.id and (len(best) > 1 or form not in best):
                    others = ", ".join(sorted(other for other in forms if other != form))
                    yield page.finding(line, f"the set is {form} here, elsewhere {others}")


def _set_uses(wiki: Wiki) -> _Uses:
    """Uses of the sets' names that are written in more than one way."""
    keys = {_key(name): name for name in _set_names(wiki)}
    keys = {key: name for key, name in keys.items() if len(key.split()) > 1}
    uses: _Uses = {}
    if not keys:
        return uses
    pattern = re.compile(
        "|".join(_pattern(key) for key in sorted(keys, key=len, reverse=True)), re.IGNORECASE
    )
    for page in wiki.pages:
        for number, line in enumerate(page.shown, 1):
            shown = prose(line).translate(_QUOTES)
            is_about_sets = bool(_USED_IN.match(shown)) or _is_set_sentence(page, shown)
            for match in pattern.finditer(shown):
                form = _form(match, shown)
                if is_about_sets or _is_a_name(form):
                    uses.setdefault(_key(form), []).append((page.id, number, form))
    return {key: found for key, found in uses.items() if len({form for _, _, form in found}) > 1}


def _set_names(wiki: Wiki) -> Iterator[str]:
    for page in wiki.pages:
        faction = page.records.faction
        if faction and faction.set:
            yield faction.set
        for line in page.shown:
            match = _USED_IN.match(plain(line)) if "sed in" in line else None
            if match:
                names = (_ASIDE.sub("", one) for one in _BETWEEN.split(match[1]))
                yield from filter(None, (_AROUND.sub("", name).strip() for name in names))


def _key(name: str) -> str:
    """A set's name without case, punctuation and plurals, `the` and `set`."""
    words = name_key(_AROUND.sub("", _AROUND.sub("", name)) or name).split()
    return " ".join(word.rstrip("s") or word for word in words)


def _pattern(key: str) -> str:
    *words, last = (re.escape(word) for word in key.split())
    inner = "".join(rf"'?{word}'?s?\W{{1,3}}" for word in words)
    return rf"(?<!\w){inner}'?{last}(?:s(?!\w)|(?!\w))"


def _form(match: re.Match[str], shown: str) -> str:
    """A set's name as written, the parenthesis that ends it closed."""
    is_open = match[0].count("(") > match[0].count(")")
    end = match.end() + (is_open and shown.startswith(")", match.end()))
    return " ".join(shown[match.start() : end].split())


def _is_a_name(form: str) -> bool:
    words = [word for word in re.findall(r"\w[\w']*", form) if word.lower() not in SMALL]
    return all(word[0].isupper() or word[0].isdigit() for word in words)


def _is_set_sentence(page: Page, shown: str) -> bool:
    faction = page.records.faction
    raw = faction.set_raw if faction else None
    return raw is not None and raw.translate(_QUOTES) in shown
