"""Versions, changes and gaps of small histories, written by hand."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.records import (
    Card,
    Clarification,
    Erratum,
    Faction,
    Link,
    PageRecords,
    Rule,
    Synergy,
    Term,
    TextState,
)
from ingest.versions import Change, Gap, PageRevision, Since, compare, derive, time_order
from ingest.versions.order import returns, undone
from ingest.versions.pairing import moved, pair_alike, pair_equal

PAGE = "Tin Robots"
LONG = "Ongoing: After another player plays a spanner here, rust one of your gears on this base."


def card(name: str = "Rusty", text: str = LONG, **more: Any) -> Card:
    made = Card(deck=PAGE, special=False, type="action", name=name, copies=1, text=text)
    made = replace(made, **more)
    return replace(made, wikitext=more.get("wikitext") or f"{made!r}")


def cards(*several: Card) -> PageRecords:
    return PageRecords("faction", cards=several)


def rules(*several: Rule) -> PageRecords:
    return PageRecords("rules", rules=several)


def rule(name: str, text: str = "Words.", links: tuple[Link, ...] = (), wikitext: str = "") -> Rule:
    return Rule(name, (name,), text, links, wikitext=wikitext)


def revisions(
    *texts: PageRecords | TextState, parents: dict[int, int | None] | None = None
) -> list[PageRevision]:
    """Revisions with the row ids 1, 2, 3… and the wiki's 101, 102, 103…, a minute apart."""
    made = []
    for number, text in enumerate(texts, 1):
        records = text if isinstance(text, PageRecords) else None
        parent = (parents or {}).get(number, 100 + number - 1 if number > 1 else 0)
        made.append(
            PageRevision(
                id=number,
                timestamp=f"2026-01-01T00:{number:02}:00Z",
                revision_id=100 + number,
                parent_id=parent,
                text_state="present" if isinstance(text, PageRecords) else text,
                text_id=None if records is None else repr(records),
                records=records,
            )
        )
    return made


def told(changes: list[Change]) -> list[tuple[Any, ...]]:
    return [(c.revision, c.name, c.field, c.op) for c in changes if not c.cosmetic]


def one(changes: list[Change]) -> Change:
    (change,) = changes
    return change


# ---------------------------------------------------------------- time


def at(number: int, timestamp: str, parent: int | None, revision: int | None = -1) -> PageRevision:
    revision = number if revision == -1 else revision
    return PageRevision(number, timestamp, revision, parent, "missing", None, None)


def test_time_order_goes_by_time_then_parents_then_ids():
    early, late = "2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"
    expected = [at(90, early, 0), at(86, late, 0), at(84, late, 86), at(85, late, 84)]
    for seed in range(20):
        shuffled = expected[:]
        random.Random(seed).shuffle(shuffled)
        assert time_order(shuffled) == expected


def test_time_order_of_one_second_without_parents_goes_by_the_wikis_ids():
    same = "2026-01-01T00:00:00Z"
    known = [at(3, same, None, revision=7), at(2, same, None, revision=8)]
    unknown = [at(1, same, None, revision=None), at(4, same, None, revision=None)]
    assert time_order([*unknown, *known]) == [*known, *unknown]


@pytest.mark.parametrize("parents", [[2, 3, 1], [1, 2, 3], [2, 1, 2]])
def test_a_ring_of_parents_loses_nothing(parents: list[int]):
    ring = [at(n + 1, "2026-01-01T00:00:00Z", parent) for n, parent in enumerate(parents)]
    assert sorted(r.id for r in time_order(ring)) == [1, 2, 3]


def test_many_revisions_of_one_second():
    chain = [at(n, "2026-01-01T00:00:00Z", n - 1) for n in range(1, 3001)]
    assert time_order(reversed(chain)) == chain


# ---------------------------------------------------------------- what ends nothing


def test_blanking_and_its_undo_change_no_card():
    text = cards(card())
    lineages, changes, gaps = derive(revisions(text, "empty", text), PAGE)
    assert [(c.subject, c.op, c.revision, c.reverted) for c in changes] == [
        ("page", "blanked", 2, True),
        ("page", "restored", 3, True),
    ]
    (version,) = (v for lineage in lineages for v in lineage.versions)
    assert (version.from_revision, version.until_revision) == (1, None)
    assert version.since == version.text_since == Since(1, True)
    assert gaps == []


