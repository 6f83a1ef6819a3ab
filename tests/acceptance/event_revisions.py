"""Checks of gold/events: which pages and revisions are held, and how."""

from __future__ import annotations

import hashlib
from pathlib import Path

from tests.acceptance.asking import Object
from tests.acceptance.event_wiki import Complaints, Row, Wiki, differ

TEXT_STATES = {  # of the legend → (text_state, withheld) of a revision's row
    "present": ("present", 0),
    "empty": ("empty", 0),
    "hidden": ("hidden", 0),
    "hidden_kept": ("present", 1),
    "unproven": ("missing", 0),
}


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
