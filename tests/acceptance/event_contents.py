"""Checks of gold/events: what the pages say, and what changed on them."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from tests.acceptance.asking import Object, squeezed
from tests.acceptance.event_wiki import Complaints, Row, Wiki, differ

# ---------------------------------------------------------------- cards, rules


def cards_count(wiki: Wiki, pages: list[Object]) -> Complaints:
    for page in pages:
        yield from differ(page["page"], len(wiki.cards(page["page"])), page["cards"])


def page_id_cards(wiki: Wiki, pages: list[Object]) -> Complaints:
    for page in pages:
        told = wiki.one(
            "select count(*) from cards join page on page.id = cards.page_id"
            " where wiki_page_id = ?",
            page["id"],
        )
        yield from differ(page["id"], told, page["cards"])


def cards(wiki: Wiki, right: list[Object]) -> Complaints:
    for expected in right:
        told: Any = wiki.card(expected["name"], expected["page"])
        for key in expected["field"].split("."):
            told = told and told[key]
        if expected["field"] == "clarifications":
            told = [said["text"] for said in told]
        if isinstance(expected["value"], dict):
            told = {key: told[key] for key in expected["value"]}
        yield from differ(expected["name"], squeezed(told), squeezed(expected["value"]))


def cards_absent(wiki: Wiki, cards: list[Object]) -> Complaints:
    for card in cards:
        answer = wiki.ask("card", card["name"])
        exact = [c["name"] for c in answer.json["cards"] if c["name"] == card["name"]]
        yield from differ(card["name"], exact, [])


def cards_absent_current(wiki: Wiki, pages: list[Object]) -> Complaints:
    for page in pages:
        here = set(wiki.cards(page["page"])) & set(page["names"])
        yield from differ(page["page"], here, set())
        for name in page["names"]:
            if wiki.card(name, page["page"]):
                yield f"{name} is answered still"


def card_ids_stable(wiki: Wiki, pages: list[Object]) -> Complaints:
    for page in pages:
        before = {card for card, number in wiki.cards_before.items() if number == page["page_id"]}
        now = wiki.column(
            "select cards.id from cards join page on page.id = cards.page_id"
            " where wiki_page_id = ?",
            page["page_id"],
        )
        if not before:
            yield f"no card of page {page['page_id']} before"
        yield from differ(page["page_id"], set(now), before)


def card_source(wiki: Wiki, right: list[Object]) -> Complaints:
    for expected in right:
        card = wiki.card(expected["card"], expected["page"])
        if card is None:
            yield f"no card {expected['card']}"
            continue
        told = {"source": card["source"]["revision_id"], "since": card["since"]["timestamp"]}
        told["since_exact"] = card["since"]["exact"]
        for key in told.keys() & expected.keys():
            yield from differ(f"{expected['card']} {key}", told[key], expected[key])


def as_of(wiki: Wiki, right: list[Object]) -> Complaints:
    for expected in right:
        page, at = expected["page"], expected["at"]
        instant = at if "T" in at else f"{at}T23:59:59Z"
        held = wiki.cards_at(page, instant)
        yield from differ(f"{page} at {at}", len(held), expected["cards"] or 0)
        for name in wiki.cards(page) if expected["cards"] is None else held[:1]:
            card = wiki.card(name, page, "--as-of", at)
            source = card and card["source"]["revision_id"]
            yield from differ(f"{name} at {at}", source, expected.get("from_revision"))
        if "card" in expected:
            card = wiki.card(expected["card"], page, "--as-of", at)
            status = card and card["errata"]["status"]
            yield from differ(expected["card"], status, expected["errata.status"])


def exact_name_wins(wiki: Wiki, right: list[Object]) -> Complaints:
    for expected in right:
        found = wiki.ask("card", expected["query"]).json
        told = (found["match"], [(card["page"], card["name"]) for card in found["cards"]])
        yield from differ(
            expected["query"], told, ("exact", [(expected["card_page"], expected["card"])])
        )


def notice_expected(wiki: Wiki, notices: list[str]) -> Complaints:
    """Wording is free: page and time of the newest revision, and the other one shown."""
    for notice in notices:
        found = re.match(r"newest revision of (.+) \((\d+).*showing (\d+)$", notice)
        assert found, notice
        page, hidden, shown = found[1], int(found[2]), int(found[3])
        row = wiki.revision(hidden)
        assert row is not None
        answer = wiki.ask("card", wiki.cards(page)[0]).json
        if not any(page in said and row["timestamp"] in said for said in answer["notices"]):
            yield f"{notice}: {answer['notices']}"
        yield from differ(notice, answer["cards"][0]["source"]["revision_id"], shown)


def sections_held(wiki: Wiki, right: list[Object]) -> Complaints:
    for expected in right:
        heading = expected["heading"]
        found = wiki.ask("rule", heading).json["rules"]
        told = [rule["text"] for rule in found if rule["source"]["page"] == expected["page"]]
        yield from differ(heading, told, [expected["text"]])
        is_card = heading in wiki.cards(expected["page"])
        yield from differ(f"{heading} is a card", is_card, expected["is_card"])


def sections_absent(wiki: Wiki, right: list[Object]) -> Complaints:
    for expected in right:
        found = wiki.ask("rule", expected["heading"]).json["rules"]
        told = [rule for rule in found if rule["source"]["page"] == expected["page"]]
        yield from differ(expected["heading"], told, [])


def accept(wiki: Wiki, right: list[Object]) -> Complaints:
    """One of several readings of a loose line: it is a clarification, or kept as a finding."""
    for expected in right:
        (page,) = wiki.column("select page from cards where name = ?", expected["card"])
        card = wiki.card(expected["card"], page)
        told = [said["text"] for said in card["clarifications"]] if card else None
        if told not in expected["values"]:
            yield f"{expected['card']}: {told}"
        revision = int(re.findall(r"source (\d+)", expected["then"])[0])
        changes = [
            (change["name"], change["field"], change["op"]) for change in wiki.changes(revision)
        ]
        if told == expected["values"][0]:
            yield from differ(
                expected["card"], changes, [(expected["card"], "clarifications", "added")]
            )
        else:
            yield from differ(expected["card"], changes, [])
            found = wiki.column("select excerpt from finding join page on page.id = page_id")
            line = (wiki.wikitext(revision) or "").strip().splitlines()[-1]
            if not any(line in excerpt for excerpt in found):
                yield f"{line!r} is no finding"


# ---------------------------------------------------------------- changes


def changes(wiki: Wiki, right: list[Object]) -> Complaints:
    for expected in right:
        if not any(fits(change, expected) for change in wiki.changes(expected["source"])):
            yield f"{expected} is not among {[tuple(c) for c in wiki.changes(expected['source'])]}"


def fits(change: Row, expected: Object) -> bool:
    """Whether a row of the view `changes` is the CHANGE described."""
    same = all(change[key] == expected[key] for key in ("name", "page", "field"))
    for key in ("subject", "op"):
        same = same and change[key] in expected.get(f"{key}_accept", [expected[key]])
    for key in {"old", "new"} & expected.keys():
        told = change[key]
        if expected["field"] == "errata":
            told = json.loads(told)["status"]
        same = same and squeezed(told) == squeezed(expected[key])
    return same and bool(change["reverted"]) == expected.get("reverted", False)


def cosmetic_changes(wiki: Wiki, right: list[Object]) -> Complaints:
    """Shown with --cosmetic or not at all."""
    for expected in right:
        for change in wiki.changes(expected["source"]):
            if fits(change, expected) and not change["cosmetic"]:
                yield f"{expected} is no cosmetic change"


def no_changes_from(wiki: Wiki, numbers: list[int]) -> Complaints:
    for number in numbers:
        yield from differ(number, [tuple(change) for change in wiki.changes(number)], [])


def default_changes_from(wiki: Wiki, right: list[Object]) -> Complaints:
    for expected in right:
        shown = [
            change
            for change in wiki.changes(expected["source"])
            if not change["cosmetic"] and not change["reverted"]
        ]
        yield from differ(expected["source"], len(shown), expected["n"])


def changed_cards(wiki: Wiki, right: list[Object]) -> Complaints:
    """Exactly the cards whose wikitext differs; what only a letter's case tells may be left out."""
    for expected in right:
        mine = [c for c in wiki.changes(expected["source"]) if c["subject"] == "card"]
        ops = Counter(change["op"] for change in mine)
        for op in ("added", "removed"):
            if op in expected:
                yield from differ(f"{expected['source']} {op}", ops[op], expected[op])
        if "cards" not in expected:
            continue
        named, right_names = {change["name"] for change in mine}, set(expected["cards"])
        if "only_if" in expected and not named:
            continue
        if "note" in expected:
            right_names = named | {expected["cards"][0]} if named <= right_names else right_names
        yield from differ(f"cards of {expected['source']}", named, right_names)