def test_a_blank_page_with_another_text_afterwards():
    _, changes, _ = derive(revisions(cards(card()), "empty", "empty", cards(card(copies=2))), PAGE)
    assert [(c.op, c.revision, c.reverted) for c in changes] == [
        ("blanked", 2, False),
        ("restored", 4, False),
        ("changed", 4, False),
    ]


def test_only_white_space_is_blank():
    first, second = revisions(cards(card()), "present")
    assert second.empty
    assert one(derive([first, second], PAGE)[1]).op == "blanked"


def test_an_empty_page_is_not_blanked_and_its_first_text_is_the_baseline():
    lineages, changes, _ = derive(revisions("empty", "empty", cards(card())), PAGE)
    assert changes == []
    assert lineages[0].versions[0].since == Since(3, True)


@pytest.mark.parametrize("state", ["hidden", "missing"])
def test_a_text_that_is_not_told_ends_nothing(state: TextState):
    text = cards(card())
    lineages, changes, gaps = derive(revisions(text, state, text), PAGE)
    assert changes == []
    assert [v.until_revision for v in lineages[0].versions] == [None]
    assert gaps == [Gap(1, 3, f"the text of a revision is {state}")]


def test_the_newest_text_that_is_not_told():
    lineages, changes, gaps = derive(revisions(cards(card()), "missing"), PAGE)
    assert (len(lineages), changes) == (1, [])
    assert gaps == [Gap(1, None, "the text of a revision is missing")]


def test_what_changed_across_a_hidden_text_is_said_of_the_next():
    lineages, changes, _ = derive(revisions(cards(card()), "hidden", cards(card(copies=2))), PAGE)
    assert told(changes) == [(3, "Rusty", "copies", "changed")]
    assert lineages[0].versions[1].since == Since(3, False)


def test_a_hidden_text_known_from_before_counts_as_held():
    first, second, third = revisions(*(cards(card(copies=n)) for n in (1, 2, 3)))
    second = replace(second, text_state="hidden")
    _, changes, gaps = derive([first, second, third], PAGE)
    assert told(changes) == [(2, "Rusty", "copies", "changed"), (3, "Rusty", "copies", "changed")]
    assert gaps == []


def test_no_text_at_all():
    assert derive(revisions("missing", "hidden"), PAGE) == ([], [], [])
    assert derive([], PAGE) == ([], [], [])


# ---------------------------------------------------------------- gaps and since


def test_a_parent_that_is_not_held_is_a_gap():
    history = revisions(cards(card()), cards(card(copies=2)), parents={1: 77, 2: 88})
    lineages, _, gaps = derive(history, PAGE)
    assert gaps == [Gap(None, 1, "revision 77 is not held"), Gap(1, 2, "revision 88 is not held")]
    assert [v.since for v in lineages[0].versions] == [Since(1, False), Since(2, False)]


def test_unknown_parents_are_no_gaps_but_nothing_is_exact():
    history = revisions(cards(card()), cards(card(copies=2)), parents={1: None, 2: None})
    lineages, _, gaps = derive(history, PAGE)
    assert gaps == []
    assert not any(v.since.exact for v in lineages[0].versions)


def test_several_reasons_make_one_gap():
    history = revisions(cards(card()), "hidden", "missing", cards(card()), parents={2: 50})
    assert one_gap(derive(history, PAGE)[2]) == Gap(
        1,
        4,
        "revision 50 is not held; the text of a revision is hidden;"
        " the text of a revision is missing",
    )


def one_gap(gaps: list[Gap]) -> Gap:
    (gap,) = gaps
    return gap


def summarised(comment: str | None, parent: int | None, *texts: PageRecords) -> list[Gap]:
    """The gaps of a history whose second revision has this summary and this parent."""
    first, second = revisions(*texts, parents={2: parent})
    return derive([first, replace(second, comment=comment)], PAGE)[2]


def test_a_summary_of_what_did_not_change_is_a_gap_where_parents_are_not_told():
    kettle, toaster = card("The Kettle"), card("Stray Toaster")
    old, new = cards(kettle, toaster), cards(kettle, replace(toaster, copies=9))
    said = "corrected the kettle's ability"
    reason = "the summary speaks of The Kettle, which is the same before"
    assert summarised(said, None, old, new) == [Gap(1, 2, reason)]
    assert summarised(said, 101, old, new) == []
    assert summarised(said, 88, old, new) == [Gap(1, 2, "revision 88 is not held")]


