"""One check for each key of gold/events/events.json; gold/events/legend.json says what they mean.

A check takes a scenario's knowledge base and the key's value, and yields what is wrong.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.acceptance.asking import Object, squeezed
from tests.acceptance.event_wiki import Row, Wiki

Complaints = Iterator[str]
Check = Callable[[Wiki, Any], Complaints]

TEXT_STATES = {  # of the legend → (text_state, withheld) of a revision's row
    "present": ("present", 0),
    "empty": ("empty", 0),
    "hidden": ("hidden", 0),
    "hidden_kept": ("present", 1),
    "unproven": ("missing", 0),
}


def differ(what: object, told: object, right: object) -> Complaints:
    if told != right:
        yield f"{what}: {told!r}, not {right!r}"


def totals(wiki: Wiki, right: Object) -> Complaints:
    states = wiki.rows("select text_state, withheld from revision")
    told = {
        "wikis": wiki.one("select count(*) from wiki"),
        "pages": wiki.one("select count(*) from page"),
        "revisions": wiki.one("select count(*) from revision"),
        "cards_current": wiki.one("select count(*) from cards"),
        "pages_with_cards": wiki.one("select count(distinct page_id) from cards"),
    }
    for name, state in TEXT_STATES.items():
        told[name] = sum(tuple(row) == state for row in states)
    for name, number in right.items():
        yield from differ(name, told[name], number)


def build_report(wiki: Wiki, right: list[Object]) -> Complaints:
    yield from differ("builds", len(wiki.builds), len(right))
    for told, expected in zip(wiki.builds, right, strict=True):
        yield from differ(told["path"], {key: told[key] for key in expected}, expected)
        yield from differ(told["path"], (told["complete"], told["warnings"]), (True, []))


# ---------------------------------------------------------------- pages


def pages_exist(wiki: Wiki, pages: list[Object]) -> Complaints:
    for page in pages:
        ids = wiki.column(
            "select wiki_page_id from page where title = ? and namespace = ?",
            *(page["title"], page["ns"]),
        )
        if page.get("id") not in ids:
            yield f"page {page}: {ids}"


def pages_absent(wiki: Wiki, titles: list[str]) -> Complaints:
    for title in titles:
        yield from differ(title, wiki.rows("select 1 from page where title = ?", title), [])


def same_title_twice(wiki: Wiki, right: list[Object]) -> Complaints:
    told = wiki.rows(
        "select namespace, title, group_concat(wiki_page_id) as ids from"
        " (select * from page order by wiki_page_id) group by 1, 2 having count(*) > 1"
    )
    yield from differ(
        "same title",
        [{"ns": r[0], "title": r[1], "ids": [int(n) for n in r[2].split(",")]} for r in told],
        right,
    )


def not_two_pages(wiki: Wiki, pages: list[tuple[str, int]]) -> Complaints:
    for former_title, number in pages:
        others = wiki.rows(
            "select 1 from cards join page on page.id = cards.page_id"
            " where page.title = ? and page.wiki_page_id is not ?",
            *(former_title, number),
        )
        yield from differ(f"cards of another page {former_title}", others, [])


def aliases(wiki: Wiki, right: list[Object]) -> Complaints:
    for alias in right:
        row = wiki.rows(
            "select page.redirect, r.wiki_revision_id from page"
            " join revision r on r.id = page.newest_text where page.title = ?",
            alias["alias"],
        )
        target = alias["target"] + (f"#{alias['fragment']}" if alias["fragment"] else "")
        yield from differ(alias, [tuple(r) for r in row], [(target, alias["from_revision"])])
        if alias["fragment"] is None:
            found = wiki.ask("faction", alias["alias"]).json
            pages = [faction["source"]["page"] for faction in found["factions"]]
            yield from differ(alias["alias"], pages, [alias["target"]])


def aliases_none(wiki: Wiki, titles: list[str]) -> Complaints:
    for title in titles:
        rows = wiki.rows("select 1 from page where title = ? and redirect is not null", title)
        yield from differ(f"alias {title}", rows, [])


def listed_not_held(wiki: Wiki, factions: list[str]) -> Complaints:
    missing = set(factions) - set(wiki.ask("info").json["factions_not_held"])
    yield from differ("listed, not held", missing, set())


# ---------------------------------------------------------------- revisions


def revisions(wiki: Wiki, right: list[Object]) -> Complaints:
    for expected in right:
        row = wiki.revision(expected["id"])
        if row is None:
            yield f"revision {expected['id']} is not held once"
            continue
        told = revision_told(row)
        for key, value in expected.items():
            unknown = value is None and key in ("user_hidden", "comment_hidden", "minor", "parent")
            if key != "id" and not unknown:
                yield from differ(f"{expected['id']} {key}", told[key], value)


def revision_told(row: Row) -> Object:
    """A revision's row with the legend's keys."""
    text, size = row["wikitext"], row["size"]
    state = (row["text_state"], row["withheld"])
    told = {key: row[key] for key in ("page", "timestamp", "user", "comment", "model")}
    told["text"] = next((name for name, known in TEXT_STATES.items() if known == state), state)
    told |= {"user_hidden": bool(row["contributor_hidden"])}
    told |= {"comment_hidden": bool(row["comment_hidden"])}
    told |= {"minor": None if row["minor"] is None else bool(row["minor"])}
    told |= {"parent": row["wiki_parent_id"], "declared_bytes": size, "declared_sha1": row["sha1"]}
    if text is not None:
        told |= {"chars": len(text), "bytes": len(text.encode()), "sha1": base36(text)}
    return told


def base36(text: str) -> str:
    number, digits = int(hashlib.sha1(text.encode()).hexdigest(), 16), ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits.rjust(31, "0")


def revisions_absent(wiki: Wiki, numbers: list[int]) -> Complaints:
    for number in numbers:
        yield from differ(number, wiki.revision(number), None)


def page_revisions(wiki: Wiki, pages: list[Object]) -> Complaints:
    for page in pages:
        told = sorted(wiki.page_revisions(page["page"]))
        yield from differ(page["page"], told, sorted(page["ids"]))


def page_id_revisions(wiki: Wiki, pages: list[Object]) -> Complaints:
    for page in pages:
        told = wiki.column(
            "select wiki_revision_id from revision join page on page.id = page_id"
            " where wiki_page_id = ? order by sequence",
            page["id"],
        )
        yield from differ(page["id"], told, page["ids"])


def order(wiki: Wiki, pages: list[Object]) -> Complaints:
    for page in pages:
        yield from differ(page["page"], wiki.page_revisions(page["page"]), page["ids"])


def newest(wiki: Wiki, page: Object) -> Complaints:
    yield from _newest(wiki, page, "newest_revision")


def newest_with_text(wiki: Wiki, page: Object) -> Complaints:
    yield from _newest(wiki, page, "newest_text")


def _newest(wiki: Wiki, page: Object, which: str) -> Complaints:
    told = wiki.column(
        f"select r.wiki_revision_id from page join revision r on r.id = page.{which}"
        " where page.title = ?",
        page["page"],
    )
    yield from differ(f"{which} of {page['page']}", told, [page["id"]])


def exact_text(wiki: Wiki, right: list[Object]) -> Complaints:
    for expected in right:
        text = wiki.wikitext(expected["id"])
        if text is None:
            yield f"{expected['id']} has no text"
            continue
        fits = (
            text == expected.get("equals", text)
            and text in expected.get("equals_any", [text])
            and text.startswith(expected.get("starts", ""))
            and text.endswith(expected.get("ends", ""))
            and all(part in text for part in expected.get("contains", []))
        )
        if not fits:
            yield f"{expected}: {text!r}"


def exact_comment(wiki: Wiki, right: list[Object]) -> Complaints:
    for expected in right:
        row = wiki.revision(expected["id"])
        yield from differ(expected["id"], row and row["comment"], expected["comment"])


def same_text(wiki: Wiki, groups: list[list[int]]) -> Complaints:
    for group in groups:
        texts = {wiki.wikitext(number) for number in group}
        if len(texts) != 1 or None in texts:
            yield f"{group} differ"


def strings_nowhere(wiki: Wiki, strings: list[str]) -> Complaints:
    stored = b"".join(path.read_bytes() for path in files_of(wiki.db))
    for string in strings:
        if string.encode() in stored:
            yield f"{string!r} is stored"


def files_of(db: Path) -> list[Path]:
    """The database, what SQLite keeps beside it, and the index."""
    paths = [*db.parent.glob(f"{db.name}*"), *Path(f"{db}.index").rglob("*")]
    return [path for path in paths if path.is_file()]


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


CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (
        *(totals, build_report),
        *(pages_exist, pages_absent, same_title_twice, not_two_pages),
        *(aliases, aliases_none, listed_not_held),
        *(revisions, revisions_absent, page_revisions, page_id_revisions, order),
        *(newest, newest_with_text, exact_text, exact_comment, same_text, strings_nowhere),
        *(cards_count, page_id_cards, cards, cards_absent, cards_absent_current, card_ids_stable),
        *(card_source, as_of, exact_name_wins, notice_expected, sections_held, sections_absent),
        *(accept, changes, cosmetic_changes, no_changes_from, default_changes_from),
        *(changed_cards, changed_sections, changes_between),
    )
}
