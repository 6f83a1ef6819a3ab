"""Public bug reports of similar tools as cases: cases/cases.jsonl, end to end through the commands.

Where a case's words differ from the contract, the contract holds (`ruling NAME` is `card NAME`).
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from html import escape, unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.acceptance.asking import Object, ask

Build = Callable[..., Path]


@pytest.fixture(scope="module")
def cases(shared: Path) -> dict[str, Object]:
    lines = (shared / "cases" / "cases.jsonl").read_text("utf-8").splitlines()
    return {case["id"]: case for case in map(json.loads, lines)}


def build(folder: Path, dump: str, status: int = 0, name: str = "case.db") -> Path:
    """The knowledge base after a dump was read into it."""
    source, db = folder / "case.xml", folder / name
    source.write_text(dump, "utf-8")
    answer = ask(db, "build", str(source))
    assert answer.status == status, answer.stderr
    return db


def export(*pages: tuple[str, str]) -> str:
    """An export of pages with one revision each, from their titles and wikitexts."""
    elements = "".join(
        f"<page><title>{escape(title)}</title><ns>0</ns><id>{number}</id><revision>"
        f"<id>{100 + number}</id><timestamp>2026-01-01T00:00:00Z</timestamp>"
        "<contributor><username>Nell</username><id>7</id></contributor><model>wikitext</model>"
        f'<text xml:space="preserve">{escape(wikitext)}</text></revision></page>'
        for number, (title, wikitext) in enumerate(pages, 1)
    )
    return (
        '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11">'
        f"<siteinfo><sitename>Otter Rules</sitename></siteinfo>{elements}</mediawiki>"
    )


def minions(*names: str) -> str:
    """Wikitext with a minion of each name."""
    cards = (f"======1x {n}======\n'''Power 2''' - Draw a card.\n\nErrata: No\n" for n in names)
    return "===Cards - Minions===\n" + "".join(cards)


def card(db: Path, name: str, *options: str) -> Object:
    found: list[Object] = ask(db, "card", name, "--json", *options).json["cards"]
    assert len(found) == 1, found
    return found[0]


def rows(db: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(db)) as conn:
        return conn.execute(sql).fetchall()


# ---------------------------------------------------------------- reading dumps


def test_x01_a_hash_after_the_revision(cases, tmp_path: Path) -> None:
    db = build(tmp_path, cases["x01"]["input"])
    assert rows(db, "select page, revision_id from revisions") == [("Tide Callers", 11)]
    assert card(db, "Reef Guard")["power"] == 3


def test_x04_cut_in_the_middle(cases, tmp_path: Path) -> None:
    """Incomplete, and where; what is whole stands; the whole dump completes it."""
    cut = cases["x04"]["input"]
    source = tmp_path / "cut.xml"
    source.write_text(cut, "utf-8")
    db = tmp_path / "case.db"
    answer = ask(db, "build", str(source))
    assert answer.status == 3
    assert "cut.xml" in answer.stderr
    assert "Robots" in answer.stderr
    assert card(db, "Reef Guard")["source"]["revision_id"] == 11
    assert rows(db, "select page from revisions") == [("Tide Callers",)]
    whole = cut + "Zapper======\n</text></revision></page></mediawiki>"
    assert build(tmp_path, whole) == db
    clean = build(tmp_path, whole, name="clean.db")
    told = "select page, name, power, text from cards order by 1, 2"
    assert rows(db, told) == rows(clean, told)
    assert len(rows(db, told)) == 2


def test_x05_tags_inside_a_text(cases, tmp_path: Path) -> None:
    dump = cases["x05"]["input"]
    db = build(tmp_path, dump)
    found = card(db, "Reef Guard")
    ability = bulk(dump, "'''Power 3''' - ")
    assert found["text"].split() == ability.replace("<br />", " ").split()
    assert found["errata"]["status"] == "no"
    ((wikitext,),) = rows(db, "select wikitext from text")
    assert ability.partition("<br />")[2] in wikitext
    assert wikitext.rstrip().endswith("* None")


def bulk(text: str, before: str) -> str:
    """What stands in a line after some words, the first time they stand there."""
    return text.partition(before)[2].partition("\n")[0]


def test_x07_whose_id_is_it(cases, tmp_path: Path) -> None:
    db = build(tmp_path, cases["x07"]["input"])
    assert rows(db, "select revision_id, contributor from revisions order by timestamp") == [
        (811, "Nell"),
        (812, "203.0.113.9"),
    ]
    assert rows(db, "select wiki_page_id from page") == [(5,)]
    answer = ask(db, "diff", "Tide Callers", "811", "812", "--json").json
    assert (answer["from"]["revision_id"], answer["to"]["revision_id"]) == (811, 812)
    (change,) = answer["changes"]
    assert (change["name"], change["field"]) == ("Reef Guard", "errata")
    assert change["source"]["contributor"] == "203.0.113.9"


def test_x09_a_suppressed_revision(cases, tmp_path: Path) -> None:
    db = build(tmp_path, cases["x09"]["input"])
    assert rows(db, "select revision_id, text_state, contributor from revisions order by 1") == [
        (11, "present", "Nell"),
        (12, "hidden", None),
        (13, "present", "Nell"),
    ]
    assert rows(db, "select * from changes") == []
    answer = ask(db, "diff", "Tide Callers", "11", "13", "--cosmetic", "--json")
    assert (answer.status, answer.json["changes"]) == (0, [])
    assert len(answer.json["gaps"]) == 1
    answer = ask(db, "diff", "Tide Callers", "11", "12")
    assert answer.status == 1
    assert "not available" in answer.stderr
    assert card(db, "Reef Guard")["errata"]["status"] == "yes"


def test_f01_a_feed_is_unescaped_once(cases, tmp_path: Path) -> None:
    feed = cases["f01"]["input"]
    db = build(tmp_path, feed)
    assert rows(db, "select revision_id, contributor, comment from revisions") == [
        (812, "Nell", "power < 3 fix")
    ]
    summary = ElementTree.fromstring(feed).findtext(".//{*}summary") or ""
    inner = summary.partition("<div>")[2].removesuffix("</div>").replace("<br />\n", "\n")
    assert rows(db, "select wikitext from text") == [(unescape(inner),)]
    shown = card(db, "Reef Guard")["text"]
    assert "power < 3" in shown
    assert "old" not in shown.split()


# ---------------------------------------------------------------- wikitext


def test_w01_unclosed_italics(cases, tmp_path: Path) -> None:
    db = build(tmp_path, export(("Tide Callers", cases["w01"]["input"])))
    caller, guard = card(db, "Tide Caller"), card(db, "Reef Guard")
    assert (caller["errata"]["status"], caller["clarifications"]) == ("no", [])
    assert (guard["copies"], guard["errata"]["status"]) == (2, "yes")
    assert guard["errata"]["kinds"] == ["wording"]
    assert len(guard["clarifications"]) == 1
    assert [ability["label"] for ability in caller["abilities"]] == ["Talent"]


def test_w03_odd_headings(cases, tmp_path: Path) -> None:
    db = build(tmp_path, export(("Tide Callers", cases["w03"]["input"])))
    names = [name for (name,) in rows(db, "select name from cards")]
    assert sorted(names) == ["Reef Guard", "Salt Witch", "Tide Caller"]
    assert card(db, "Salt Witch")["copies"] == 2


def test_w04_skipped_levels(cases, tmp_path: Path) -> None:
    db = build(tmp_path, export(("Tide Callers", cases["w04"]["input"])))
    types = dict(rows(db, "select name, type from cards"))
    assert types == {"Tide Caller": "minion", "Salt Pier": "base", "Old Brine": "titan"}
    pier, brine = card(db, "Salt Pier"), card(db, "Old Brine")
    assert (pier["breakpoint"], pier["vps"]) == (18, [4, 3, 2])
    assert (pier["errata"]["status"], brine["errata"]["status"]) == ("no", "placeholder")
    assert (brine["power"], brine["clarifications"]) == (5, [])


def test_w06_rulings_stay_with_their_card(cases, tmp_path: Path) -> None:
    db = build(tmp_path, export(("Tide Callers", cases["w06"]["input"])))
    assert card(db, "Tide Caller")["clarifications"] == []
    guard = card(db, "Reef Guard")
    said = [clarification["text"] for clarification in guard["clarifications"]]
    assert said == [bulk(cases["w06"]["input"], "Clarifications:\n* ")]
    assert guard["errata"]["kinds"] == ["wording"]
    low = card(db, "Low Tide")
    assert (low["type"], low["errata"]["status"], low["clarifications"]) == (
        *("action", "unstated"),
        [],
    )
    assert said[0] not in ask(db, "card", "Tide Caller").stdout


# ---------------------------------------------------------------- history


def test_h01_a_ruling_taken_back(cases, tmp_path: Path) -> None:
    db = build(tmp_path, cases["h01"]["input"])
    taken_back = bulk(cases["h01"]["input"], "Clarifications:\n* ")
    found = card(db, "Reef Guard")
    assert found["clarifications"] == []
    assert (found["errata"]["status"], found["errata"]["kinds"]) == ("yes", ["functional"])
    assert taken_back not in ask(db, "card", "Reef Guard").stdout
    changes = ask(db, "diff", "Tide Callers", "--json").json["changes"]
    removed = [c for c in changes if c["field"] == "clarifications"]
    assert [(c["op"], c["old"], c["source"]["revision_id"]) for c in removed] == [
        ("removed", taken_back, 12)
    ]
    then = card(db, "Reef Guard", "--as-of", "2026-01-31")
    assert [said["text"] for said in then["clarifications"]] == [taken_back]
    assert ask(db, "search", f'"{taken_back}"', "--json").json["results"] == []


def test_h02_in_any_order_in_the_file(cases, tmp_path: Path) -> None:
    db = build(tmp_path, cases["h02"]["input"])
    found = card(db, "Reef Guard")
    assert (found["power"], found["source"]["revision_id"]) == (5, 13)
    powers = [
        card(db, "Reef Guard", "--as-of", day)["power"]
        for day in ("2026-01-01", "2026-02-01", "2026-03-01")
    ]
    assert powers == [3, 4, 5]
    changes = rows(db, "select revision_id, field, old, new from changes order by timestamp")
    assert changes == [(12, "power", 3, 4), (13, "power", 4, 5)]


def test_h05_blanked_and_restored(cases, tmp_path: Path) -> None:
    db = build(tmp_path, cases["h05"]["input"])
    changes = rows(db, "select subject, op, revision_id, reverted from changes order by timestamp")
    assert changes == [("page", "blanked", 12, 1), ("page", "restored", 13, 1)]
    found = card(db, "Reef Guard")
    assert found["since"]["timestamp"] == "2026-01-01T00:00:00Z"
    assert found["changed"] is None
    between = ask(db, "card", "Reef Guard", "--as-of", "2026-01-02T00:00:30Z", "--json").json
    assert [c["name"] for c in between["cards"]] == ["Reef Guard"]
    assert len(between["notices"]) == 1
    assert len(rows(db, "select 1 from card_version")) == 1


def test_h06_words_not_letters(cases, tmp_path: Path) -> None:
    """The same words changed either way, and not half of the text."""
    lines = cases["h06"]["input"].splitlines()
    old, new = (line.split(": ", 1)[1] for line in lines)
    texts = [f"===Card - Titan===\n======1x Old Brine======\n{text}\n" for text in (old, new, old)]
    revisions = "".join(
        f"<revision><id>{number}</id><timestamp>2026-0{number}-01T00:00:00Z</timestamp>"
        f"<text>{escape(text)}</text></revision>"
        for number, text in enumerate(texts, 1)
    )
    page = f"<page><title>Tide Callers</title><ns>0</ns><id>1</id>{revisions}</page>"
    db = build(tmp_path, f"<mediawiki>{page}</mediawiki>")
    forth = ask(db, "diff", "Tide Callers", "1", "2", "--format", "words", "--cosmetic").stdout
    back = ask(db, "diff", "Tide Callers", "2", "3", "--format", "words", "--cosmetic").stdout
    assert marked(forth, "-") == marked(back, "+")
    assert marked(forth, "+") == marked(back, "-")
    gone, came = (" ".join(marked(forth, sign)).split() for sign in "-+")
    assert 5 <= len(gone) <= 20
    assert 5 <= len(came) <= 20
    assert {"5", "bottom"} <= {word.strip("+") for word in gone}
    assert {"4", "top"} <= {word.strip("+") for word in came}


def marked(text: str, sign: str) -> list[str]:
    """The removed (`-`) or added (`+`) words of `diff --format words`."""
    opening, closing_mark = ("[-", "-]") if sign == "-" else ("{+", "+}")
    joined = " ".join(text.split())
    return [part.split(closing_mark)[0] for part in joined.split(opening)[1:]]


# ---------------------------------------------------------------- names and words


def test_s01_titles_are_no_operators(cases, tmp_path: Path) -> None:
    names = ("To Follow, or Not?", "Eh?", "Who Wants to Live Forever?", "Hello, Dolly!")
    db = build(tmp_path, export(("Otters", minions(*names))))
    for name in names:
        assert ask(db, "search", name, "--json").json["results"][0]["name"] == name
        assert card(db, name)["name"] == name
    answer = ask(db, "search", "otters AND", "--json")
    assert answer.status in (0, 1)
    answer = ask(db, "search", "not", "--json")
    assert answer.json["results"] or answer.json["warnings"], "never silently empty"


def test_s02_no_word_is_too_common(cases, tmp_path: Path) -> None:
    names = ("You", "May", "When", "This", "To", "OR", "Have")
    image = "[[File:Otter.png|thumb|Illustrated by: Nell]]\n"
    terms = "".join(f"{image}====== {n} ======\nWhat otters say on your turn.\n" for n in names)
    db = build(tmp_path, export(("Terms and Phrases", terms)))
    for name in names:
        answer = ask(db, "term", name, "--json").json
        assert (answer["match"], [term["name"] for term in answer["terms"]]) == ("exact", [name])
        found = ask(db, "search", name, "--json").json["results"]
        assert found[0]["name"] == name
    assert ask(db, "search", "on your turn", "--json").json["total"] == len(names)


def test_s04_letters_as_typed(cases, tmp_path: Path) -> None:
    names = ("Cthulhu’s Chosen", "You're Screwed", "Séance", "Überserum")
    db = build(tmp_path, export(("Otters", minions(*names)), ("Beavers", minions("Se\u0301ance"))))
    for typed, name in {
        "Cthulhu's Chosen": names[0],
        "cthulhus chosen": names[0],
        "you're screwed": names[1],
        "youre screwed": names[1],
        "seance": names[2],
        "SEANCE": names[2],
        "Se\u0301ance": names[2],
        "uberserum": names[3],
    }.items():
        answer = ask(db, "card", typed, "--json")
        assert answer.status == 0, typed
        assert answer.json["match"] in ("exact", "alias")
        found = {c["name"] for c in answer.json["cards"]}
        assert {n.replace("e\u0301", "é") for n in found} == {name}
        decks = sorted(c["deck"] for c in answer.json["cards"])
        assert decks == (["Beavers", "Otters"] if name == "Séance" else ["Otters"])
    results = ask(db, "search", "youre", "--json").json["results"]
    assert [result["name"] for result in results] == [names[1]]
    spellings = ("Séance", "Se\u0301ance")
    one = build(tmp_path, export(("Otters", minions(spellings[0]))), name="one.db")
    before = rows(one, "select id from cards")
    later = export(("Otters", minions(spellings[1]))).replace("101</id>", "201</id>")
    build(tmp_path, later.replace("2026-01-01", "2026-02-01"), name="one.db")
    assert rows(one, "select id from cards") == before
    assert rows(one, "select op from changes where op in ('added', 'removed')") == []


def test_l01_no_name_inside_another_word(cases, tmp_path: Path) -> None:
    db = build(
        tmp_path, export(("Otters", minions("Rampage", "Aramis", "Pyramid Engineer", "Ram")))
    )
    answer = ask(db, "card", "ram", "--json")
    assert (answer.status, answer.json["match"]) == (0, "exact")
    assert [c["name"] for c in answer.json["cards"]] == ["Ram"]


def test_l03_one_name_in_two_decks(cases, tmp_path: Path) -> None:
    db = build(tmp_path, export(("Egyptians", minions("Mummy")), ("Champs", minions("Mummy"))))
    answer = ask(db, "card", "Mummy", "--json")
    assert answer.status == 0
    found = answer.json["cards"]
    assert sorted(c["deck"] for c in found) == ["Champs", "Egyptians"]
    assert len({c["id"] for c in found}) == 2
    shown = ask(db, "card", "Mummy").stdout
    assert "Egyptians" in shown
    assert "Champs" in shown
    assert card(db, "Mummy", "--faction", "Champs")["deck"] == "Champs"
    assert card(db, "mummies", "--faction", "champs")["deck"] == "Champs"


def test_l03_pairs_of_the_real_wiki(seed_db: Path) -> None:
    for name in ("Mummy", "Diva", "Sheriff", "Kaiju Conflict", "Fast as Lightning"):
        found = ask(seed_db, "card", name, "--json").json["cards"]
        assert len({c["deck"] for c in found}) == 2, name
        assert card(seed_db, name, "--faction", "World Champs")["faction"] == "World Champs"


def test_l04_nothing_far_off(cases, tmp_path: Path) -> None:
    microbots = [f"Microbot {what}" for what in ("Alpha", "Guard", "Fixer", "Reclaimer", "Archive")]
    db = build(tmp_path, export(("Robots", minions("Reef Guard", "Warbot", *microbots))))
    for typed in ("kings guard", "xyzzy", "warrior"):
        answer = ask(db, "card", typed, "--json")
        assert (answer.status, answer.json["match"], answer.json["cards"]) == (1, "none", []), typed
        assert "Draw a card" not in ask(db, "card", typed).stdout
    answer = ask(db, "card", "microbot", "--json")
    assert (answer.status, answer.json["cards"]) == (1, [])
    assert sorted(answer.json["suggestions"]) == sorted(microbots)


# ---------------------------------------------------------------- storage


def test_d01_a_second_import_adds_nothing(cases, tmp_path: Path) -> None:
    dump = cases["x07"]["input"].replace("Draw a card.", "Draw a walrus.", 1)
    tables = ("page", "revision", "text", "card", "card_version", "change", "card_fts", "deck")
    db = build(tmp_path, dump)
    counts = [rows(db, f"select count(*) from {table}") for table in tables]
    build(tmp_path, dump)
    assert [rows(db, f"select count(*) from {table}") for table in tables] == counts
    assert ask(db, "search", "draw card", "--json").json["total"] == 1
    later = dump.replace("812</id>", "813</id>").replace("2026-01-02", "2026-03-02")
    later = later.replace("'''Power 3''' - Draw a card.", "'''Power 6''' - Draw a card.")
    build(tmp_path, later)
    assert rows(db, "select count(*) from revision") == [(3,)]
    assert card(db, "Reef Guard")["power"] == 6
    assert ask(db, "search", "walrus", "--json").json["results"] == []
    assert rows(db, "select 1 from card_fts where card_fts match 'walrus'") == []
    assert ask(db, "search", "draw card", "--json").json["total"] == 1
    assert rows(db, "pragma integrity_check") == [("ok",)]
    assert rows(db, "pragma foreign_key_check") == []
    with closing(sqlite3.connect(db)) as conn:
        for table in ("card_fts", "clarification_fts", "term_fts", "rule_fts"):
            conn.execute(f"insert into {table}({table}) values ('integrity-check')")


def test_d03_an_index_that_is_behind(cases, tmp_path: Path) -> None:
    """As a crash between two commits would leave it: never old results as if they were current."""
    dump = export(("Otters", minions("Reef Guard")))
    db = build(tmp_path, dump)
    index, older = Path(f"{db}.index"), tmp_path / "older"
    shutil.copytree(index, older)
    later = dump.replace("101</id>", "201</id>").replace("2026-01-01", "2026-02-01")
    later = later.replace("Draw a", "Discard a")
    build(tmp_path, later)
    shutil.rmtree(index)
    shutil.copytree(older, index)
    for query in ("draw", "discard"):
        answer = ask(db, "search", query)
        assert (answer.status, answer.stdout) == (3, "")
        assert "smashup build" in answer.stderr
    build(tmp_path, later)
    assert ask(db, "search", "discard", "--json").json["total"] == 1
    assert ask(db, "search", "draw", "--json").json["results"] == []


def test_every_case_is_here(cases) -> None:
    named = {name.split("_")[1] for name in globals() if name.startswith("test_")}
    assert cases.keys() <= named
