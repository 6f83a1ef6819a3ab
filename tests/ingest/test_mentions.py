"""Which names a text mentions: spellings, cues, and the traps that everyday words are."""

from __future__ import annotations

import pytest

from ingest.mentions import Name, Names, Place, find
from ingest.records import Link, Mention
from tests.ingest.mention_names import HELD, NAMES

PROSE = Place(page="Otters", kind="rule", name="Strategy", deck="Otters", register="prose")
LEAD = Place(page="Otters", kind="rule", name="Otters", deck="Otters", register="flavour")
RULES = Place(page="Odd Decks", kind="rule", name="Odds")
ELSEWHERE = Place(page="Gulls", kind="card", name="Shriek", deck="Gulls")
AT_HOME = Place(page="Otters", kind="card", name="Lily", deck="Otters")
AT_TEA = Place(page="Teapots", kind="card", name="Brew", deck="Teapots")


def told(text: str, place: Place = ELSEWHERE, kinds: str = "card faction") -> list[str]:
    """The mentions as `written > name`, `written ?` for what is not held; cards and factions."""
    return [
        f"{m.written} > {m.name}" if m.page else f"{m.written} ?"
        for m in find(text, NAMES, place)
        if m.kind in kinds.split()
    ]


def game(text: str, place: Place = ELSEWHERE) -> list[str]:
    return told(text, place, "term rule")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # as spelt, whatever the quotes, accents and other punctuation
        ("Give it to Kelp Diver first.", "Kelp Diver > Kelp Diver"),
        ("Seance Night is louder.", "Seance Night > Séance Night"),
        ("Draw for each Cap'n's Chosen here.", "Cap'n's Chosen > Cap’n’s Chosen"),
        ("Draw for each Cap’n’s Chosen here.", "Cap’n’s Chosen > Cap’n’s Chosen"),
        ("It stops Oh, Drat! and nothing else.", "Oh, Drat > Oh, Drat!"),
        ("It stops Oh Drat too.", "Oh Drat > Oh, Drat!"),
        ("We Are Otters may copy it.", "We Are Otters > We are Otters"),
        ("It needs a Captain Of The Raft.", "Captain Of The Raft > Captain of the Raft"),
        # plurals and possessives
        ("Two Kelp Divers count once.", "Kelp Divers > Kelp Diver"),
        ("Two Lilies count once, as do Otter Queens.", "Lilies > Lily|Otter Queens > Otter Queen"),
        ("It takes the Otter Queen’s power.", "Otter Queen > Otter Queen"),
        # the longest
        ("It follows the Captain of the Raft.", "Captain of the Raft > Captain of the Raft"),
        ("It follows Cap’n’s Chosen.", "Cap’n’s Chosen > Cap’n’s Chosen"),
        ("The Spirit of the Harbour is there.", "Spirit of the Harbour ?"),
        # other spellings
        ("The Queen Otter may stay.", "Queen Otter > Otter Queen"),
        ("Note that Change in Tea may stay.", "Change in Tea > Change of Tea"),
        ("The Otter Quene may stay.", "Otter Quene > Otter Queen"),
        ("The Kelp Divver may stay.", "Kelp Divver > Kelp Diver"),
        ("The Chiped Spout may stay.", "Chiped Spout > Chipped Spout"),
        ("The Chipped Sprouts may stay.", "Chipped Sprouts > Chipped Spout"),
        ("Use Over Spill first.", "Over Spill > Overspill"),
        ("Use an Ottrebot Guard first.", "Ottrebot Guard > Otterbot Guard"),
        ("The Otter Regent may stay.", "Otter Regent > Otter Queen"),  # formerly
        ("Ask the Supergulls.", "Supergulls ?"),
        ("It stays at the Kettle of Doom.", "Kettle of Doom > Kettle of Doom"),
    ],
)
def test_spellings(text: str, expected: str):
    assert told(text) == expected.split("|")


