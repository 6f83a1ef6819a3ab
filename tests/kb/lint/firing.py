"""For every rule: edits of the clean wiki that it must find, and nothing else must.

Each case: name, edits (page, old, new), what is found: (rule, a piece of the line quoted).
"""

from __future__ import annotations

Edit = tuple[str, str, str]
Case = tuple[str, list[Edit], list[tuple[str, str]]]

O, L, F = "Otters", "Lamplighters", "Front Page"
T, W, S, G = (
    "Factions with Titans",
    "Terms and Phrases",
    "Spare Decks, Spare Rules",
    ("Laying the Table"),
)
PUP = "'''Power 2''' - You may draw a card.\n\nErrata: No\n\nClarifications:\n*None\n===Cards - Act"
FLOAT = "'''Power 3''' - (no ability)\n\nErrata: No\n\n"
PUP_IMAGE = "[[File:T01 Tidal Otters.png|none|thumb|420x420px|Illustrated by: Mara Fennel]]"

FIRING: list[Case] = [
    # ------------------------------------------------------------------ decks
    ("a pup less", [(O, "4x Pup", "3x Pup")], [("deck-size", "===Cards - Actions===")]),
    ("a pup more", [(O, "4x Pup", "5x Pup")], [("deck-size", "===Cards - Actions===")]),
    ("a deck too big", [(S, "12x Fog", "13x Fog")], [("deck-size", "12 identical action cards")]),
    ("a minion less", [(S, "3x Gull", "2x Gull")], [("deck-size", "contains 3 minions and 4")]),
    (
        "both numbers wrong",
        [(S, "contains 3 minions and 4 actions", "contains 4 minions and 3 actions")],
        [("deck-size", "contains 4 minions"), ("deck-size", "contains 4 minions")],
    ),
    (
        "copies announced",
        [
            (
                S,
                "This is a set of 12 identical action cards.",
                "It consists of 11 copies of one card.",
            )
        ],
        [("deck-size", "11 copies")],
    ),
    (
        "a base less",
        [
            (
                O,
                "======1x Sunny Rock======\n[[File:T01 Tidal Otters23.png|none|thumb|420x420px"
                "|Illustrated by: Ivo Brask]]\n\nBreakpoint 14 - VPs: 2 3 0 - (no ability)\n\n"
                "Errata: No\n\nClarifications:\n*None\n",
                "",
            )
        ],
        [("base-count", "===Cards - Bases===")],
    ),
    (
        "a base twice",
        [(O, "======1x Sunny Rock======", "======2x Sunny Rock======")],
        [("base-count", "===Cards - Bases===")],
    ),
    ("two numbers of VPs", [(O, "VPs: 4 2 1", "VPs: 4 2")], [("base-numbers", "VPs: 4 2 - ")]),
    ("no VPs", [(O, "20 - VPs: 4 2 1 - After", "20 - After")], [("base-numbers", "Breakpoint 20")]),
    (
        "one card twice",
        [
            (L, "6x Errand Boy", "2x Errand Boy"),
            (
                L,
                "=== Cards - Actions ===",
                "====== 4x Errand Boy ======\n[[File:T02 X.png|none|thumb|Illustrated by: Ivo Brask]]\n"
                "'''Power 2''' - You may draw a card.\n\nErrata: No\n\nClarifications:\n\n* None\n\n=== Cards - Actions ===",
            ),
        ],
        [("card-twice", "4x Errand Boy")],
    ),
    (
        "one image twice",
        [(L, "Lamplighters8.png", "Lamplighters10.png")],
        [("image-twice", "Lamplighters10.png")],
    ),
    # ------------------------------------------------------------------ titans
    (
        "a titan without a card",
        [(L, "'''do not''' have a Titan card", "have a Titan card: '''Lantern Giant'''")],
        [("titan", "Lantern Giant")],
    ),
    (
        "a titan under another name",
        [(O, "'''Old Kelp'''", "'''Old Weed'''")],
        [("titan", "Old Weed")],
    ),
    (
        "a titan denied",
        [(O, "have a Titan card: the '''Old Kelp'''", "'''do not''' have a Titan card")],
        [("titan", "do not")],
    ),
    (
        "another titan listed",
        [(T, "|Old Kelp", "|Old Weed")],
        [("titan-list", "These have"), ("titan-list", "Old Weed")],
    ),
    (
        "a titan that is none",
        [(T, "[[Night Watch]]", "[[Lamplighters]]")],
        [("titan-list", "The Great Bell")],
    ),
    (
        "a titan not listed",
        [
            (
                T,
                '|-\n| style="" |[[Otters]]\n| style="" |Old Kelp\n',
                '|-\n| style="" |[[Ice Skaters]]\n| style="" |Thin Ice\n',
            )
        ],
        [("titan-list", "These have")],
    ),
    # ------------------------------------------------------------------ reprints
    (
        "a label less",
        [
            (
                L,
                "Play on one of your minions. Ongoing: This minion",
                "Play on one of your minions. This minion",
            )
        ],
        [("reprint-differs", "Ongoing: This minion"), ("reprint-differs", "minions. This minion")],
    ),
    (
        "a full stop less",
        [(L, "by other players' cards.", "by other players' cards")],
        [
            ("reprint-differs", "players’ cards."),
            ("full-stop", "players' cards"),
            ("reprint-differs", "players' cards"),
        ],
    ),
    (
        "another power",
        [
            (L, "6x Errand Boy", "6x Shell Cracker"),
            (
                L,
                "'''Power 2''' - You may draw a card.",
                "'''Power 3''' - Talent: If you have played an action this turn, destroy an action on this base.",
            ),
        ],
        [("reprint-differs", "'''Power 4'''"), ("reprint-differs", "'''Power 3'''")],
    ),
    # ------------------------------------------------------------------ errata
    (
        "a form",
        [(O, FLOAT, FLOAT.replace("Errata: No", "Errata? Yes/No"))],
        [("errata-placeholder", "Errata? Yes/No")],
    ),
    (
        "nothing after the colon",
        [(O, FLOAT, FLOAT.replace("Errata: No", "Errata:"))],
        [("errata-placeholder", "Errata:")],
    ),
    (
        "no Errata line",
        [(O, FLOAT, FLOAT.replace("Errata: No\n\n", ""))],
        [("errata-missing", "Drowsy Float")],
    ),
    (
        "a question",
        [(O, FLOAT, FLOAT.replace("Errata: No", "Errata? No"))],
        [("errata-form", "Errata? No")],
    ),
    (
        "no kind",
        [(O, "Yes, Functional (Special changed to Talent)", "Yes (once per turn)")],
        [("errata-form", "once per turn")],
    ),
    (
        "on the line",
        [(O, "draws a card. You draw two.\n\nErrata:", "draws a card. You draw two. Errata:")],
        [("errata-not-apart", "Each player draws a card.")],
    ),
    (
        "no line between",
        [(O, "You draw two.\n\nErrata:", "You draw two.\nErrata:")],
        [("errata-not-apart", "Errata: Yes")],
    ),
    (
        "a label not changed",
        [
            (
                O,
                "- Talent: If you have played an action this turn, destroy",
                "- Special: If you have played an action this turn, destroy",
            )
        ],
        [("errata-contradiction", "Special changed to Talent")],
    ),
    (
        "a word not changed",
        [(O, "You draw two.", "You draw one.")],
        [("errata-contradiction", '"one" changed to "two"')],
    ),
    (
        "a number not changed",
        [(O, "+2 changed to +3", "+3 changed to +4")],
        [("errata-contradiction", "+3 changed to +4")],
    ),
    (
        "not gone",
        [(L, "scores, draw a card.", "scores, draw a card and each player discards.")],
        [("errata-contradiction", "no longer has")],
    ),
    (
        "not added",
        [
            (O, "affected by other players’", "affected by players’"),
            (L, "affected by other players'", "affected by players'"),
        ],
        [("errata-contradiction", 'added "other"'), ("errata-contradiction", 'added "other"')],
    ),
    # ------------------------------------------------------------------ clarifications
    (
        "no bullet",
        [(O, "*The raft itself", "Q: The raft itself")],
        [("clarification-bullet", "Q: The raft itself")],
    ),
    (
        "a second line",
        [(O, "same base.\n======2x Hide", "same base.\nAt once, too.\n======2x Hide")],
        [("clarification-bullet", "At once, too.")],
    ),
    (
        "no clarifications",
        [(O, FLOAT + "Clarifications:\n*None\n", FLOAT)],
        [("clarifications-missing", "Drowsy Float")],
    ),
    (
        "a word too many in the quotation",
        [
            (
                O,
                "“If you have played an action this turn” looks",
                "“If you have already played an action this turn” looks",
            )
        ],
        [("misquotation", "already")],
    ),
    # ------------------------------------------------------------------ notation
    ("not bold", [(O, FLOAT, FLOAT.replace("'''", ""))], [("power-notation", "Power 3 - (no")]),
    ("no blank", [(O, FLOAT, FLOAT.replace("Power 3", "Power3"))], [("power-notation", "Power3")]),
    (
        "parentheses",
        [(O, FLOAT, FLOAT.replace("'''Power 3'''", "'''(Power 3)'''"))],
        [("power-notation", "(Power 3)")],
    ),
    (
        "half bold",
        [(O, FLOAT, FLOAT.replace("'''Power 3'''", "'''(Power 3''')"))],
        [("power-notation", "(Power 3''')")],
    ),
    (
        "a bold dash",
        [(O, FLOAT, FLOAT.replace("'''Power 3''' -", "'''Power 3 -'''"))],
        [("power-notation", "Power 3 -'''")],
    ),
    (
        "two powers",
        [(O, "You have +3 power here.", "You have +4 power here.")],
        [("power-in-text", "+4 power here")],
    ),
    (
        "VPs",
        [(O, "Each player draws a card. You draw two.", "Each player gains 1VP. You draw two.")],
        [("vp-spacing", "1VP")],
    ),
    (
        "no full stop",
        [(O, "less from there to another base.", "less from there to another base")],
        [("full-stop", "to another base")],
    ),
    (
        "no full stop in a clarification",
        [(O, "same base.\n======2x", "same base\n======2x")],
        [("full-stop", "to the same base")],
    ),
    # ------------------------------------------------------------------ credits
    (
        "no credit",
        [(O, PUP_IMAGE, "[[File:T01 Tidal Otters.png|none|thumb|420x420px]]")],
        [("credit-missing", "Otters.png|none|thumb|420x420px]]")],
    ),
    (
        "an empty credit",
        [(O, PUP_IMAGE, PUP_IMAGE.replace("Mara Fennel", ""))],
        [("credit-missing", "Illustrated by: ]]")],
    ),
    (
        "a cover without",
        [(O, "frame|Illustrated by: Mara Fennel", "frame")],
        [("credit-missing", "Cover Otters")],
    ),
    (
        "a term without",
        [
            (
                W,
                "Otters8.png|none|thumb|315x315px|Illustrated by: Mara Fennel",
                "Otters8.png|none|thumb|315x315px|Illust:",
            )
        ],
        [("credit-missing", "Illust:")],
    ),
    (
        "no colon",
        [(O, PUP_IMAGE, PUP_IMAGE.replace("by:", "by"))],
        [("credit-malformed", "Illustrated by Mara Fennel")],
    ),
    (
        "shortened",
        [
            (
                W,
                "Otters8.png|none|thumb|315x315px|Illustrated by",
                "Otters8.png|none|thumb|315x315px|Illust",
            )
        ],
        [("credit-malformed", "Illust: Mara Fennel")],
    ),
    (
        "names in another order",
        [(O, PUP_IMAGE, PUP_IMAGE.replace("Mara Fennel", "Fennel Mara"))],
        [("artist-variant", "Fennel Mara")],
    ),
    (
        "a letter less",
        [(O, PUP_IMAGE, PUP_IMAGE.replace("Mara Fennel", "Mara Fenel"))],
        [("artist-variant", "Mara Fenel")],
    ),
    (
        "case and blanks",
        [(O, PUP_IMAGE, PUP_IMAGE.replace("Mara Fennel", "MaraFennel"))],
        [("artist-variant", "MaraFennel")],
    ),
    (
        "one file, two artists",
        [
            (
                W,
                "Otters8.png|none|thumb|315x315px|Illustrated by: Mara Fennel",
                "Otters8.png|none|thumb|315x315px|Illustrated by: Tobias Rook",
            )
        ],
        [("artist-variant", "Tobias Rook")],
    ),
    # ------------------------------------------------------------------ sets
    (
        "another case",
        [(S, "''Used in Tidal Works and", "''Used in Tidal works and")],
        [("set-variant", "Tidal works")],
    ),
    (
        "a comma",
        [(S, "''Used in Evening and Other Hours''", "''Used in Evening, and Other Hours''")],
        [("set-variant", "Evening, and")],
    ),
    (
        "singular in prose",
        [(O, "They float on their backs", "In Tidal Work they float on their backs")],
        [("set-variant", "Tidal Work they")],
    ),
    # ------------------------------------------------------------------ names
    (
        "words in another order",
        [(L, "'''[[Otters]]'''", "'''[[Otters]]''': Cracker Shell is good")],
        [("name-variant", "Cracker Shell")],
    ),
    (
        "another small word",
        [(L, "'''[[Otters]]'''", "'''[[Otters]]''': play Hide under Kelp, Lights at the Pier.")],
        [("name-variant", "Lights at the Pier")],
    ),
    (
        "a letter too many",
        [(L, "'''[[Otters]]'''", "'''[[Otters]]''': their Drowsey Float sleeps.")],
        [("name-variant", "Drowsey Float")],
    ),
    (
        "other capitals",
        [
            (O, "======1x High Water======", "======1x High water======"),
            (L, "'''[[Otters]]'''", "'''[[Otters]]''': after High Water all is well."),
        ],
        [("name-variant", "High Water")],
    ),
    (
        "a slip after a cue",
        [(O, "(c.f., Undertow)", "(c.f., Undretow)")],
        [("name-variant", "Undretow")],
    ),
    # ------------------------------------------------------------------ links
    (
        "a slip in a link",
        [(L, "[[Bell Ringers]]", "[[Bell Ringres]]")],
        [("unresolved-link", "Bell Ringres")],
    ),
    (
        "a blank less in a link",
        [(L, "[[Bell Ringers]]", "[[Bellringers]]")],
        [("unresolved-link", "Bellringers")],
    ),
    ("no such heading", [(G, "#Titans|", "#Giants|")], [("unresolved-link", "#Giants")]),
    (
        "a label that is a heading",
        [(G, "[[Otters|Otter]]", "[[Otters|Old Kelp]] [[Spare Decks, Spare Rules|Titans]]")],
        [("missing-anchor", "Rules|Titans]]")],
    ),
    (
        "a redirect to a redirect",
        [("Otter", "", "#REDIRECT [[Lutra]]"), ("Lutra", "", "#REDIRECT [[Otters]]")],
        [("double-redirect", "[[Lutra]]")],
    ),
    (
        "a redirect to itself",
        [("Lutra", "", "#REDIRECT [[Lutra]]")],
        [("double-redirect", "[[Lutra]]")],
    ),
    (
        "a partner without a link",
        [(L, "'''[[Bell Ringers]]'''", "'''Bell Ringers'''")],
        [("unlinked-partner", "Bell Ringers")],
    ),
    (
        "out of order",
        [(F, "* [[Otters]]\n* [[Paper Kites]]", "* [[Paper Kites]]\n* [[Otters]]")],
        [("faction-list", "[[Otters]]")],
    ),
    (
        "an empty line",
        [(F, "* [[Otters]]\n* [[Paper", "* [[Otters]]\n\n* [[Paper")],
        [("faction-list", "Paper Kites")],
    ),
    # ------------------------------------------------------------------ prose
    ("a form's word", [(O, "Level: LOW-MEDIUM", "Level: REPLACE")], [("complexity", "REPLACE")]),
    (
        "no complexity",
        [(O, "Complexity Level: LOW-MEDIUM", "Complexity Level:")],
        [("complexity", "Complexity Level:")],
    ),
    (
        "to be done",
        [
            (
                L,
                "Look before you play: see [[Spare Decks, Spare Rules#The Fog Deck|the Fog deck]].",
                "TBA",
            )
        ],
        [("to-be-done", "TBA")],
    ),
    (
        "to be done in a list",
        [(L, "* '''Seeing Hidden Cards'''", "*TBD")],
        [("to-be-done", "*TBD")],
    ),
    (
        "a dummy partner",
        [(L, "* '''[[Bell Ringers]]'''", "* '''Faction A''': TBA\n* '''Faction Etc''': etc.")],
        [("to-be-done", "Faction A"), ("to-be-done", "Faction Etc")],
    ),
    (
        "later",
        [(O, "nothing drifts away.", "nothing drifts away. (Add more later)")],
        [("to-be-done", "(Add more later)")],
    ),
    (
        "a clarification to come",
        [(O, "*Both minions go to the same base.", "*TBA")],
        [("to-be-done", "*TBA")],
    ),
    (
        "an empty section",
        [
            (
                O,
                "Keep two otters on one base, and add +1 power counters as the tide allows. “Float now, bite later” is the whole plan.\n",
                "",
            )
        ],
        [("empty-section", "======Strategy======")],
    ),
    (
        "a word twice",
        [(O, "before anybody else does.", "before the the others do.")],
        [("double-word", "the the others")],
    ),
    (
        "a letter lost",
        [(O, "the whole plan.", "the whole plan of their abilites.")],
        [("misspelt-word", "abilites")],
    ),
    (
        "two letters changed",
        [(O, "the whole plan.", "the whole plan of your oppnoents.")],
        [("misspelt-word", "oppnoents")],
    ),
    (
        "a page number",
        [(W, "is seen by all.''", "is seen by all; see page 12.''")],
        [("print-reference", "see page 12")],
    ),
    (
        "underscores",
        [(O, "add +1 power counters", "add +1_Power_Counters")],
        [("underscores", "+1_Power_Counters")],
    ),
    # ------------------------------------------------------------------ markup
    (
        "bold left open",
        [(O, "'''Power 5''' - Ongoing: Your", "'''Power 5''' - '''Ongoing: Your")],
        [("unbalanced-markup", "'''Ongoing")],
    ),
    (
        "italics left open",
        [(S, "''Used in Evening and Other Hours''", "''Used in Evening and Other Hours")],
        [("unbalanced-markup", "''Used in Evening")],
    ),
    (
        "a link left open",
        [(L, "* '''[[Otters]]'''", "* '''[[Otters'''")],
        [("unbalanced-markup", "[[Otters'''")],
    ),
    (
        "a link closed twice",
        [(L, "* '''[[Otters]]'''", "* '''[[Otters]]]]'''")],
        [("unbalanced-markup", "]]]]")],
    ),
    (
        "a parenthesis left open",
        [(O, "(c.f., Undertow).", "(c.f., Undertow.")],
        [("unbalanced-markup", "(c.f., Undertow.")],
    ),
    (
        "a parenthesis too many",
        [(O, "(c.f., Undertow).", "c.f., Undertow).")],
        [("unbalanced-markup", "Undertow).")],
    ),
    (
        "the wrong quotation mark",
        [(O, "“Float now, bite later”", "“Float now, bite later“")],
        [("unbalanced-markup", "later“")],
    ),
    (
        "a straight one too many",
        [(O, "“Float now, bite later” is", 'Float now" is')],
        [("unbalanced-markup", 'now"')],
    ),
    (
        "a tag left open",
        [(O, "Both minions go", "Both <small>minions go")],
        [("unbalanced-markup", "<small>")],
    ),
    (
        "a tag that closes nothing",
        [(O, "Both minions go", "Both</small> minions go")],
        [("unbalanced-markup", "</small>")],
    ),
    (
        "a template left open",
        [(O, "They float on their backs", "{{Box|They float on their backs")],
        [("unbalanced-markup", "{{Box")],
    ),
    (
        "unequal sides",
        [(O, "======2x Undertow======", "======2x Undertow=====")],
        [("broken-heading", "Undertow=====")],
    ),
    (
        "text after a heading",
        [(G, "=== Who Begins ===", "=== Who Begins === (or not)")],
        [("broken-heading", "(or not)")],
    ),
    (
        "above its deck",
        [(S, "====== 3x Gull ======", "===== 3x Gull =====")],
        [("heading-level", "3x Gull")],
    ),
    # ------------------------------------------------------------------ what the grammar tells
    (
        "a minion without power",
        [(O, FLOAT, FLOAT.replace("'''Power 3''' - (no ability)", "Only a float."))],
        [("not-understood", "Drowsy Float")],
    ),
]
