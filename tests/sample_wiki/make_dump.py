"""Take the sample wiki's history through a real MediaWiki and keep the dump that it writes.

    python tests/sample_wiki/make_dump.py [--mediawiki mediawiki-up.sh] [--dir DIR] [--port PORT]

The result is revisions/sample-wiki.xml, byte for byte as `dumpBackup.php --full` gave it. Two
things are set from outside, because a server has no past of its own: the time of the page move
(in the database, right after the move) and the wiki's address (in its settings, before the dump).
The script that sets a MediaWiki up is found in $SMASHUP_SHARED/mediawiki unless it is named.
"""

from __future__ import annotations

import argparse
import http.cookiejar
import json
import os
import secrets
import sqlite3
import subprocess
import sys
import tomllib
import urllib.parse
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DUMP = ROOT / "revisions" / "sample-wiki.xml"
MAINTENANCE = Path("/usr/share/mediawiki/maintenance")
SITENAME = "Smash Up Sample Rulebook"
SERVER = "https://sample.example"


@dataclass(frozen=True, slots=True)
class Save:
    """One save of history.toml; `text` is the whole page after it."""

    page: str
    time: str  # ISO 8601, UTC
    by: str
    summary: str
    minor: bool
    text: str
    move_to: str | None
    hide: tuple[str, ...]


def read_history(folder: Path = HERE) -> Iterator[Save]:
    """The saves of history.toml, oldest first, each edit applied to the text before it.

    Raises ValueError if an edit's old text does not stand exactly once in the page, or the saves
    are not in order of time.
    """
    texts: dict[str, list[str]] = {}  # of each page, oldest first
    last = ""
    for entry in tomllib.loads((folder / "history.toml").read_text("utf-8"))["revision"]:
        page, time = entry["page"], f"{entry['time']:%Y-%m-%dT%H:%M:%SZ}"
        if time <= last:
            raise ValueError(f"{page} at {time}: not after the save before it, {last}")
        last = time
        held = texts.setdefault(page, [])
        text = _text_after(entry, held, folder)
        held.append(text)
        if "move_to" in entry:
            texts[entry["move_to"]] = texts.pop(page)
        yield Save(
            page=page,
            time=time,
            by=entry["by"],
            summary=entry.get("summary", ""),
            minor=entry.get("minor", False),
            text=text,
            move_to=entry.get("move_to"),
            hide=tuple(entry.get("hide", ())),
        )


def _text_after(entry: dict[str, object], held: list[str], folder: Path) -> str:
    match entry:
        case {"text_from": ""}:
            return ""
        case {"text_from": str(name)}:
            return (folder / "pages" / name).read_text("utf-8").rstrip("\n")
        case {"undo": True}:
            return held[-2]
        case {"move_to": _}:
            return held[-1]
        case {"edits": list(edits)}:
            text = held[-1]
            for old, new in edits:
                if text.count(old) != 1:
                    raise ValueError(f"{entry['page']}: {text.count(old)} times there: {old!r}")
                text = text.replace(old, new)
            return text
    raise ValueError(f"{entry['page']}: the save has no text_from, edits, undo or move_to")


# ---------------------------------------------------------------- the MediaWiki