@pytest.mark.parametrize(
    "comment",
    [
        None,
        "",
        "The Stray Toaster, like The Kettle",  # one of those named did change
        "the kettles",  # no name, only a word that begins like one
        "a pot or two",  # a name too short to be sure of
    ],
)
def test_other_summaries_are_no_gap(comment: str | None):
    kettle, toaster, pot = card("The Kettle"), card("Stray Toaster"), card("Pot")
    old, new = cards(kettle, toaster, pot), cards(kettle, replace(toaster, copies=9), pot)
    assert summarised(comment, None, old, new) == []


def test_a_summary_may_speak_of_a_former_name():
    old, new = cards(card("The Kettle")), cards(card("The Grand Kettle"))
    assert summarised("The Kettle has another name now", None, old, new) == []


def test_a_page_imported_in_two_parts_is_no_gap():
    """Each part begins with a revision that claims to have no parent."""
    history = revisions(cards(card()), cards(card(copies=2)), parents={2: 0})
    lineages, _, gaps = derive(history, PAGE)
    assert gaps == []
    assert lineages[0].versions[1].since == Since(2, False)


def test_each_passage_has_its_own_since():
    said = (Clarification("Gears are no springs at all."),)
    more = (Clarification("Springs bounce off the gears."), *said)
    history = revisions(
        cards(card()),
        cards(card(clarifications=said)),
        cards(card(clarifications=said, text="Draw a spring.")),
        cards(card(clarifications=more, text="Draw a spring.")),
        cards(card(clarifications=more, text="Draw a spring.", image="Rust.png")),
        cards(
            card(
                clarifications=more[::-1],
                text="Draw a  spring.",
                image="Rust.png",
                erratum=Erratum("yes", ("wording",), None, "Errata: Yes, Wording"),
            )
        ),
    )
    (lineage,), _, _ = derive(history, PAGE)
    newest = lineage.versions[-1]
    assert newest.text_since == Since(3, True)
    assert newest.clarifications_since == (Since(2, True), Since(4, True))
    assert newest.errata_since == Since(6, True)
    assert newest.since == Since(6, True)
    assert lineage.versions[-2].since == Since(4, True)  # an image is no wording
    assert lineage.versions[-2].errata_since == Since(1, True)


# ---------------------------------------------------------------- reverts


def test_an_undone_edit_and_its_undoing_are_reverted():
    a, b = cards(card()), cards(card(copies=9), card("Spring", "Draw a card."))
    lineages, changes, _ = derive(revisions(a, b, a), PAGE)
    assert {(c.revision, c.op, c.reverted) for c in changes} == {
        (2, "changed", True),
        (2, "added", True),
        (3, "changed", True),
        (3, "removed", True),
    }
    assert [v.from_revision for v in lineages[0].versions] == [1, 2, 3]
    assert lineages[0].versions[-1].since == Since(1, True)
    assert lineages[1].versions[0].until_revision == 3


def test_of_an_edit_war_the_last_edit_stands():
    a, b = cards(card()), cards(card(copies=2))
    lineages, changes, _ = derive(revisions(a, b, a, b), PAGE)
    assert [(c.revision, c.reverted) for c in changes] == [(2, True), (3, True), (4, False)]
    assert lineages[0].versions[-1].since == Since(4, True)


def test_a_null_revision_undoes_nothing():
    a, b = cards(card()), cards(card(copies=2))
    history = revisions(a, b, b)
    assert undone(returns(history)) == set()
    assert [c.reverted for c in derive(history, PAGE)[1]] == [False]


def test_texts_not_known_to_be_equal_are_no_revert():
    a, b = cards(card()), cards(card(copies=2))
    history = [replace(r, text_id=None) for r in revisions(a, b, a)]
    assert not any(c.reverted for c in derive(history, PAGE)[1])


def test_a_card_unrecognisable_after_an_edit_is_itself_again_after_the_undo():
    other = card("Whirligig", "Each player buries a hand grenade.", image="b.png", copies=4)
    before, after = cards(card(image="a.png")), cards(other)
    lineages, changes, _ = derive(revisions(before, after, before), PAGE)
    assert [(c.revision, c.name, c.op) for c in changes] == [
        (2, "Whirligig", "added"),
        (2, "Rusty", "removed"),
        (3, "Rusty", "added"),
        (3, "Whirligig", "removed"),
    ]
    assert [[v.from_revision for v in lineage.versions] for lineage in lineages] == [[1, 3], [2]]


