"""An invented wiki's names, for the tests of mentions."""

from __future__ import annotations

from ingest.mentions import Name, Names

_CARDS = {
    "Otters": (
        *("Raft", "Spirit", "Whisker", "Captain of the Raft", "Otter Queen", "Kelp Diver"),
        *("River Diver", "The Den", "Oh, Drat!", "Eh?", "Séance Night", "Paw Holding Paws"),
        *("We are Otters", "Cap’n’s Chosen", "Cap'n", "Probe", "Poison", "Move", "Lily"),
        *("Otterbot Alpha", "Otterbot Guard", "Otterbot Fixer", "Dancing Duke"),
    ),
    "Teapots": (
        *(
            "Brew",
            "Whistle",
            "Kettle of Doom",
            "Chipped Spout",
            "Steep and Strain",
            "Change of Tea",
        ),
        *("Duke Grey", "Raft", "Doom Kettle Choir", "Overspill"),
    ),
}
_TERMS = (
    *("Destroy", "Play", "Place", "Discard", "Special", "Standard", "Extra", "Starting", "May"),
    *(
        "Here",
        "OR",
        "And/Or",
        "A Minion",
        "Before a Base Scores",
        "End of a turn",
        "Move",
        "Return",
    ),
    *("In Play", "Other Players", "Ongoing", "Printed Power"),
)
_RULES = ("Burying", "Titans", "+1 Power Counters", "Duels", "Terms and Phrases")

HELD = [
    *(
        Name("card", 100 * n + m, card, page, page)
        for n, (page, cards) in enumerate(_CARDS.items(), 1)
        for m, card in enumerate(cards)
    ),
    Name("card", 50, "Gloom", "Odd Decks", "Gloom"),
    Name("card", 1, "Otter Queen", "Otters", "Otters", "Otter Regent"),  # a former name
    *(Name("faction", n, page, page) for n, page in enumerate(_CARDS, 1)),
    Name("faction", None, "Super Gulls", None),
    Name("card", None, "Spirit of the Harbour", None),  # on a list of titans
    *(Name("term", n, term, "Terms and Phrases") for n, term in enumerate(_TERMS)),
    *(Name("rule", n, rule, "Odd Decks") for n, rule in enumerate(_RULES)),
    Name("rule", 20, "The Gloom Deck", "Odd Decks", "Gloom"),
    Name("rule", 21, "The Barnacle Deck", "Odd Decks", "Barnacle"),
    Name("rule", 21, "The Barnacle Deck", "Odd Decks", "Barnacle", "Barnacle"),
    Name("set", None, "Tea and Tides", None),
    Name("set", None, "Brew for Two", None),
]
NAMES = Names(HELD)
