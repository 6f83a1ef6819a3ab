"""The only lists of words that decide what is a name: common English, and the game's furniture.

None of them knows a card. Words are folded (ingest.folding) and, where said, in either number.
"""

from __future__ import annotations

ARTICLES = frozenset({"a", "an", "the"})

# Words that a title may write small, and that tell nothing of what it names.
_FUNCTION_WORDS = """
    a after all am an and are as at be been before but by can cant could did do does dont for from
    had has have he her here hes him his how i if ill im in into is it its may me might must my no
    not of off on or our out over she shes should so than that the their them then there these they
    theyre this those to too under until up upon us was we well were what when where which while
    who will with would you your youre
"""
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())

# Small words that people exchange or leave out within a name: `Change in` for `Change of`.
PREPOSITIONS = ARTICLES | {"of", "in", "on", "to", "for", "with", "by", "at", "from"}

# What may stand for the article inside a game phrase: `end of your turn` for `End of a turn`.
DETERMINERS = ARTICLES | {"this", "that", "your", "their", "its", "each", "every", "any", "another"}

# What everybody has at the table, in either number: such a word alone names no single card.
_GAME_WORDS = """
    ability action base breakpoint card clarification counter deck discard draw duel effect errata
    faction game hand minion monster page phase pile play player power rule score set special table
    talent titan token treasure turn vp vps wiki win
"""
GAME_WORDS = frozenset(_GAME_WORDS.split())

# Things that the game's verbs and adjectives are said of.
GAME_THINGS = GAME_WORDS - {"draw", "game", "page", "special", "table", "wiki", "win"}

# Capitals beside one of these name a set, a box, a page or a phase of the turn, and no card.
PRODUCTS = frozenset({"set", "expansion", "box", "kit", "edition", "update", "phase", "page"})

# After a word that begins a sentence, these make it the subject: `Howl is`, `Scout can`.
_VERBS = """
    also arent can cannot cant could does doesnt had has have is isnt itself lets may might must
    never only remains says should was wasnt were will wont works would
"""
VERBS = frozenset(_VERBS.split())

# The game's verbs that are nouns after an article: `the start`, `a return`.
_NOUNS_TOO = "cancel control discard move place play return start transfer"
NOUNS_TOO = frozenset(_NOUNS_TOO.split())
# The game's adjectives that everyday English has too: `a standard spread`, `an extra time`.
ADJECTIVES = frozenset({"extra", "ongoing", "special", "standard", "starting"})
# What alone they are said of: an extra deck is not the glossary's Extra.
THINGS_OF = {
    "extra": frozenset({"action", "card", "minion", "play", "titan"}),
    "special": frozenset({"ability"}),
}

# `second place`, `take place`; `out of play`, `a minion play`.
_BEFORE_PLACE = "first second third last 1st 2nd 3rd 1 2 3 take takes taking took in same"
BEFORE_PLACE = frozenset(_BEFORE_PLACE.split())
_BEFORE_PLAY = """
    in into of from out leave leaves leaving left enter enters entering minion action card
"""
BEFORE_PLAY = frozenset(_BEFORE_PLAY.split())