def test_a_renamed_and_rewritten_card_is_followed_back_through_an_undo():
    first = card(image="a.png")
    renamed = replace(first, name="Whirligig")
    rewritten = replace(renamed, text="Each player buries a hand grenade.", image="b.png")
    history = revisions(*(cards(c) for c in (first, renamed, rewritten, first)))
    lineages, changes, _ = derive(history, PAGE)
    assert len(lineages) == 1
    assert [(c.op, c.field) for c in changes if c.revision == 4] == [
        ("renamed", "name"),
        ("changed", "text"),
        ("changed", "image"),
    ]


# ---------------------------------------------------------------- who is who


def test_a_card_is_renamed_when_its_content_stays():
    lineages, changes, _ = derive(revisions(cards(card("Rusty")), cards(card("Zephyr"))), PAGE)
    change = one(changes)
    assert (change.op, change.field, change.name) == ("renamed", "name", "Zephyr")
    assert (change.old, change.new) == ("Rusty", "Zephyr")
    assert len(lineages) == 1


def test_a_short_text_or_a_placeholder_image_is_no_proof():
    filler = [card(f"Filler {n}", f"Filler number {n} does {n} things.") for n in range(4)]
    old = card("Rusty", "Draw a card.", image="Placeholder.png", copies=1)
    new = card("Zephyr", "Draw a card.", image="Placeholder.png", copies=3)
    fillers = [replace(c, image="Placeholder.png") for c in filler]
    before, after = cards(old, *fillers), cards(*fillers, new)
    assert sorted(c.op for c in compare(before, after, PAGE)) == ["added", "removed"]


def test_unrelated_cards_in_one_place_are_no_renamed_card():
    old = card("Rusty", LONG, image="a.png")
    new = card("Zephyr", "Choose a player. That player discards two teacups.", image="b.png")
    side = card("Side", "Stays where it is whatever happens to the others.")
    assert sorted(c.op for c in compare(cards(side, old), cards(side, new), PAGE)) == [
        "added",
        "removed",
    ]


def test_cards_of_one_name_are_told_apart_by_deck_type_and_text():
    a = card("Twin", "First twin draws.", copies=1)
    b = card("Twin", "Second twin discards.", copies=2)
    c = card("Twin", "Base of twins.", type="base")
    d = replace(c, deck="Monster")
    old, new = cards(a, b, c, d), cards(replace(b, copies=3), a, replace(c, breakpoint=20), d)
    changes = compare(old, new, PAGE)
    assert {(c.field, c.op, c.old, c.new) for c in changes if c.field} == {
        ("copies", "changed", 2, 3),
        ("breakpoint", "changed", None, 20),
    }
    assert sum(c.op == "moved" for c in changes) == 1


def test_a_card_that_comes_back_continues_its_lineage():
    a, b = card("Rusty"), card("Spring", "Draw a card.")
    history = revisions(cards(a, b), cards(a), cards(a, replace(b, copies=7)))
    lineages, changes, _ = derive(history, PAGE)
    assert [c.op for c in changes] == ["removed", "added"]
    assert [(v.from_revision, v.until_revision) for v in lineages[1].versions] == [
        (1, 2),
        (3, None),
    ]


def test_a_card_moved_to_another_deck_or_type():
    a = card("Rusty")
    change = one(compare(cards(a), cards(replace(a, deck="Treasure")), PAGE))
    assert (change.op, change.field, change.old, change.new) == ("moved", "deck", PAGE, "Treasure")
    change = one(compare(cards(a), cards(replace(a, type="minion")), PAGE))
    assert (change.op, change.field) == ("changed", "type")


def test_a_faction_page_replaced_by_a_redirect_ends_its_cards():
    page = PageRecords("faction", Faction(PAGE), (card(),), rules=(rule("Strategy"),))
    gone = PageRecords("other", redirect="Sheet Metal#Robots")
    lineages, changes, _ = derive(revisions(page, gone), PAGE)
    assert [(c.subject, c.op, c.field, c.new) for c in changes] == [
        ("page", "changed", "redirect", "Sheet Metal#Robots"),
        ("faction", "removed", None, None),
        ("card", "removed", None, None),
        ("section", "removed", None, None),
    ]
    assert all(lineage.versions[-1].until_revision == 2 for lineage in lineages)


# ---------------------------------------------------------------- order