@pytest.mark.parametrize(
    "text",
    [
        "A ghost raft of kelp, a diver and a queen of otters.",
        "Move a minion. Probe its deck, and poison the tea.",
        "Poison a minion of power 2 or less.",  # a verb that begins a sentence
        "Probe them for news.",
        "Brew your own.",
        "Spirit work takes long.",
        "* Poison",  # a list of mechanics
        "Whisker",
        "Hold the den for a turn, lily in hand.",
        "Play Cards phase; the Start Turn phase",
        "The Spirit of Rivalry is not held, nor is Poison Ivy.",  # part of a longer name
        "Old Spirit Guide and Big Probe Machine.",
        "Say “we are otters” aloud.",
        "Gain 1 VP. You get +1 power OR nothing.",
        "A raft; the Raft’s namesake sank.".replace("Raft", "raft"),
        "It came in Brew for Two, and in Tea and Tides.",  # sets
        "Eh, whatever. The Foo Den.",
        "The dancing duke bows. The DENSE fog.",
    ],
)
def test_what_is_no_mention(text: str):
    assert [one for one in told(text) if not one.endswith("?")] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The tea stops Poison at once.", ["Poison > Poison"]),
        ("Use Probe to look.", ["Probe > Probe"]),
        ("It does not stop Move or Spirit.", ["Move > Move", "Spirit > Spirit"]),
        # a forced capital: what follows tells
        ("Poison is strong.", ["Poison > Poison"]),
        ("Spirit can be moved.", ["Spirit > Spirit"]),
        ("Whistle offers two more.", ["Whistle > Whistle"]),
        ("Poison and Probe are both weak.", ["Poison > Poison", "Probe > Probe"]),
        ("Brew, Whistle, and Lily all count.", ["Brew > Brew", "Whistle > Whistle", "Lily > Lily"]),
        ("Whisker’s power is 2.", ["Whisker > Whisker"]),
        ("Eh? isn't played there.", ["Eh > Eh?"]),
        # a quotation, a parenthesis, a table's cell
        ("The card “Poison” says so.", ["Poison > Poison"]),
        ("The other one (Poison) says so.", ["Poison > Poison"]),
        ("Otters | Poison", ["Otters > Otters", "Poison > Poison"]),
        # factions
        ("Teapots are slow, and the Otter minions quick.", ["Teapots > Teapots", "Otter > Otters"]),
        ("An otter hides the teapots.", []),
        ("* Otters\n* Super Gulls", ["Otters > Otters", "Super Gulls ?"]),
    ],
)
def test_capitals(text: str, expected: list[str]):
    assert told(text) == expected


def cued(text: str, place: Place = ELSEWHERE) -> list[tuple[str, str]]:
    return [(m.written, m.cue) for m in find(text, NAMES, place) if m.kind in ("card", "faction")]


@pytest.mark.parametrize(
    ("text", "cue", "written"),
    [
        ("Extra play (c.f., Kelp Diver, Whisker).", "c.f.", "Kelp Diver Whisker"),
        ("Extra play (c.f. Den, Brew)", "c.f.", "Den Brew"),
        ("Extra play, cf. Whisker.", "c.f.", "Whisker"),
        ("Some bases (e.g., Otter Queen) move.", "e.g.", "Otter Queen"),
        ("Some bases (e.g. Brew, River Diver or Lily) move.", "e.g.", "Brew River Diver Lily"),
        ("It is not stopped by cards like Poison", "cards like", "Poison"),
        ("It is allowed by minions like Whisker, etc.", "cards like", "Whisker"),
        ("Strong ones such as Whisker and Otter Queen stay.", "such as", "Whisker Otter Queen"),
        ("It is weak (like the Whisker).", "like", "Whisker"),
        ("(c.f. poison, kelp diver)", "c.f.", "poison kelp diver"),  # whole items, written small
        # what nothing held bears
        ("Foreign cards (e.g., Foggy Bottom) too.", "e.g.", "Foggy Bottom"),
        ("Foreign cards (e.g. Brew, Slipway) too.", "e.g.", "Brew Slipway"),
        ("Foreign cards (c.f. Heart of the Fog, Lily).", "c.f.", "Heart of the Fog Lily"),
        (
            "such as Brew, Slow Punt, Lily, or Wide Punt.",
            "such as",
            "Brew Slow Punt Lily Wide Punt",
        ),
    ],
)
def test_cues(text: str, cue: str, written: str):
    found = cued(text)
    assert " ".join(words for words, _ in found) == written
    assert {told for _, told in found} == {cue}


@pytest.mark.parametrize(
    "text",
    [
        "Moved (e.g., destroyed, returned, or placed) cards count.",
        "Effects (e.g. multiple -1 power, “power 3 or higher”) add up.",
        "It is e.g. moving it to the same base.",
        "Cards that can't go there (e.g., Monsters, Treasures) are discarded.",
        "Draw one base a player (e.g., four bases for three players).",
        "A card (e.g. the Card) and (e.g. ).",
    ],
)
def test_a_cue_announces_no_plain_words(text: str):
    assert cued(text) == []


