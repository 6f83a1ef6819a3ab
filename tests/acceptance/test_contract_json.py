"""Every JSON object that the contract promises for the commands of this issue, on both wikis."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.asking import Object, ask, run, squeezed
from tests.acceptance.shapes import ANSWERS, CARD, ENVELOPE, faults
from tests.conftest import ROOT

# Command line → the status it ends with, on the sample wiki.
QUESTIONS: list[tuple[tuple[str, ...], int]] = [
    (("card", "Junior Clerk"), 0),
    (("card", "junior clerks"), 0),
    (("card", "Junoir Clerk"), 0),
    (("card", "Junior Clerk", "--as-of", "2025-09-20"), 0),
    (("card", "Junior Clerk", "--as-of", "2001-01-01"), 1),
    (("card", "Twin", "--faction", "Understudies"), 1),
    (("card", "Zzyzx"), 1),
    (("card", ""), 1),
    (("faction",), 0),
    (("faction", "--as-of", "2001-01-01"), 1),
    (("faction", "Understudies"), 0),
    (("faction", "Furniture"), 0),
    (("faction", "Lighthouse Keepers"), 1),
    (("faction", "Zzyzx"), 1),
    (("term",), 0),
    (("term", "Laugh"), 0),
    (("term", "Laugh", "--as-of", "2025-05-01"), 1),
    (("term", "Zzyzx"), 1),
    (("rule",), 0),
    (("rule", "When Titans Bump"), 0),
    (("rule", "Setting the Table"), 0),
    (("rule", "Zzyzx"), 1),
    (("diff", "Tax Auditors"), 0),
    (("diff", "Tax Auditors", "first", "latest"), 0),
    (("diff", "Tax Auditors", "first", "latest", "--cosmetic"), 0),
    (("diff", "Tax Auditors", "9", "10", "--cosmetic"), 0),
    (("diff", "Setting the Table", "31", "33"), 0),
    (("diff", "Furniture", "2025-02-18", "2026-07-13"), 0),
    (("diff", "File:SR1003 Encore Understudies5a.png"), 1),
    (("diff", "File:SR1001 PaperCuts TaxAuditors10.png"), 1),
    (("diff", "Zzyzx"), 1),
    (("diff", "Tax Auditors", "2001-01-01"), 1),
    (("diff", "Tax Auditors", "999999"), 1),
    (("info",), 0),
]
FOUND = {"card": "cards", "faction": "factions", "term": "terms", "rule": "rules"}


def check(command: str, answer: Object) -> None:
    assert list(faults(answer, {**ENVELOPE, **ANSWERS[command]})) == []


@pytest.mark.parametrize(("arguments", "status"), QUESTIONS, ids=lambda v: str(v)[:60])
def test_answer(arguments: tuple[str, ...], status: int, sample_db: Path) -> None:
    """The object and nothing else on stdout; the status; an empty answer is the object too."""
    answer = ask(sample_db, *arguments, "--json")
    assert answer.status == status, answer.stderr
    command = arguments[0]
    check(command, answer.json)
    assert answer.stdout.endswith("}\n")
    if status == 1:
        assert answer.json[FOUND.get(command, "changes")] == []
        assert "Traceback" not in answer.stderr
    else:
        assert answer.stderr == ""


def test_the_moment_asked_for_is_told(sample_db: Path) -> None:
    for given, meant in {
        "2025-09-20": "2025-09-20T23:59:59Z",
        "2025-09-20T12:00:00Z": "2025-09-20T12:00:00Z",
        "2025-09-20T14:00:00+02:00": "2025-09-20T12:00:00Z",
    }.items():
        for command in ("card", "faction", "term", "rule"):
            answer = ask(sample_db, command, "Zzyzx", "--json", "--as-of", given)
            assert (answer.status, answer.json["as_of"]) == (1, meant)
    assert ask(sample_db, "info", "--json").json["as_of"] is None


def test_every_card_of_the_sample_has_the_shape(sample_db: Path) -> None:
    names = card_names(sample_db)
    assert len(names) > 50
    for name in names:
        check("card", ask(sample_db, "card", name, "--json").json)


def card_names(db: Path) -> list[str]:
    with closing(sqlite3.connect(db)) as conn:
        return [row[0] for row in conn.execute("select distinct name from cards order by name")]


@pytest.fixture(scope="module")
def seed_cards(seed_db: Path) -> list[Object]:
    """All cards of the real wiki, as `card` answers."""
    found = []
    for name in card_names(seed_db):
        answer = ask(seed_db, "card", name, "--json")
        assert answer.status == 0
        found += [{**card, "notices": answer.json["notices"]} for card in answer.json["cards"]]
    return found


def test_every_card_of_the_seed_has_the_shape(seed_cards: list[Object]) -> None:
    assert len({card["id"] for card in seed_cards}) == len(seed_cards) == 380
    for card in seed_cards:
        assert list(faults(card, CARD, card["name"])) == []


def test_what_cards_say_fits_together(seed_cards: list[Object]) -> None:
    places = set()
    for card in seed_cards:
        kind = card["type"]
        assert (card["breakpoint"] is not None) == (kind == "base"), card["name"]
        assert (card["vps"] is not None) == (kind == "base"), card["name"]
        assert kind != "minion" or card["power"] is not None, card["name"]
        assert (card["faction"] is None) == (card["deck"] in ("Madness", "Monster", "Treasure"))
        assert card["faction"] in (None, card["deck"])
        assert card["since"]["timestamp"] <= card["source"]["timestamp"]
        assert card["errata"]["status"] == "yes" or card["errata"]["kinds"] == []
        assert not card["text"].startswith(("Power", "Breakpoint"))
        assert "''" not in card["text"]
        assert "[[" not in card["text"]
        places.add((card["deck"], card["slug"], card["id"]))
    assert len(places) == len({(deck, name) for deck, name, _ in places})


@pytest.mark.parametrize("command", ["faction", "term", "rule"])
def test_lists_of_the_seed_have_the_shape(command: str, seed_db: Path) -> None:
    answer = ask(seed_db, command, "--json")
    assert answer.status == 0
    check(command, answer.json)
    assert answer.json["query"] is None
    assert len(answer.json[FOUND[command]]) >= {"faction": 23, "term": 44, "rule": 20}[command]


@pytest.mark.parametrize("page", ["Robots", "Aliens"])
def test_every_card_behind_a_newest_revision_without_text(page: str, seed_cards) -> None:
    """It is answered, from the revision before, and the reader is told."""
    mine = [card for card in seed_cards if card["page"] == page]
    assert len(mine) >= 12
    for card in mine:
        notices = [said for said in card["notices"] if page in said]
        assert len(notices) == 1, card["name"]
        assert card["source"]["timestamp"] not in notices[0]
        assert "no text in this dump" in notices[0]
    others = [card for card in seed_cards if card["page"] not in ("Robots", "Aliens")]
    quiet = [card for card in others if not card["notices"]]
    assert len(quiet) > len(others) * 0.9


def test_the_notice_before_the_empty_revision_is_not_there(seed_db: Path) -> None:
    """As of an instant before the revision without text, nothing is missing."""
    now = ask(seed_db, "faction", "Robots", "--json").json
    shown = now["factions"][0]["source"]["timestamp"]
    assert now["notices"]
    then = ask(seed_db, "faction", "Robots", "--json", "--as-of", shown).json
    assert (then["notices"], then["factions"]) == ([], now["factions"])


def test_empty_revisions_of_other_pages_are_told_too(seed_db: Path) -> None:
    info = ask(seed_db, "info", "--json").json
    check("info", info)
    shown = {page["page"] for page in info["shown_from_older"]}
    assert shown == {"Robots", "Aliens"}


# ---------------------------------------------------------------- building


def test_build_tells_what_it_read(tmp_path: Path) -> None:
    db = tmp_path / "sample.db"
    first = ask(db, "build", str(ROOT / "revisions"), "--json")
    again = ask(db, "build", str(ROOT / "revisions"), "--json")
    for answer in (first, again):
        assert (answer.status, answer.stderr) == (0, "")
        check("build", answer.json)
    (told,) = first.json["sources"]
    assert (told["format"], told["complete"], told["pages"]) == ("xml", True, 11)
    assert (told["revisions"], told["new"]) == (45, 45)
    (told,) = again.json["sources"]
    assert (told["revisions"], told["new"]) == (45, 0)
    assert first.json["generation"] == again.json["generation"] == 1


# ---------------------------------------------------------------- ruling and search


def test_ruling_and_search(sample_db: Path) -> None:
    for question, status in (
        ("Can a Carbon Copy copy another Carbon Copy?", 0),
        ("how do I waterproof a submarine xylophone", 1),
    ):
        answer = ask(sample_db, "ruling", question, "--json")
        assert answer.status == status, answer.stderr
        check("ruling", answer.json)
        assert answer.json["confident"] == (status == 0)
        ranks = [passage["rank"] for passage in answer.json["passages"]]
        assert ranks == list(range(1, len(ranks) + 1))
        assert len(ranks) <= 3
        assert all(len(passage["text"]) <= 1300 for passage in answer.json["passages"])
    for query, status in (("type:base", 0), ("Junior Clerk", 0), ("zzyzx", 1)):
        answer = ask(sample_db, "search", query, "--json")
        assert answer.status == status, answer.stderr
        check("search", answer.json)
        assert (answer.json["total"] > 0) == (status == 0)


# ---------------------------------------------------------------- as a process of its own


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(("card", "Settee"), 0), (("card", "Zzyzx"), 1), (("diff", "Main Page"), 0), (("info",), 0)],
    ids=str,
)
def test_a_process_prints_one_object(arguments, status, sample_db: Path) -> None:
    answer = run(*arguments, "--json", db=sample_db)
    assert answer.status == status
    check(arguments[0], answer.json)
    assert answer.stderr == ""


def test_the_database_may_come_from_the_environment(sample_db: Path) -> None:
    answer = run("card", "Settee", "--json", env={"SMASHUP_DB": str(sample_db)})
    assert (answer.status, answer.json["match"]) == (0, "exact")
    shown = run("--help")
    assert (shown.status, shown.stderr) == (0, "")


def test_text_goes_to_stdout_and_notes_to_stderr(sample_db: Path) -> None:
    """For people: within 80 columns, plain in a pipe, with its source."""
    found = run("card", "Orchestra Pit", db=sample_db, env={"COLUMNS": "200"})
    assert found.status == 0
    assert "Understudies" in found.stdout
    assert "2026-07-14" in found.stdout, "names its source"
    assert "2026-09-27T04:07:51Z" in found.stderr, "the notice"
    assert "2026-09-27T04:07:51Z" not in found.stdout
    assert max(map(len, found.stdout.splitlines())) <= 80
    assert "\x1b" not in found.stdout + found.stderr
    missing = run("card", "Orchestra Pitt of Doom and Gloom", db=sample_db)
    assert (missing.status, missing.stdout) == (1, "")
    assert missing.stderr.startswith("No card is called")


def test_text_fits_the_page(seed_db: Path, sample_db: Path) -> None:
    """80 columns, plain, no wikitext; an address may be longer, it can't be broken."""
    calls: list[tuple[Path, tuple[str, ...]]] = [
        *((db, ("card", name)) for db in (seed_db, sample_db) for name in card_names(db)),
        *((db, (listed,)) for db in (seed_db, sample_db) for listed in ("faction", "term", "rule")),
        *((sample_db, ("diff", page, "first")) for page in ("Furniture", "Tax Auditors")),
        *((seed_db, (command, "Titans")) for command in ("rule", "search", "ruling")),
        *((seed_db, ("faction", name)) for name in ("Elder Things", "Robots", "Disco Dancers")),
        (sample_db, ("info",)),
    ]
    for db, arguments in calls:
        answer = ask(db, *arguments)
        assert answer.status in (0, 1), arguments
        assert answer.stdout, arguments
        for line in answer.stdout.splitlines():
            assert len(line) <= 80 or line.strip().startswith("http"), (arguments, line)
            assert "\x1b" not in line
            assert "'''" not in line
            assert "[[" not in line or arguments[0] == "diff"
        if arguments[0] in ("card", "ruling") or arguments == ("faction", "Robots"):
            assert "last edit 20" in squeezed(answer.stdout), arguments


def test_statuses(sample_db: Path, tmp_path: Path) -> None:
    assert run("card", "Settee", db=sample_db).status == 0
    assert run("card", "Zzyzx", db=sample_db).status == 1
    assert run("card", "Settee", "--nonsense", db=sample_db).status == 2
    assert run("card", "Settee", db=tmp_path / "none.db").status == 3


def test_shapes_find_faults() -> None:
    """The checks themselves: what is wrong is seen."""
    right: Any = {
        "page": "Otters",
        "section": None,
        "revision_id": 7,
        "timestamp": "2026-01-01T00:00:00Z",
        "contributor": None,
        "comment": "",
        "url": None,
    }
    shape = ANSWERS["info"]["newest"]
    assert list(faults(right, shape)) == []
    for key, wrong in {
        "page": "",
        "revision_id": True,
        "timestamp": "2026-01-01 00:00:00",
        "url": "javascript:x",
        "comment": 3,
    }.items():
        assert list(faults({**right, key: wrong}, shape)), key
    assert list(faults({k: v for k, v in right.items() if k != "url"}, shape)) == [
        ".url is missing"
    ]
    assert list(faults({"changes": None}, {"changes": [dict]}))
    assert json.loads(json.dumps(right)) == right