def test_only_the_card_that_moved_is_moved():
    several = [card(f"Card {n}", f"This one says the number {n}.") for n in range(6)]
    changed = [several[4], *several[:4], several[5]]
    lineages, changes, _ = derive(revisions(cards(*several), cards(*changed)), PAGE)
    change = one(changes)
    assert (change.name, change.op, change.field) == ("Card 4", "moved", None)
    assert (change.old, change.new, change.cosmetic) == (5, 1, False)
    assert [len(lineage.versions) for lineage in lineages] == [1, 1, 1, 1, 2, 1]


def test_cards_added_and_removed_move_nothing():
    several = [card(f"Card {n}", f"This one says the number {n}.") for n in range(6)]
    new = card("New", "Something else entirely happens.")
    changes = compare(cards(*several), cards(new, *several[2:]), PAGE)
    assert [(c.op, c.place) for c in changes] == [("added", 0), ("removed", 0), ("removed", 1)]


numbers = st.lists(st.integers(0, 5), max_size=9)


@given(numbers, numbers)
def test_pairing_is_the_mirror_image_the_other_way_round(olds: list[int], news: list[int]):
    pairs = pair_equal(olds, news)
    assert sorted(pairs) == sorted((old, new) for new, old in pair_equal(news, olds))
    assert all(olds[old] == news[new] for old, new in pairs)
    names = [list(map(str, side)) for side in (olds, news)]
    there = moved(pairs, *names)
    back = moved([(new, old) for old, new in pairs], *names[::-1])
    if olds != news:
        assert there == {(old, new) for new, old in back}
    stay = sorted(set(pairs) - there)
    assert stay == sorted(stay, key=lambda pair: pair[1])


@given(st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=4, max_size=4))
def test_pairing_by_likeness_is_the_mirror_image(points: list[list[int]]):
    side = range(4)
    there = pair_alike(side, side, lambda old, new: points[old][new] or None)
    back = pair_alike(side, side, lambda old, new: points[new][old] or None)
    assert sorted(there) == sorted((old, new) for new, old in back)
    assert len({old for old, _ in there}) == len({new for _, new in there}) == len(there)


# ---------------------------------------------------------------- fields


def test_errata_are_one_change_with_both_objects():
    old = card(erratum=Erratum("no", raw="Errata? No"))
    new = card(erratum=Erratum("yes", ("functional",), "less oil", "Errata? Yes, functional"))
    change = one(compare(cards(old), cards(new), PAGE))
    assert (change.field, change.op, change.cosmetic) == ("errata", "changed", False)
    assert change.old == {"status": "no", "kinds": [], "note": None}
    assert change.new == {"status": "yes", "kinds": ["functional"], "note": "less oil"}


def test_letter_case_of_an_errata_line_is_cosmetic():
    old = Erratum("yes", ("functional",), "less oil", "Errata? Yes, functional (less oil)")
    new = replace(old, raw="Errata? Yes, Functional (less oil)")
    lineages, changes, _ = derive(
        revisions(cards(card(erratum=old)), cards(card(erratum=new))), PAGE
    )
    change = one(changes)
    assert (change.field, change.cosmetic) == ("errata", True)
    assert (change.old["raw"], change.new["raw"]) == (old.raw, new.raw)
    version = lineages[0].versions[0]
    assert (len(lineages[0].versions), version.errata_since) == (1, Since(1, True))
    assert isinstance(version.record, Card)
    assert version.record.erratum == new  # as the newest revision has it


def test_each_clarification_is_one_change():
    old = tuple(map(Clarification, ["Oil is no water.", "Gears turn left.", "Rust never sleeps."]))
    new = tuple(
        map(Clarification, ["Gears always turn left.", "Rust never sleeps.", "Ask before you oil."])
    )
    changes = compare(cards(card(clarifications=old)), cards(card(clarifications=new)), PAGE)
    assert [(c.op, c.old, c.new, c.place) for c in changes] == [
        ("removed", "Oil is no water.", None, 0),
        ("changed", "Gears turn left.", "Gears always turn left.", None),
        ("added", None, "Ask before you oil.", 2),
    ]


def test_clarifications_in_another_order_are_one_move():
    said = tuple(map(Clarification, ["Oil is no water.", "Gears turn left.", "Rust never sleeps."]))
    changes = compare(
        cards(card(clarifications=said)), cards(card(clarifications=said[::-1])), PAGE
    )
    change = one(changes)
    assert (change.field, change.op) == ("clarifications", "moved")
    assert change.new == ["Rust never sleeps.", "Gears turn left.", "Oil is no water."]


