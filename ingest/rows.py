"""Lineages, changes and gaps → the rows of one page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from sqlite_utils import Database

from ingest.folding import name_key, slug
from ingest.identities import free_number, table_of
from ingest.meaning import is_standard, played_on
from ingest.records import Card, Faction, Rule, Term
from ingest.statements import Row, insert, insert_all
from ingest.versions import Change, Gap, Lineage, PageRevision, Since, Version


class Writer:
    """Writes one page's lineages, changes and gaps."""

    def __init__(
        self, db: Database, page_id: int, title: str, revisions: Sequence[PageRevision]
    ) -> None:
        self.db = db
        self.page_id = page_id
        self.title = title
        self.sequence = {revision.id: n for n, revision in enumerate(revisions, 1)}
        self.decks: dict[tuple[str, bool], int] = {}
        self.slugs: set[tuple[str, int, str]] = set()

    def lineages(self, lineages: Sequence[Lineage], ids: Sequence[int]) -> None:
        """Write them under their ids: those of today first, which have the choice of slugs."""
        pairs = list(zip(lineages, ids, strict=True))
        pairs.sort(key=lambda pair: pair[0].versions[-1].until_revision is not None)
        for lineage, subject_id in pairs:
            self._lineage(lineage, subject_id)

    def _lineage(self, lineage: Lineage, subject_id: int) -> None:
        table = table_of(lineage)
        newest = lineage.versions[-1].record
        room = self._deck(newest) if isinstance(newest, Card) else 0
        row: Row = {"id": subject_id, "page_id": self.page_id, "name": newest.name}
        row["slug"] = self._slug(table, room, newest.name)
        if table == "rule":
            row["subject"] = lineage.subject
        insert(self.db, table, row)
        for version in lineage.versions:
            self._version(table, subject_id, version)

    def _slug(self, table: str, room: int, name: str) -> str:
        """A part of an address, numbered on collision: in `room` (a deck's id), or anywhere."""
        base = candidate = slug(name)
        number = 2
        while (table, room, candidate) in self.slugs or self._is_elsewhere(table, candidate):
            candidate = f"{base}-{number}"
            number += 1
        self.slugs.add((table, room, candidate))
        return candidate

    def _is_elsewhere(self, table: str, candidate: str) -> bool:
        """Whether another page's deck, faction or term bears a slug; cards are told by deck."""
        if table not in ("deck", "faction", "term"):
            return False
        found = self.db.execute(f"select 1 from [{table}] where slug = ?", [candidate])
        return found.fetchone() is not None

    def _deck(self, card: Card) -> int:
        key = (card.deck, card.special)
        if key not in self.decks:
            row = {
                "page_id": self.page_id,
                "name": card.deck,
                "slug": self._slug("deck", 0, card.deck),
                "special": int(card.special),
            }
            self.decks[key] = insert(self.db, "deck", row)
        return self.decks[key]

    def _version(self, table: str, subject_id: int, version: Version) -> None:
        record = version.record
        row: Row = {
            f"{table}_id": subject_id,
            "from_revision": version.from_revision,
            "until_revision": version.until_revision,
            "name": record.name,
            "name_key": name_key(record.name),
        }
        if isinstance(record, Faction):
            self._faction(row, record)
            return
        row |= {
            "position": version.position,
            "anchor": record.anchor,
            "line": record.line,
            "since_revision": version.since.revision,
            "since_exact": int(version.since.exact),
        }
        if isinstance(record, Card):
            self._card(row, record, version)
        elif isinstance(record, Term):
            self._term(row, record)
        else:
            self._rule(row, record)

    def _faction(self, row: Row, faction: Faction) -> None:
        row |= {
            "set_name": faction.set,
            "set_raw": faction.set_raw,
            "titan": faction.titan,
            "complexity": faction.complexity,
            "complexity_raw": faction.complexity_raw,
            "work_in_progress": int(faction.work_in_progress),
            "description": faction.description,
            "purchase_url": faction.purchase_url,
            "cover": faction.cover,
            "cover_illustrator": faction.cover_illustrator,
        }
        version_id = insert(self.db, "faction_version", row)
        key = {"faction_version_id": version_id}
        insert_all(
            self.db, "mechanic", numbered(key, ({"name": name} for name in faction.mechanics))
        )
        insert_all(
            self.db,
            "synergy",
            numbered(
                key, ({"name": s.name, "page": s.page, "note": s.note} for s in faction.synergies)
            ),
        )

    def _card(self, row: Row, card: Card, version: Version) -> None:
        row |= {
            "deck_id": self._deck(card),
            "type": card.type,
            "copies": card.copies,
            "power": card.power,
            "breakpoint": card.breakpoint,
            "vps": None if card.vps is None else json.dumps(card.vps),
            "treasures": card.treasures,
            "text": card.text,
            "played_on": played_on(card.text) if card.type == "action" else None,
            "standard": _yes_no(is_standard(card.type, card.text)),
            "image": card.image,
            "illustrator": card.illustrator,
            "section": card.section,
            "text_since_revision": version.text_since.revision,
            "text_since_exact": int(version.text_since.exact),
        }
        version_id = insert(self.db, "card_version", row)
        key = {"card_version_id": version_id}
        insert_all(
            self.db,
            "ability",
            numbered(key, ({"label": a.label, "text": a.text} for a in card.abilities)),
        )
        erratum = {"status": card.erratum.status, "note": card.erratum.note}
        erratum |= {"raw": card.erratum.raw, **_since(version.errata_since)}
        insert(self.db, "erratum", {**key, **erratum})
        insert_all(
            self.db, "erratum_kind", numbered(key, ({"kind": k} for k in card.erratum.kinds))
        )
        written = self.sequence[version.text_since.revision]
        said = [
            {
                "depth": c.depth,
                "text": c.text,
                "outdated": int(self.sequence[since.revision] < written),
                **_since(since),
            }
            for c, since in zip(card.clarifications, version.clarifications_since, strict=True)
        ]
        ids = [insert(self.db, "clarification", r) for r in numbered(key, said)]
        if version.until_revision is None:
            self._index_card(int(row["card_id"]), card, ids)

    def _index_card(self, card_id: int, card: Card, clarification_ids: list[int]) -> None:
        clarifications = "\n".join(c.text for c in card.clarifications)
        self.db.execute(
            "insert into card_fts(rowid, name, text, clarifications, errata)"
            " values (?, ?, ?, ?, ?)",
            [card_id, card.name, card.text, clarifications, card.erratum.raw],
        )
        for clarification_id, clarification in zip(
            clarification_ids, card.clarifications, strict=True
        ):
            self.db.execute(
                "insert into clarification_fts(rowid, card, text) values (?, ?, ?)",
                [clarification_id, card.name, clarification.text],
            )

    def _term(self, row: Row, term: Term) -> None:
        row |= {
            "definition": term.definition,
            "exception": term.exception,
            "image": term.image,
            "illustrator": term.illustrator,
            "section": term.section,
        }
        insert(self.db, "term_version", row)
        if row["until_revision"] is None:
            self.db.execute(
                "insert into term_fts(rowid, name, definition, exception) values (?, ?, ?, ?)",
                [row["term_id"], term.name, term.definition, term.exception],
            )

    def _rule(self, row: Row, rule: Rule) -> None:
        row |= {"path": json.dumps(rule.path, ensure_ascii=False), "text": rule.text}
        version_id = insert(self.db, "rule_version", row)
        links = ({"label": link.label, "target": link.target} for link in rule.links)
        insert_all(self.db, "rule_link", numbered({"rule_version_id": version_id}, links))
        if row["until_revision"] is None:
            self.db.execute(
                "insert into rule_fts(rowid, name, text) values (?, ?, ?)",
                [row["rule_id"], rule.name, rule.text],
            )

    def changes(
        self, changes: Iterable[Change], ids: Sequence[int], moments: Mapping[int, str]
    ) -> None:
        """`moments` are the revisions' timestamps, which with the title make a change's id."""
        rows: list[Row] = [
            {
                "page_id": self.page_id,
                "revision_id": change.revision,
                "position": position,
                "subject": change.subject,
                "subject_id": None if change.lineage is None else ids[change.lineage],
                "name": change.name,
                "field": change.field,
                "op": change.op,
                "old": None if change.old is None else json.dumps(change.old, ensure_ascii=False),
                "new": None if change.new is None else json.dumps(change.new, ensure_ascii=False),
                "cosmetic": int(change.cosmetic),
                "reverted": int(change.reverted),
            }
            for position, change in enumerate(changes)
        ]
        for row in rows:
            said = [self.title, moments[row["revision_id"]]]
            said += [row[part] for part in ("subject", "name", "field", "op", "old", "new")]
            row["id"] = free_number(self.db, "change", said)
            insert(self.db, "change", row)

    def gaps(self, gaps: Iterable[Gap]) -> None:
        rows = [
            {
                "page_id": self.page_id,
                "after_revision": gap.after,
                "before_revision": gap.before,
                "reason": gap.reason,
            }
            for gap in gaps
        ]
        insert_all(self.db, "gap", rows)


def numbered(key: Row, rows: Iterable[Row]) -> list[Row]:
    return [{**key, "position": n, **row} for n, row in enumerate(rows)]


def _yes_no(known: bool | None) -> int | None:
    return None if known is None else int(known)


def _since(since: Since | None) -> Row:
    assert since is not None  # cards have all of them
    return {"since_revision": since.revision, "since_exact": int(since.exact)}
