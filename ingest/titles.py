"""Page titles as MediaWiki reads them: namespace, canonical spelling, default content model.

The rules are those of MediaWiki's title parser (`MediaWikiTitleCodec`) with the English namespace
names, which every wiki understands; a wiki's own names come from its `Site`.
"""

from __future__ import annotations

import re
import unicodedata

from ingest.records import Site

_SUBJECTS = {2: "User", 4: "Project", 6: "File", 8: "MediaWiki", 10: "Template", 12: "Help",
             14: "Category"}  # fmt: skip
_NAMES = (
    {-2: "Media", -1: "Special", 1: "Talk"}
    | _SUBJECTS
    | {number + 1: f"{name} talk" for number, name in _SUBJECTS.items()}
)
_NUMBERS = {name.lower(): number for number, name in _NAMES.items()}
_NUMBERS |= {"image": 6, "image talk": 7}  # what File was called before MediaWiki 1.14

# What MediaWiki takes for a blank in a title, and the direction marks that it drops.
_BLANKS = re.compile(r"[\s_\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_MARKS = re.compile(r"[\u200e\u200f\u202a-\u202e]")
_CODE_MODELS = {"css": "css", "js": "javascript", "json": "json"}


def _clean(title: str) -> str:
    return _BLANKS.sub(" ", unicodedata.normalize("NFC", _MARKS.sub("", title))).strip(" ")


def _prefix(title: str) -> tuple[str, str]:
    """(what stands before the first colon, what follows); ("", title) where nothing can."""
    before, colon, after = (part.strip(" ") for part in title.partition(":"))
    return (before, after) if colon and before and after else ("", title)


def namespace_of(title: str, site: Site | None = None) -> int:
    """Number of the namespace that a full title's prefix names; 0, the main one, for none.

    A wiki's own names (`site.namespaces`) count beside the English ones, and so does its name,
    which MediaWiki gives to the project namespace.

    >>> namespace_of("file:Otter.png"), namespace_of("User talk:Nell"), namespace_of("Oops: again")
    (6, 3, 0)
    """
    name = _prefix(_clean(title).lstrip(": "))[0].lower()
    if not name:
        return 0
    if site is not None:
        for number, local in site.namespaces:
            if local and _clean(local).lower() == name:
                return number
        project = _clean(site.name or "").lower()
        if project and name in (project, f"{project} talk"):
            return 4 if name == project else 5
    return _NUMBERS.get(name, 0)


def normalise_title(title: str) -> str:
    """A full title as MediaWiki stores it, with blanks: one spelling for one page.

    Underscores and runs of blanks become one blank, the first letter upper case, English
    namespace names canonical (`image:` is `File:`), the whole NFC.

    >>> normalise_title("image:sea__otter.png"), normalise_title(" the Bits")
    ('File:Sea otter.png', 'The Bits')
    """
    title = _clean(title).lstrip(": ")
    prefix, rest = _prefix(title)
    number = _NUMBERS.get(prefix.lower())
    if number is None:
        return _upper_first(title)
    return f"{_NAMES[number]}:{_upper_first(rest)}"


def _upper_first(title: str) -> str:
    first = title[:1].upper()
    # MediaWiki leaves letters alone whose capital is two letters, as the German sharp s.
    return first + title[1:] if len(first) == 1 else title


def content_model(title: str, namespace: int) -> str:
    """The model that MediaWiki gives to a page when nothing tells another.

    Code pages are told by their names, in the MediaWiki namespace and on subpages of users.
    """
    ending = title.rpartition(".")[2] if "." in title else ""
    if namespace == 8 or (namespace == 2 and "/" in title):
        return _CODE_MODELS.get(ending, "wikitext")
    return "wikitext"