def test_equal_clarifications_are_counted():
    twice = (Clarification("As printed."), Clarification("As printed."))
    change = one(
        compare(cards(card(clarifications=twice)), cards(card(clarifications=twice[:1])), PAGE)
    )
    assert (change.op, change.old) == ("removed", "As printed.")


@pytest.mark.parametrize(
    ("old", "new", "cosmetic"),
    [
        ("Draw two cards.", "Draw  two\ncards.", True),
        ("Destroy another player's gear.", "Destroy another player’s gear.", True),
        ('Say "clank".', "Say “clank”.", True),
        ("Draw two cards.", "Draw two Cards.", False),
        ("Draw two cards.", "Draw two cards", False),
    ],
)
def test_blanks_and_quotes_are_cosmetic(old: str, new: str, cosmetic: bool):
    lineages, changes, _ = derive(revisions(cards(card(text=old)), cards(card(text=new))), PAGE)
    change = one(changes)
    assert (change.field, change.old, change.new) == ("text", old, new)
    assert change.cosmetic == cosmetic
    assert len(lineages[0].versions) == (1 if cosmetic else 2)


def test_wikitext_alone_is_cosmetic_with_the_lines_that_differ():
    old = card(wikitext="======1x Rusty======\n'''Power''' 3\n* Oil\n* Gears")
    new = replace(old, wikitext="======1x Rusty======\nPower 3\n* Oil\n* Gears", line=7)
    change = one(compare(cards(old), cards(new), PAGE))
    assert (change.field, change.op, change.cosmetic) == ("text", "changed", True)
    assert (change.old, change.new) == ("'''Power''' 3", "Power 3")


def test_a_blank_line_at_a_sections_end_counts_only_alone():
    a, b = card("A", wikitext="A\n"), card("B", "Something else.", wikitext="B\n")
    change = one(compare(cards(a, b), cards(replace(a, wikitext="A\n\n"), b), PAGE))
    assert change.cosmetic
    added = compare(cards(a), cards(replace(a, wikitext="A\n\n"), b), PAGE)
    assert [c.op for c in added] == ["added"]


def test_another_line_is_no_change():
    a = card()
    lineages, changes, _ = derive(revisions(cards(a), cards(replace(a, line=99))), PAGE)
    assert changes == []
    (version,) = lineages[0].versions
    assert isinstance(version.record, Card)
    assert version.record.line == 99


def test_what_appears_and_goes_has_its_plain_text():
    gear = card(
        "Gear",
        "Turns.",
        type="minion",
        power=3,
        erratum=Erratum("no", raw="Errata: No"),
        clarifications=(Clarification("It turns left."),),
    )
    change = one(compare(cards(), cards(gear), PAGE))
    assert change.new == "Power 3 - Turns.\nErrata: No\nClarifications:\n* It turns left."
    assert one(compare(cards(gear), cards(), PAGE)).old == change.new
    term = Term("Oil", "What robots drink.", exception="Not the small ones.")
    change = one(compare(PageRecords("glossary"), PageRecords("glossary", terms=(term,)), PAGE))
    assert change.new == "What robots drink.\nException: Not the small ones."
    change = one(compare(rules(), rules(rule("Oiling", "Oil first.")), PAGE))
    assert (change.subject, change.new) == ("rule", "Oil first.")


def test_the_fields_of_a_faction():
    old = Faction(PAGE, complexity="low", complexity_raw="LOW", mechanics=("Rust",), cover="a.png")
    new = replace(
        old,
        set="Scrapyard",
        complexity_raw="Low",
        mechanics=("Rust", "Oil"),
        work_in_progress=True,
        cover_illustrator="Ada Grill",
    )
    changes = compare(PageRecords("faction", old), PageRecords("faction", new), PAGE)
    assert [(c.field, c.old, c.new, c.cosmetic) for c in changes] == [
        ("set", None, "Scrapyard", False),
        ("complexity", "LOW", "Low", True),
        ("mechanics", ["Rust"], ["Rust", "Oil"], False),
        ("work_in_progress", False, True, False),
        ("cover", {"image": "a.png", "illustrator": None},
         {"image": "a.png", "illustrator": "Ada Grill"}, False),
    ]  # fmt: skip