def changed_sections(wiki: Wiki, right: list[Object]) -> Complaints:
    for expected in right:
        mine = [c for c in wiki.changes(expected["source"]) if c["subject"] in ("rule", "section")]
        row = wiki.revision(expected["source"])
        assert row is not None
        names = {row["page"] if name is None else name for name in expected["sections"]}
        yield from differ(expected["source"], {change["name"] for change in mine}, names)


def changes_between(wiki: Wiki, right: list[Object]) -> Complaints:
    """Told as a sum by `diff`, with the gap that hides which revision made which."""
    for expected in right:
        page = expected["changes"][0]["page"]
        answer = wiki.ask("diff", page, str(expected["after"]), str(expected["before"])).json
        told = {
            (c["subject"], c["name"], c["field"], c["op"], c["old"]["status"], c["new"]["status"])
            for c in answer["changes"]
        }
        keys = ("subject", "name", "field", "op", "old", "new")
        yield from differ(page, told, {tuple(c[key] for key in keys) for c in expected["changes"]})
        sources = {change["source"]["revision_id"] for change in answer["changes"]}
        yield from differ(f"{page} sources", sources, {c["source"] for c in expected["changes"]})
        times = [wiki.revision(expected[end]) for end in ("after", "before")]
        gap = [row and row["timestamp"] for row in times]
        if gap not in [[found["after"], found["before"]] for found in answer["gaps"]]:
            yield f"no gap {gap} in {answer['gaps']}"
