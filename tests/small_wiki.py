"""Small invented wikis as dumps: the same saves as an XML export, an Atom feed or a feed's text."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from xml.sax.saxutils import escape

from ingest.build import build

SITE = "Otter Rules"
MEDIAWIKI = '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11">'
SITEINFO = (
    f"<siteinfo><sitename>{SITE}</sitename><dbname>otter</dbname>"
    "<base>https://otter.example/wiki/Main_Page</base></siteinfo>"
)


@dataclass(frozen=True)
class Save:
    """One revision; `text` None is hidden by the wiki, "" a blank page."""

    id: int
    time: str
    text: str | None
    page: str = "Otters"
    page_id: int = 5
    parent: int = 0  # 0: the page's first; only an export tells
    user: str = "Nell"
    comment: str = ""


def xml(saves: Iterable[Save]) -> str:
    """A MediaWiki export, pages and revisions in the order given."""
    parts = [
        '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11">',
        SITEINFO,
    ]
    for (title, page_id), of_page in groupby(saves, key=lambda save: (save.page, save.page_id)):
        namespace = 6 if title.startswith("File:") else 0
        parts.append(f"<page><title>{escape(title)}</title><ns>{namespace}</ns><id>{page_id}</id>")
        parts += [*map(_xml_revision, of_page), "</page>"]
    return "\n".join([*parts, "</mediawiki>\n"])


def _xml_revision(save: Save) -> str:
    parent = f"<parentid>{save.parent}</parentid>" if save.parent else ""
    if save.text is None:
        text = '<text bytes="9" deleted="deleted" />'
    elif save.text == "":
        text = '<text bytes="0" />'
    else:
        text = f'<text xml:space="preserve">{escape(save.text)}</text>'
    return (
        f"<revision><id>{save.id}</id>{parent}<timestamp>{save.time}</timestamp>"
        f"<contributor><username>{escape(save.user)}</username><id>7</id></contributor>"
        f"<comment>{escape(save.comment)}</comment><model>wikitext</model>{text}</revision>"
    )


def atom(saves: Iterable[Save]) -> str:
    """The feed of one user's contributions, in the order given. It tells no parents."""
    entries = "\n".join(map(_atom_entry, saves))
    return (
        '<?xml version="1.0"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">\n'
        "<id>https://otter.example/api.php?action=feedcontributions&amp;user=Nell</id>\n"
        f"<title>{SITE} - User contributions [en]</title>\n{entries}\n</feed>\n"
    )


def _atom_entry(save: Save) -> str:
    shown = html.escape(save.text or "").replace("\n", "<br />\n")
    summary = f"<p>{save.user}: {html.escape(save.comment)}</p>\n<hr />\n<div>{shown}</div>"
    link = f"https://otter.example/index.php?title={save.page}&diff={save.id}"
    return (
        f"<entry><id>{escape(link)}</id><title>{escape(save.page)}</title>"
        f"<updated>{save.time}</updated><author><name>{escape(save.user)}</name></author>"
        f'<summary type="html">{escape(summary)}</summary></entry>'
    )


def feed_text(saves: Iterable[Save]) -> str:
    """The text of such a feed. It tells no ids either."""
    entries = "\n".join(
        f"{save.page}\n\n{save.time}\n\n{save.user}: {save.comment}\n\n{save.text or ''}\n"
        for save in saves
    )
    return f"{SITE} - User contributions [en]\n\n{entries}"


def built(folder: Path, *sources: Path | str) -> Path:
    """A knowledge base without an index, from dumps (paths, or an export's text); adds to it."""
    folder.mkdir(exist_ok=True)
    paths = []
    for number, source in enumerate(sources):
        path = source if isinstance(source, Path) else folder / f"source-{number}.xml"
        if isinstance(source, str):
            path.write_text(source, encoding="utf-8")
        paths.append(str(path))
    db = folder / "smashup.db"
    build(db, paths, lambda conn, generation, pages: None)
    return db


def faction(*cards: str) -> str:
    """Wikitext of a faction's page with these minions."""
    return "Wet.\n\n===Cards - Minions===\n" + "\n".join(cards).rstrip()


def card(
    name: str = "Reef Guard",
    text: str = "Draw a card.",
    power: int = 3,
    errata: str = "No",
    said: str = "None",
) -> str:
    """Wikitext of a card; `said` is one clarification a line."""
    bullets = "\n".join(f"* {line}" for line in said.split("\n"))
    return (
        f"======1x {name}======\n'''Power {power}''' - {text}\n\n"
        f"Errata: {errata}\n\nClarifications:\n{bullets}\n"
    )