def test_a_cue_ends_with_its_parenthesis_or_sentence():
    assert cued("Stop it (e.g. Brew), and Lily. See Whisker.") == [
        ("Brew", "e.g."),
        ("Lily", "plain"),
        ("Whisker", "plain"),
    ]
    assert cued("It acts on cards like Brew. But Lily stays.") == [
        ("Brew", "cards like"),
        ("Lily", "plain"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It cannot interact with Slow Punt.", ["Slow Punt ?"]),
        ("Then Ann plays A Lot Wider on it.", ["A Lot Wider ?"]),
        ("It destroys Slow Punt’s crew.", ["Slow Punt ?"]),
        ("As added in the Bigger Boat Box update.", []),
        ("From the Wide River set.", []),
        ("In the Score Bases phase, gain 2 VP. First used in Wide River.", []),
        ("Slow Punt begins this sentence.", []),
        ("Slow Punt And Wide Punt", []),  # a title
        ("Then Ann draws, and Bob does.", []),
    ],
)
def test_capitals_that_fit_no_name(text: str, expected: list[str]):
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Feed the Captain first.", ["Captain > Captain of the Raft"]),
        ("Both Divers count.", ["Divers > Kelp Diver", "Divers > River Diver"]),
        ("Feed the Diver first.", []),  # which of them?
        ("Each Otterbot counts, all Otterbots do.", []),  # a group, no card
        ("The Guard counts.", ["Guard > Otterbot Guard"]),
        ("Keep Alpha around.", ["Alpha > Otterbot Alpha"]),
        ("Go back to the Den.", ["the Den > The Den"]),
        ("Boil the Kettle.", []),  # on another page
        ("Invite the Otter Duke.", ["Otter Duke > Dancing Duke"]),  # the faction's word before it
    ],
)
def test_short_names_on_their_own_page(text: str, expected: list[str]):
    assert told(text, PROSE) == expected


def test_a_faction_named_in_the_line_brings_its_page_near():
    line = "* Teapots: Boil the Kettle, and chip the Spout.\n* Gulls: Boil the Kettle."
    assert told(line, PROSE) == [
        "Teapots > Teapots",
        "Kettle > Kettle of Doom",
        "Spout > Chipped Spout",
    ]


def test_a_name_of_several_cards_is_that_of_the_own_page():
    def pages(text: str, place: Place) -> list[str | None]:
        return [m.page for m in find(text, NAMES, place) if m.name == "Raft"]

    assert pages("It needs a Raft.", AT_HOME) == ["Otters"]
    assert pages("It needs a Raft.", AT_TEA) == ["Teapots"]
    assert pages("With Otters, it needs a Raft.", ELSEWHERE) == ["Otters"]
    assert pages("It needs a Raft.", ELSEWHERE) == ["Otters", "Teapots"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Two Lilies never meet; Lily’s power is 2.", AT_HOME),
        ("The other Brew counts.", AT_TEA),
        (
            "It needs a Raft.",
            Place("Gulls", "card", "Raft", "Gulls"),
        ),  # of another page, the same name
        ("Otters and Otter cards are quick.", PROSE),
        ("Draw Gloom from the Gloom deck.", Place("Odd Decks", "card", "Gloom", "Gloom")),
        ("Destroy this barnacle.", Place("Odd Decks", "card", "Old Bob", "Barnacle")),
    ],
)
def test_what_a_text_is_about_is_not_mentioned(text: str, place: Place):
    mine = {"Lily", "Brew", "Raft", "Otters", "Gloom", "The Gloom Deck", "The Barnacle Deck"}
    assert [m for m in find(text, NAMES, place) if m.name in mine] == []


def test_the_own_name_hides_what_it_holds():
    place = Place("Otters", "card", "Captain of the Raft", "Otters")
    assert told("A Captain of the Raft sinks.", place) == []


def test_flavour_names_only_what_it_spells_out():
    assert told("Otters live at Poison creek, near the Den. Kelp Diver!", LEAD) == [
        "Kelp Diver > Kelp Diver"
    ]
    assert told("They have a Titan card - the Cap’n.", LEAD) == ["Cap’n > Cap'n"]