def test_where_a_synergys_link_leads_is_cosmetic_that_it_is_one_is_not():
    def page(target: str | None) -> PageRecords:
        return PageRecords("faction", Faction(PAGE, synergies=(Synergy("Ghosts", target, "boo"),)))

    assert one(compare(page("Gosts"), page("Ghosts"), PAGE)).cosmetic
    assert not one(compare(page(None), page("Ghosts"), PAGE)).cosmetic


def test_the_first_section_says_nothing_beside_the_description():
    def page(description: str, advice: str) -> PageRecords:
        lead = Rule(PAGE, (), f"{description} From the Scrapyard.")
        faction = Faction(PAGE, description=description)
        return PageRecords("faction", faction, rules=(lead, rule("Strategy", advice)))

    old, new = page("They clank.", "Wait."), page("They squeak.", "Hurry.")
    lineages, changes, _ = derive(revisions(old, new), PAGE)
    assert told(changes) == [
        (2, PAGE, "description", "changed"),
        (2, "Strategy", "text", "changed"),
    ]
    assert all(len(lineage.versions) == 2 for lineage in lineages)


def test_links_of_a_rule():
    plain = rule("Titans", "Robots: Big Tin")
    linked = replace(plain, links=(Link("Robots", "Robots"),))
    other = replace(plain, links=(Link("Robots", "Tin Robots"),))
    change = one(compare(rules(plain), rules(linked), PAGE))
    assert (change.field, change.op, change.cosmetic) == ("links", "changed", False)
    assert (change.old, change.new) == ([], ["[[Robots]]"])
    change = one(compare(rules(linked), rules(other), PAGE))
    assert (change.new, change.cosmetic) == (["[[Tin Robots|Robots]]"], True)


def test_rules_are_sections_on_a_factions_page_only():
    text = rule("Strategy", "Hit hard.")
    for kind, subject in (("faction", "section"), ("decks", "rule"), ("rules", "rule")):
        page = PageRecords(kind, rules=(text,))  # type: ignore[arg-type]
        other = replace(page, rules=(replace(text, text="Hit twice."),))
        lineages, changes, _ = derive(revisions(page, other), PAGE)
        assert (lineages[0].subject, changes[0].subject) == (subject, subject)


def test_rules_below_another_heading_are_the_same_rules():
    a, b = rule("Setup", "Shuffle."), Rule("Examples", ("Setup", "Examples"), "Like this.")
    moved_up = replace(b, path=("Examples",))
    assert compare(rules(a, b), rules(a, moved_up), PAGE) == []


def test_terms_are_renamed_and_changed():
    old = Term("Oil", "What every robot drinks before the game begins.", image="oil.png")
    new = replace(old, name="Lubricant", exception="Not the small ones.")
    was, now = (PageRecords("glossary", terms=(term,)) for term in (old, new))
    changes = compare(was, now, "Words")
    assert [(c.subject, c.field, c.op, c.new) for c in changes] == [
        ("term", "name", "renamed", "Lubricant"),
        ("term", "exception", "changed", "Not the small ones."),
    ]


# ---------------------------------------------------------------- hostile


def test_pages_of_thousands_of_sections():
    """All renamed at once, and in another order, with texts that are alike or empty."""
    many = [rule(f"Section {n}", f"Text of number {n} with some more words.") for n in range(3000)]
    others = [replace(r, name=f"Other {n}", path=(f"Other {n}",)) for n, r in enumerate(many)][::-1]
    changes = compare(rules(*many), rules(*others), PAGE)
    assert sum(c.op == "renamed" for c in changes) == 3000
    empty = [rule(f"{n}", "") for n in range(3000)]
    changes = compare(rules(*many), rules(*empty), PAGE)
    assert len(changes) == 6000


def test_a_card_of_thousands_of_clarifications():
    old = tuple(Clarification(f"Clarification number {n}.") for n in range(3000))
    new = tuple(Clarification(f"Other words for {n}.") for n in range(3000))
    changes = compare(cards(card(clarifications=old)), cards(card(clarifications=new)), PAGE)
    assert len(changes) == 6000


def test_names_without_letters():
    a, b = card("?!", "One thing happens."), card("…", "Another thing happens to them.")
    assert compare(cards(a, b), cards(a, b), PAGE) == []
    assert compare(cards(a), cards(replace(a, name="")), PAGE)[0].op == "renamed"
