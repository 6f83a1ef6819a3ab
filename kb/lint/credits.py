"""Who has drawn an image: credits that are missing, malformed, or name one artist in two ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rapidfuzz.distance import OSA

from ingest.folding import fold, name_key
from kb.lint.images import Shown, images
from kb.lint.page import Finding, Page, Rule, Wiki

_OFTEN, _SELDOM = 5, 2  # uses that make a spelling the known one, and a slip


def _page_images(wiki: Wiki) -> dict[int, list[Shown]]:
    return {page.id: images(page) for page in wiki.pages}


def images_of(page: Page, wiki: Wiki) -> list[Shown]:
    return wiki.once(_page_images).get(page.id, [])


def _credit_rules(wiki: Wiki) -> bool:
    """Whether most cards of the wiki credit their artist."""
    told = [
        placed.card.illustrator is not None
        for page in wiki.pages
        for placed in page.cards
        if placed.images
    ]
    return 2 * sum(told) > len(told)


def _terms_are_credited(wiki: Wiki) -> bool:
    """Whether most images of the glossary credit their artist."""
    terms = [term for page in wiki.pages for term in page.records.terms if term.image]
    return 2 * sum(term.illustrator is not None for term in terms) > len(terms)


class CreditMissing(Rule):
    id = "credit-missing"
    severity = "warning"
    summary = "The image of a card, a term or a faction without its artist."
    fix = "End the image with `|Illustrated by: NAME]]`."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        if not wiki.once(_credit_rules):
            return
        shown = images_of(page, wiki)
        for line in sorted(self._uncredited(page, shown, wiki)):
            yield page.finding(line, "the image names no artist")

    def _uncredited(self, page: Page, shown: list[Shown], wiki: Wiki) -> Iterator[int]:
        for placed in page.cards:
            if placed.images and placed.card.illustrator is None:
                yield placed.images[0]
        faction = page.records.faction
        if faction and faction.cover and faction.cover_illustrator is None:
            yield from [image.line for image in shown if image.file == faction.cover][:1]
        if not wiki.once(_terms_are_credited):
            return
        headings = {name_key(heading.title): heading.line for heading in page.headings}
        for term in page.records.terms:
            line = headings.get(name_key(term.section))
            if term.image and term.illustrator is None and line:
                yield from _image_of_term(shown, term.image, line)


def _image_of_term(shown: list[Shown], file: str, heading: int) -> list[int]:
    """The line of a term's image without an artist: the last above its heading, or the next."""
    lines = [image.line for image in shown if image.file == file and image.artist is None]
    above = [line for line in lines if line < heading]
    return above[-1:] or lines[:1]


class CreditMalformed(Rule):
    id = "credit-malformed"
    severity = "info"
    summary = "A credit that is not written like the wiki's others."
    fix = "Write `Illustrated by: NAME`."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        if not wiki.once(_credit_rules):
            return
        for image in images_of(page, wiki):
            if image.is_credit and image.artist and not image.is_wellformed:
                yield page.finding(image.line, f"the credit is written `{image.caption}`")


class ArtistVariant(Rule):
    id = "artist-variant"
    severity = "info"
    summary = "An artist whose name is written otherwise elsewhere."
    fix = "Find out which spelling is right, and write it everywhere."

    def check(self, page: Page, wiki: Wiki) -> Iterator[Finding]:
        better = wiki.once(_better_names)
        files = wiki.once(_names_of_files)
        for image in images_of(page, wiki):
            name = image.artist
            if name is None:
                continue
            other = better.get(name) or files.get((image.file, name))
            if other:
                yield page.finding(image.line, f"{name} is {other} elsewhere")


def _uses(wiki: Wiki) -> Counter[str]:
    return Counter(
        shown.artist for all in wiki.once(_page_images).values() for shown in all if shown.artist
    )


def _better_names(wiki: Wiki) -> dict[str, str]:
    """A spelling to the one that is used more often for what must be the same artist.

    The same but for blanks, case, accents or punctuation; the same words in another order; or one
    letter off a name that is used often, by one that hardly is.
    """
    uses = wiki.once(_uses)
    better: dict[str, str] = {}
    for key in (_squeezed, _words):
        groups: dict[str, list[str]] = {}
        for name in uses:
            groups.setdefault(key(name), []).append(name)
        for group in groups.values():
            best = max(group, key=lambda name: uses[name])
            better |= {name: best for name in group if uses[name] < uses[best]}
    often = [name for name, count in uses.items() if count >= _OFTEN]
    for name, count in uses.items():
        if count <= _SELDOM and name not in better:
            near = [other for other in often if _is_slip(name, other)]
            if len(near) == 1:
                better[name] = near[0]
    return better


def _squeezed(name: str) -> str:
    return name_key(name).replace(" ", "")


def _words(name: str) -> str:
    """The words of a name in one order; of several artists, the names as they stand."""
    words = name_key(name).split()
    return " ".join(words if {"&", "and"} & set(words) or "," in name else sorted(words))


def _is_slip(name: str, other: str) -> bool:
    """Whether a long name is one letter off another, in a word that is not short itself."""
    a, b = fold(name).split(), fold(other).split()
    if len(a) != len(b) or len(a) < 2:
        return False
    differing = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
    if len(differing) != 1 or min(map(len, differing[0])) < 5:
        return False
    return OSA.distance(*differing[0], score_cutoff=1) == 1


def _names_of_files(wiki: Wiki) -> dict[tuple[str, str], str]:
    """(file, artist) to the artist that the same file is credited to and who has drawn more."""
    credited: dict[str, set[str]] = {}
    for all in wiki.once(_page_images).values():
        for shown in all:
            if shown.artist:
                credited.setdefault(shown.file, set()).add(shown.artist)
    uses = wiki.once(_uses)
    other: dict[tuple[str, str], str] = {}
    for file, names in credited.items():
        if len(names) > 1:
            best = max(sorted(names), key=lambda name: uses[name])
            other |= {(file, name): best for name in names if name != best}
    return other