def test_links():
    links = (
        Link("First Mates", "Teapots"),
        Link("Otters", "Otters"),
        Link("Brews", "Teapots"),
        Link("tea", "Teapots"),
        Link("buried", "Odd Decks#Burying"),
        Link("Supergulls", "Supergulls"),
        Link("News", "News"),
    )
    text = "First Mates, Otters, Brews, tea, buried. Supergulls: News."
    found = find(text, NAMES, Place("Gulls", "rule", "Synergy", "Gulls", "prose", links))
    assert [(m.written, m.kind, m.name, m.page) for m in found] == [
        ("First Mates", "faction", "Teapots", "Teapots"),
        ("Otters", "faction", "Otters", "Otters"),
        ("Brews", "card", "Brew", "Teapots"),
        ("tea", "faction", "Teapots", "Teapots"),
        ("buried", "rule", "Burying", "Odd Decks"),
        ("Supergulls", "faction", "Super Gulls", None),
    ]
    assert {m.cue for m in found} == {"link"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Destroying it counts. It was destroyed.", "Destroying > Destroy|destroyed > Destroy"),
        ("Bury a card; buried cards stay.", "Bury > Burying|buried > Burying"),
        ("They duel.", "duel > Duels"),
        ("Place a +1 power counter on it.", "Place > Place|+1 power counter > +1 Power Counters"),
        (
            "Before this base scores, discard it.",
            "Before this base scores > Before a Base Scores|discard > Discard",
        ),
        ("Until the end of your turn.", "end of your turn > End of a turn"),
        ("Return a minion.", "Return > Return|a minion > A Minion"),
        ("Draw OR rest, or sleep.", "OR > OR"),
        ("Draw and/or rest.", "and/or > And/Or"),
        ("Its printed power.", "printed power > Printed Power"),
        ("Those in play, of other players.", "in play > In Play|other players > Other Players"),
        ("Draw from the Gloom deck.", "the Gloom deck > The Gloom Deck"),
        ("Take a barnacle card.", "barnacle > The Barnacle Deck"),
        ("“Here” means this base.", "Here > Here"),
        ("An extra action, a standard action.", "extra > Extra|standard > Standard"),
        ("It is not standard.", "standard > Standard"),
        ("Special: Draw. Special abilities.", "Special > Special|Special > Special"),
        ("Its starting power.", "starting > Starting"),
    ],
)
def test_game_words(text: str, expected: str):
    assert game(text) == expected.split("|")


@pytest.mark.parametrize(
    "text",
    [
        "You may draw here, to do this or that and rest.",  # function words
        "Shuffle the discard pile.",
        "It comes in second place, and takes place there.",
        "At the start of the game, start again.",
        "Draw an extra card, an extra time, from extra decks.",
        "A special award of special types.",
        "It leaves play, out of play, into play.",
        "During your Play Cards phase.",
        "It is shipshape and a fine owner.",
    ],
)
def test_game_words_in_another_sense(text: str):
    assert game(text) == []


def test_game_words_in_prose_go_with_things_of_the_game():
    assert game("A standard spread: place second, move in silence, play it cool.", PROSE) == []
    assert game("Standard actions destroy weak minions.", PROSE) == [
        "Standard > Standard",
        "destroy > Destroy",
    ]


def test_every_mention_says_where_it_stands():
    text = "Raft (e.g. “Kelp Divers”, Slow Punt),\nOtters: Destroy the Queen Otter’s raft."
    found = find(text, NAMES, ELSEWHERE)
    assert [text[m.start : m.end] for m in found] == [m.written for m in found]
    assert Mention("card", "Kelp Diver", "Otters", 105, "Kelp Divers", "e.g.", 12, 23) in found


def test_no_names_and_no_text():
    assert find("", NAMES) == ()
    assert find(" \n * \n|", NAMES) == ()
    assert find("Kelp Diver is here.", Names([])) == ()
    assert find("It cannot meet Slow Punt.", Names([]))[0].written == "Slow Punt"


def test_names_that_are_nothing_find_nothing():
    odd = [
        Name("card", n, name, "Odd") for n, name in enumerate(("", "?!", "…", "'", "&", "X", "It"))
    ]
    assert find("It is X & …? !", Names(odd), ELSEWHERE) == ()
    assert len(find("c.f. X, It.", Names(odd), ELSEWHERE)) == 2


def test_the_order_of_names_does_not_matter():
    text = "Raft, Spirit of the Harbour and Otters; Queen Otter is destroyed (c.f. Den, Foo)."
    assert find(text, Names(reversed(HELD)), ELSEWHERE) == find(text, NAMES, ELSEWHERE)
