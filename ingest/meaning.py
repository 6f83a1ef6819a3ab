"""What an action's words say of it: where it is played, and whether it is standard."""

from __future__ import annotations

import re

from ingest.records import CardType

_QUOTED = re.compile(r"[“\"][^”\"]*[”\"]")
_PLAYED_ON = re.compile(
    r"(?:^|[.!:\n][^\S\n]*)play (?:this (?:card|action) )?on (?P<where>[^.:;\n]+)", re.IGNORECASE
)
_TOO = re.compile(r",? and (?!/or\b)\w+ .*", re.DOTALL)  # `… a base and store two cards under it`
_STAYS = re.compile(
    r"\bbury (?:this (?:card|action)|itself)\b"
    r"|\bstasis (?:counters?|tokens?) on (?:this (?:card|action)|itself|it)\b",
    re.IGNORECASE,
)


def played_on(text: str) -> str | None:
    """Where an action's ability text says that it is played, in its words; None where it does not.

    >>> played_on("Play on one of your minions. Ongoing: It hums."), played_on("Draw a card.")
    ('one of your minions', None)
    """
    match = _PLAYED_ON.search(_without_quotes(text))
    return _TOO.sub("", match["where"]).strip() if match else None


def is_standard(type_: CardType, text: str) -> bool | None:
    """Whether an action is standard, by the glossary's rule (Terms and Phrases, Standard): it does
    not stay in play when played from the hand, neither on a base or a minion nor in stasis nor
    buried by itself. None for what is no action.

    >>> [is_standard("action", t) for t in ("Draw a card.", "Play on a base.", "Bury this card.")]
    [True, False, False]
    """
    if type_ != "action":
        return None
    said = _without_quotes(text)
    return played_on(text) is None and _STAYS.search(said) is None


def _without_quotes(text: str) -> str:
    """A text without what it quotes; where the last quotation does not end, nothing is sought."""
    end = max(map(text.rfind, '”"')) + 1
    return _QUOTED.sub(" ", text[:end]) + text[end:]