@dataclass(frozen=True, slots=True)
class Wiki:
    folder: Path
    url: str

    def maintain(self, script: str, *args: str, stdin: str = "") -> None:
        subprocess.run(
            ["php", str(MAINTENANCE / script), *args],
            env=os.environ | {"MW_CONFIG_FILE": str(self.folder / "LocalSettings.php")},
            input=stdin,
            text=True,
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def database(self) -> sqlite3.Connection:
        return sqlite3.connect(self.folder / "data" / "wiki.sqlite")


def start(script: Path, folder: Path, port: int) -> Wiki:
    """Set up an empty wiki in `folder`, which must not hold one yet, and serve it."""
    if (folder / "LocalSettings.php").exists():
        sys.exit(f"{folder} holds a wiki already: name an empty --dir, or remove it")
    subprocess.run(
        [str(script), str(folder), str(port)],
        env=os.environ | {"MW_SITENAME": SITENAME},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return Wiki(folder, f"http://127.0.0.1:{port}")


def import_saves(wiki: Wiki, saves: Iterable[Save]) -> None:
    """Import with the saves' own times; one <page> for each, so that ids follow time."""
    parts = ['<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11">']
    for save in saves:
        who = "ip" if save.by[0].isdigit() else "username"
        parts.append(
            f"<page><title>{escape(save.page)}</title><revision><timestamp>{save.time}</timestamp>"
            f"<contributor><{who}>{escape(save.by)}</{who}></contributor>"
            f"{'<minor/>' if save.minor else ''}<comment>{escape(save.summary)}</comment>"
            "<model>wikitext</model><format>text/x-wiki</format>"
            f'<text xml:space="preserve">{escape(save.text)}</text></revision></page>'
        )
    wiki.maintain("importDump.php", stdin="\n".join([*parts, "</mediawiki>"]))


def move(wiki: Wiki, save: Save) -> None:
    """Move a page as a user would, then give both revisions of the move their time."""
    with closing(wiki.database()) as db:
        (before,) = db.execute("SELECT max(rev_id) FROM revision").fetchone()
    order = wiki.folder / "move.txt"
    order.write_text(f"{save.page}|{save.move_to}\n", "utf-8")
    wiki.maintain("moveBatch.php", "-u", save.by, "-r", save.summary, str(order))
    time = "".join(c for c in save.time if c.isdigit())
    with closing(wiki.database()) as db, db:
        db.execute("UPDATE revision SET rev_timestamp = ? WHERE rev_id > ?", (time, before))


def hide(wiki: Wiki, saves: Iterable[Save]) -> None:
    """Withhold parts of revisions, through the API as the wiki's administrator."""
    login = dict(
        line.split("=", 1) for line in (wiki.folder / "logins.env").read_text().splitlines()
    )
    opener = urllib.request.build_opener(
        urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    )

    def call(**fields: str) -> Any:
        body = urllib.parse.urlencode({"format": "json", "formatversion": "2"} | fields)
        with opener.open(f"{wiki.url}/api.php", body.encode()) as answer:
            found = json.load(answer)
        if "error" in found:
            raise RuntimeError(f"{fields['action']}: {found['error']}")
        return found

    def token(kind: str) -> str:
        answer = call(action="query", meta="tokens", type=kind)
        return str(answer["query"]["tokens"][f"{kind}token"])

    call(
        action="login",
        lgname=login["MW_BOT_USER"],
        lgpassword=login["MW_BOT_PASS"],
        lgtoken=token("login"),
    )
    for save in saves:
        time = "".join(c for c in save.time if c.isdigit())
        with closing(wiki.database()) as db:
            (revision,) = db.execute(
                "SELECT rev_id FROM revision WHERE rev_timestamp = ?", (time,)
            ).fetchone()
        call(
            action="revisiondelete",
            type="revision",
            target=save.page,
            ids=str(revision),
            hide="|".join(save.hide),
            token=token("csrf"),
        )


def make_dump(script: Path, folder: Path, port: int, target: Path) -> None:
    saves = list(read_history())
    wiki = start(script, folder, port)
    try:
        for name in sorted({save.by for save in saves if not save.by[0].isdigit()}):
            wiki.maintain("createAndPromote.php", name, f"Pw-{secrets.token_hex(16)}")
        for moved, group in groupby(saves, key=lambda save: save.move_to is not None):
            if moved:
                for save in group:
                    move(wiki, save)
            else:
                import_saves(wiki, group)
        hide(wiki, [save for save in saves if save.hide])
        (folder / "server.url").write_text(f"{SERVER}\n", "utf-8")
        wiki.maintain("dumpBackup.php", "--full", "--quiet", f"--output=file:{target}")
    finally:
        subprocess.run([str(script.with_name("mediawiki-down.sh")), str(folder)], check=True)


def main() -> None:
    shared = Path(os.environ.get("SMASHUP_SHARED") or ROOT.parent / "shared")
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--mediawiki", type=Path, default=shared / "mediawiki" / "mediawiki-up.sh")
    options.add_argument("--dir", type=Path, default=Path("/tmp/mw-sample"))
    options.add_argument("--port", type=int, default=8471)
    options.add_argument("--out", type=Path, default=DUMP)
    given = options.parse_args()
    make_dump(given.mediawiki.resolve(), given.dir.resolve(), given.port, given.out.resolve())


if __name__ == "__main__":
    main()
