"""A small knowledge base, made by hand, with every kind of row and with hostile words."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

from ingest.database import APPLICATION_ID, SCHEMA_VERSION

INGEST = Path(__file__).resolve().parents[2] / "ingest"
SCRIPT = '<script>alert("x")</script> & <b>bold</b>'
BASE = "https://wiki.example/wiki/Main_Page"


class Maker:
    """Inserts rows; what it writes is committed at the end."""

    def __init__(self, path: Path) -> None:
        self.conn = sqlite3.connect(path)
        self.conn.executescript((INGEST / "schema.sql").read_text(encoding="utf-8"))
        self.conn.executescript((INGEST / "views.sql").read_text(encoding="utf-8"))
        self.conn.execute(f"pragma application_id = {APPLICATION_ID}")
        self.conn.execute(f"pragma user_version = {SCHEMA_VERSION}")
        self.conn.execute("pragma journal_mode = wal")
        self.conn.execute("pragma foreign_keys = on")

    def add(self, table: str, **row: Any) -> int:
        columns, marks = ", ".join(row), ", ".join("?" * len(row))
        sql = f"insert into {table}({columns}) values ({marks})"
        return int(self.conn.execute(sql, list(row.values())).lastrowid or 0)

    def revision(self, page: int, sequence: int, timestamp: str, wikitext: str | None) -> int:
        text = None
        if wikitext is not None:
            text = self.add("text", hash=wikitext.encode(), wikitext=wikitext)
        return self.add(
            "revision",
            page_id=page,
            sequence=sequence,
            wiki_revision_id=100 + 10 * page + sequence,
            wiki_parent_id=0 if sequence == 1 else 100 + 10 * page + sequence - 1,
            timestamp=timestamp,
            contributor_id=1,
            comment=SCRIPT,
            minor=0,
            text_state="missing" if text is None else "present",
            text_id=text,
            size=len(wikitext or ""),
            source_id=1,
        )


def make_database(path: Path) -> None:
    """One page of each kind, with at least one row in every table."""
    to = Maker(path)
    add = to.add
    add("meta", key="generation", value="1")
    add("meta", key="built_at", value="2026-01-02T03:04:05Z")
    add("wiki", name="Rulebook of <Nowhere>", base=BASE, dbname="nowhere")
    add(
        "source",
        wiki_id=1,
        path="dumps/a.xml",
        format="xml",
        complete=1,
        pages=4,
        revisions=5,
        new=5,
        warnings=json.dumps(["cut <short>"]),
        read_at="2026-01-02T03:04:05Z",
    )
    add("contributor", name="Doctor <i>Lint</i>")
    kinds = {
        "Angle <Brackets>": "faction",
        "Words": "glossary",
        "Manners": "rules",
        "Front": "index",
    }
    for number, (title, kind) in enumerate(kinds.items(), 11):
        add("page", wiki_id=1, wiki_page_id=number, namespace=0, title=title, kind=kind, stale=0)
    add("former_title", page_id=1, title="Round <Brackets>")
    first = to.revision(1, 1, "2025-03-01T10:00:00Z", "old wikitext")
    now = to.revision(1, 2, "2025-04-01T10:00:00Z", f"new wikitext {SCRIPT}")
    unseen = to.revision(1, 3, "2025-05-01T10:00:00Z", None)
    words = to.revision(2, 1, "2025-03-02T10:00:00Z", "glossary wikitext")
    manners = to.revision(3, 1, "2025-03-03T10:00:00Z", "rules wikitext")
    front = to.revision(4, 1, "2025-03-04T10:00:00Z", "index wikitext")
    for page, newest, text in (
        (1, unseen, now),
        (2, words, words),
        (3, manners, manners),
        (4, front, front),
    ):
        to.conn.execute(
            "update page set newest_revision = ?, newest_text = ? where id = ?",
            [newest, text, page],
        )
    add_faction(to, first, now)
    add_cards(to, first, now)
    add_words(to, words, manners)
    add("listed_faction", page_id=4, position=0, label="Lost & Found", target="Lost & Found")
    add("listed_titan", page_id=4, position=0, faction="Angle <Brackets>", titan="The Big <")
    add("finding", page_id=1, line=7, heading=SCRIPT, excerpt=SCRIPT, message="no such thing")
    add("gap", page_id=1, after_revision=first, before_revision=now, reason="parent not held")
    to.conn.commit()
    to.conn.close()


def add_faction(to: Maker, first: int, now: int) -> None:
    to.add("faction", id=710001, page_id=1, name="Angle <Brackets>", slug="angle-brackets")
    version = to.add(
        "faction_version",
        faction_id=710001,
        from_revision=first,
        name="Angle <Brackets>",
        name_key="angle brackets",
        set_name="Odd Signs",
        set_raw="the Odd Signs set",
        titan="The Big <",
        complexity="low",
        complexity_raw="Low.",
        work_in_progress=1,
        description=f"One.\nTwo {SCRIPT}",
        purchase_url="javascript:alert(1)",
        cover='Cover "1".png',
    )
    to.add("mechanic", faction_version_id=version, position=0, name=SCRIPT)
    to.add(
        "synergy",
        faction_version_id=version,
        position=0,
        name="Lost",
        page="Lost & Found",
        note=SCRIPT,
    )
    to.add("deck", page_id=1, name="Angle <Brackets>", slug="angle-brackets", special=0)


def add_cards(to: Maker, first: int, now: int) -> None:
    said = [f"Destroy a minion. {SCRIPT}", "If you can't, draw a card.\nOr two."]
    for number, (name, type_, text) in enumerate(
        (
            ("Lesser <Than>", "minion", said[0]),
            ('Open and "Shut"', "action", said[1]),
            ("The Gap", "base", "word " * 400),
        )
    ):
        card = 720001 + number
        to.add("card", id=card, page_id=1, name=name, slug=f"card-{number}")
        version = to.add(
            "card_version",
            card_id=card,
            deck_id=1,
            from_revision=first,
            position=number,
            name=name,
            name_key=name.lower(),
            type=type_,
            copies=1 + number,
            text=text,
            power=3 if type_ == "minion" else None,
            image="Less & more.png",
            breakpoint=20 if type_ == "base" else None,
            illustrator="Ann <O'Nym>",
            vps="[4, 2, 1]" if type_ == "base" else None,
            section=f"{1 + number}x {name}",
            anchor=f"1x_{number}",
            line=3,
            since_revision=now,
            since_exact=1,
            text_since_revision=now,
            text_since_exact=1,
        )
        to.add("ability", card_version_id=version, position=0, label="Talent", text=text)
        to.add(
            "erratum",
            card_version_id=version,
            status="yes" if number == 0 else "unstated",
            note=SCRIPT,
            raw=f"Errata? Yes {SCRIPT}" if number == 0 else None,
            since_revision=now,
            since_exact=0,
        )
        clarification = to.add(
            "clarification",
            card_version_id=version,
            position=0,
            depth=1,
            text=f"Quite so. {SCRIPT}",
            outdated=1,
            since_revision=first,
            since_exact=1,
        )
        to.add(
            "card_fts", rowid=card, name=name, text=text, clarifications="Quite so.", errata=None
        )
        to.add("clarification_fts", rowid=clarification, card=name, text="Quite so.")
    to.add("erratum_kind", card_version_id=1, position=0, kind="functional")
    errata = {"status": "yes", "kinds": ["functional"], "note": SCRIPT}
    for position, (field, old, new) in enumerate(
        (("text", 'It was "so".', said[0]), ("vps", [3, 2], [4, 2, 1]), ("errata", None, errata))
    ):
        to.add(
            "change",
            page_id=1,
            revision_id=now,
            position=position,
            subject="card",
            subject_id=720001,
            name="Lesser <Than>",
            field=field,
            op="changed",
            old=json.dumps(old),
            new=json.dumps(new),
            cosmetic=0,
            reverted=0,
        )


def add_words(to: Maker, words: int, manners: int) -> None:
    to.add("term", id=730001, page_id=2, name="Pile <up>", slug="pile-up")
    to.add(
        "term_version",
        term_id=730001,
        from_revision=words,
        position=0,
        name="Pile <up>",
        name_key="pile up",
        definition=f"A pile.\n{SCRIPT}",
        exception="None.",
        section="Pile",
        anchor="Pile",
        line=3,
        since_revision=words,
        since_exact=1,
    )
    to.add("term_fts", rowid=730001, name="Pile <up>", definition="A pile.", exception="None.")
    to.add("rule", id=740001, page_id=3, subject="rule", name="Knock <first>", slug="knock-first")
    to.add(
        "rule_version",
        rule_id=740001,
        from_revision=manners,
        position=0,
        name="Knock <first>",
        name_key="knock first",
        path='["Doors", "Knock <first>"]',
        text="Knock.\n" * 300,
        anchor="Knock",
        line=9,
        since_revision=manners,
        since_exact=1,
    )
    to.add("rule_link", rule_version_id=1, position=0, label="Doors & co", target="Words#Pile <up>")
    to.add("rule_fts", rowid=740001, name="Knock <first>", text="Knock.")
