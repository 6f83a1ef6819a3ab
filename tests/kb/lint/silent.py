"""Edits of the clean wiki that no rule may find: name, edits (page, old, new)."""

from __future__ import annotations

from tests.kb.lint.firing import FLOAT, F, G, L, O, S, T, W

SILENT: list[tuple[str, list[tuple[str, str, str]]]] = [
    (
        "a faction page without cards",
        [
            (
                "New Ones",
                "",
                "New Ones are from the '''Tidal Works set'''.\n======Complexity Level: LOW======\n",
            )
        ],
    ),
    (
        "a deck of which nothing is said",
        [
            (
                S,
                "The Rubbish deck contains 3 minions and 4 actions, listed below.",
                "Some of it glitters.",
            )
        ],
    ),
    ("a condition, no announcement", [(S, "This is a set of 12 identical action cards. If", "If")]),
    (
        "numbers of something else",
        [
            (
                S,
                "This is a set of 12 identical action cards.",
                "This deck is 3 times as old as the rest.",
            )
        ],
    ),
    ("a titan with its article", [(T, "|Old Kelp", "|The Old Kelp")]),
    ("a titan of a faction not held", [(T, "|Walking Kettle", "|Sleeping Kettle")]),
    ("a list with few rows", [(T, '|-\n| style="" |[[Otters]]\n| style="" |Old Kelp\n', "")]),
    ("two cards of one name", [(L, "6x Errand Boy", "6x High Water")]),
    ("quotes of another shape", [(L, "other players' cards.", "other players’ cards.")]),
    ("None for No", [(O, FLOAT, FLOAT.replace("Errata: No", "Errata: None."))]),
    (
        "kind in the parenthesis",
        [(O, "Yes, Functional (Special changed to Talent)", "Yes (Functional - once per turn)")],
    ),
    ("lower case kind", [(O, "Yes, Functional (Special changed to Talent)", "Yes, functional")]),
    (
        "an erratum after a list",
        [(O, "* Play an extra minion\n\nErrata", "* Play an extra minion\nErrata")],
    ),
    (
        "the word errata in a text",
        [(O, "Each player draws a card.", "Each player draws a card (the errata say so).")],
    ),
    ("words that changed", [(O, '("one" changed to "two")', '("three" changed to "two")')]),
    ("a note about a short word", [(O, '("one" changed to "two")', '(no longer has "two" twice)')]),
    ("a note without quotation", [(O, "(Special changed to Talent)", "(now once per turn)")]),
    ("bullets of other kinds", [(O, "*Both minions go", "#Both minions go")]),
    ("an indented clarification", [(O, "*The raft itself", ":The raft itself")]),
    (
        "clarifications before errata",
        [
            (
                O,
                "Errata: No\n\nClarifications:\n*Both minions go to the same base.",
                "Clarifications:\n*Both minions go to the same base.\n\nErrata: No",
            )
        ],
    ),
    (
        "nothing on the marker's line",
        [(O, FLOAT + "Clarifications:\n*None", FLOAT + "Clarifications: None")],
    ),
    (
        "a footer after the last card",
        [
            (
                L,
                "can’t look at cards here.\n\nErrata: No\n\nClarifications:\n\n* None",
                "can’t look at cards here.\n\nErrata: No\n\nClarifications:\n\n* None\n\n[[Front Page]] · [[Terms and Phrases]]\n\n{{Navigation}}\n[[Category:Factions]]\n__NOTOC__",
            )
        ],
    ),
    (
        "a short quotation",
        [(O, "“If you have played an action this turn” looks", "“have played already” looks")],
    ),
    (
        "a quotation of another card",
        [
            (
                O,
                "“If you have played an action this turn” looks",
                "“Look at the top two cards of a deck” looks",
            )
        ],
    ),
    (
        "a quotation with something left out",
        [
            (
                O,
                "“If you have played an action this turn” looks",
                "“If you have... an action this turn” looks",
            )
        ],
    ),
    ("power alone on its line", [(O, FLOAT, FLOAT.replace(" - (no ability)", ""))]),
    ("another dash", [(O, FLOAT, FLOAT.replace(" - ", " – "))]),
    (
        "power for others",
        [(O, "You have +3 power here.", "Each of your minions has +1 power here.")],
    ),
    (
        "power or more",
        [
            (
                O,
                "You have +3 power here.",
                "You have +3 power here, or you have +5 power here if it rains.",
            )
        ],
    ),
    (
        "a number glued to another word",
        [(O, "the whole plan.", "the whole plan, as in room A1VP3.")],
    ),
    ("ends with a quotation", [(O, "to another base.", "to another “base”")]),
    (
        "ends with an address",
        [
            (
                O,
                "*Both minions go to the same base.",
                "*Both minions go, see https://shop.example/rules",
            )
        ],
    ),
    (
        "items without full stops",
        [
            (
                L,
                "* It works before any other Special ability, e.g. that of Ash Sweeper.",
                "* There are two ways:\n** before the base scores\n** after the base scores",
            )
        ],
    ),
    ("no size", [(O, "Otters8.png|none|thumb|420x420px|", "Otters8.png|none|thumb|")]),
    (
        "options in another order",
        [
            (
                O,
                "Otters8.png|none|thumb|420x420px|Illustrated by: Mara Fennel",
                "Otters8.png|Illustrated by: Mara Fennel|420px|thumb|left",
            )
        ],
    ),
    ("a caption that is no credit", [(G, "these are the counters.", "these are art by chance.")]),
    (
        "two artists",
        [
            (
                L,
                "Lamplighters8.png|none|thumb|420x420px|Illustrated by: Ivo Brask",
                "Lamplighters8.png|none|thumb|420x420px|Illustrated by: Ivo Brask & Mara Fennel",
            )
        ],
    ),
    (
        "another artist",
        [
            (
                L,
                "Lamplighters8.png|none|thumb|420x420px|Illustrated by: Ivo Brask",
                "Lamplighters8.png|none|thumb|420x420px|Illustrated by: Ivo Brandt",
            )
        ],
    ),
    (
        "words of a set in a sentence",
        [
            (
                O,
                "They float on their backs",
                "Before evening and other hours they float on their backs",
            )
        ],
    ),
    (
        "a set's possessive",
        [
            (
                O,
                "They float on their backs",
                "Tidal Works' otters float on their backs, Tidal Works's do",
            )
        ],
    ),
    ("a set's name in a file", [(O, "T01 Tidal Otters8.png", "T01 Tidalworks Otters8.png")]),
    (
        "plurals",
        [
            (
                L,
                "* '''[[Otters]]'''",
                "* '''[[Otters]]''': Shell Crackers and Rafts of Paws, two Lights of the Piers, Pups",
            )
        ],
    ),
    (
        "short forms",
        [(L, "* '''[[Otters]]'''", "* '''[[Otters]]''': the Float, the Cracker and Breakwater")],
    ),
    (
        "not a name",
        [
            (
                L,
                "* '''[[Otters]]'''",
                "* '''[[Otters]]''': crackers, shell by shell, hide from kelp in high waters",
            )
        ],
    ),
    (
        "a longer name",
        [
            (
                L,
                "* '''[[Otters]]'''",
                "* '''[[Otters]]''': their Hidden Cracker Shell Game is elsewhere",
            )
        ],
    ),
    (
        "a faction before a card",
        [(O, "'''[[Lamplighters]]'''", "'''[[Lamplighters]]''': Wick Master")],
    ),
    ("an accent", [(L, "* '''[[Otters]]'''", "* '''[[Otters]]''': Ráft of Paws")]),
    ("a card that is not held", [(O, "(c.f., Undertow)", "(c.f., Sudden Squall, Brine)")]),
    ("a page that is not held", [(L, "[[Bell Ringers]]", "[[Lantern Carriers]]")]),
    ("a singular, perhaps a redirect", [(L, "[[Bell Ringers]]", "[[Bell Ringer]]")]),
    ("a short title", [(L, "[[Bell Ringers]]", "[[Ottars]]")]),
    (
        "numbers that differ",
        [
            (F, "* [[Tinkers]]", "* [[Tinkers of 1910]]"),
            (L, "[[Bell Ringers]]", "[[Tinkers of 1920]]"),
        ],
    ),
    (
        "a redirect",
        [(L, "[[Bell Ringers]]", "[[Lutra lutra]]"), ("Lutra lutra", "", "#REDIRECT [[Otters]]")],
    ),
    (
        "links to elsewhere",
        [
            (
                L,
                "[[Bell Ringers]]",
                "[[wikipedia:Otter]] [[Category:Otters]] [[:File:X.png]] [[User:Nell]]",
            )
        ],
    ),
    ("an anchor of another case", [(G, "#Titans|", "#titans|")]),
    ("an encoded anchor", [(G, "#Titans|", "#.54itans|")]),
    (
        "an anchor by hand",
        [
            (S, "A titan stands", '<span id="Giants"></span>A titan stands'),
            (G, "#Titans|", "#Giants|"),
        ],
    ),
    ("a numbered anchor", [(G, "#Titans|", "#Titans_2|")]),
    (
        "another label",
        [(G, "[[Otters|Otter]]", "[[Otters|Otters, the]] [[Spare Decks, Spare Rules|giants]]")],
    ),
    ("a partner without a page", [(L, "'''[[Bell Ringers]]'''", "'''The Mountain Goats'''")]),
    (
        "no partner is linked",
        [
            (
                L,
                "* '''[[Otters]]'''\n* '''[[Bell Ringers]]'''",
                "* '''Otters'''\n* '''Bell Ringers'''",
            )
        ],
    ),
    (
        "a list in groups",
        [
            (
                F,
                "* [[Cellar Trolls]]\n* [[Chimney Storks]]\n* [[Deep Divers]]\n",
                "\n* [[Cellar Trolls]]\n\n* [[Chimney Storks]]\n\n* [[Deep Divers]]\n\n",
            )
        ],
    ),
    (
        "a list in no order",
        [
            (
                F,
                "* [[Bell Ringers]]\n* [[Cellar Trolls]]\n* [[Chimney Storks]]\n* [[Deep Divers]]",
                "* [[Deep Divers]]\n* [[Chimney Storks]]\n* [[Cellar Trolls]]\n* [[Bell Ringers]]",
            )
        ],
    ),
    ("complexity in other letters", [(O, "Level: LOW-MEDIUM", "Level: Low / Medium")]),
    (
        "the word tba inside a sentence",
        [(O, "the whole plan.", "the whole plan, whatever TBA means.")],
    ),
    (
        "later, but not here",
        [(O, "nothing drifts away.", "nothing drifts away (see more of that later).")],
    ),
    ("a faction called A", [(O, "'''The Harbour Choir'''", "'''Faction of Fish'''")]),
    (
        "an empty heading of another kind",
        [
            (
                S,
                "''Used in Tidal Works and Evening and Other Hours''\n\nA titan stands on a base and gives power to its owner. (More in [[Laying the Table]].)",
                "====== Big Ones ======\nA titan stands.",
            )
        ],
    ),
    (
        "that that",
        [
            (
                O,
                "nothing drifts away.",
                "all that that drifts had had a name. To - to, and I-in-in it.",
            )
        ],
    ),
    (
        "words that look like slips",
        [
            (
                O,
                "nothing drifts away.",
                "nothing drifts through a thorough complied minion's Abilitys.",
            )
        ],
    ),
    (
        "a page of a book",
        [(W, "is seen by all.''", "is seen by all; see page 12 of the first book.''")],
    ),
    (
        "underscores in names of files",
        [
            (
                O,
                "nothing drifts away.",
                "nothing drifts to https://shop.example/a_b_c or my_own_file.png.",
            )
        ],
    ),
    ("an apostrophe in bold", [(O, "the whole plan.", "the whole plan of '''the otters''''.")]),
    ("bold and italics together", [(O, "the whole plan.", "the '''''whole'' plan'''.")]),
    (
        "markup in a comment",
        [(O, "the whole plan.", "the whole plan.<!-- ''' [[ ( “ <div> {{ the the TBA 1VP -->")],
    ),
    (
        "a comment over lines",
        [(O, "the whole plan.", "the whole plan.<!--\nTBA\n======3x Ghost Card======\n*TBD\n-->")],
    ),
    (
        "markup in nowiki",
        [(O, "the whole plan.", "the whole plan.<nowiki> ''' [[ ( “ {{ the the 1VP </nowiki>")],
    ),
    ("a face", [(O, "the whole plan.", "the whole plan :) and ;-) too.")]),
    (
        "numbered inside a line",
        [(O, "the whole plan.", "the whole plan: 1) float, 2) bite, b) sleep.")],
    ),
    (
        "a quotation over paragraphs",
        [(O, "the whole plan.", "the whole plan.\n\n“We float.\n\n“We bite.”")],
    ),
    ("quotations in quotations", [(O, "the whole plan.", "the plan: “They said “float” to me.”")]),
    ("foreign quotations", [(O, "the whole plan.", "the plan: „schwimm“ or «nage» or ”simma”.")]),
    ("an inch and a mark too few", [(W, "“crack it open”", '"crack it open')]),
    ("inches", [(O, "the whole plan.", 'the plan of a 5" otter.')]),
    (
        "a link in a caption",
        [
            (
                G,
                "these are the counters.",
                "these are [[Spare Decks, Spare Rules#+1 Power Counters|counters]].",
            )
        ],
    ),
    ("a caption over lines", [(G, "a shell: these", "a shell:\nthese")]),
    ("an address in brackets", [(O, "the whole plan.", "the [https://shop.example/a(b) plan].")]),
    (
        "tags that need no closing",
        [(O, "the whole plan.", 'the whole<br>plan.<br /><ref name="x" /><hr>')],
    ),
    (
        "tags over lines",
        [
            (O, "Keep two otters", '<div class="a">\nKeep two otters'),
            (O, "the whole plan.", "the whole plan.\n</div>"),
        ],
    ),
    ("templates in templates", [(O, "the whole plan.", "the {{a|{{b|c}}|{{{d|e}}}}} plan.")]),
    ("equals signs in a heading", [(G, "=== Who Begins ===", "=== 1 + 1 = 2 ===")]),
    ("equals signs in a text", [(G, "* in a dream", "* if power == 2 or x=1")]),
    (
        "a heading with a comment behind it",
        [(G, "=== Who Begins ===", "=== Who Begins === <!-- or not -->")],
    ),
    ("a category", [(O, "======1x Old Kelp======", "======1x Old Kelp======\n[[Category:Kelp]]")]),
    (
        "line ends of another kind",
        [(G, "* in the wild,\n* in a book, or\n", "* in the wild,\r\n* in a book, or\r\n")],
    ),
]
