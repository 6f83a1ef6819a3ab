"""The answers of `ruling` and `search` as text for people."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from kb.render.page import bold, dim, green, source_line, title, wrap, yellow

if TYPE_CHECKING:
    from kb.sources import Object

REASONS = {  # {} is what the answer is `about`
    "no_passage": "nothing here answers that",
    "unknown_name": "{} is not known here",
    "page_not_held": "the wiki lists {}, but no dump here holds it",
    "ambiguous": "that can mean {}",
}
MOST_CARDS = 3  # whose texts are shown below the passages
OPENING = 160  # characters of a term's definition


def ruling_text(answer: Object) -> str:
    """First whether it is settled, then the passages with their sources, then what they hang on:
    the named cards as they stand, where no passage is their ability, and glossary terms.
    """
    verdict = _settled(answer) if answer["confident"] else _not_settled(answer)
    lines = [(green if answer["confident"] else yellow)(wrap(verdict, "  ", ""))]
    for passage in answer["passages"]:
        lines += ["", _passage_text(passage)]
    shown = {passage["heading"] for passage in answer["passages"] if passage["kind"] == "ability"}
    cards = [card for card in answer["cards"] if card["name"] not in shown and card["text"]]
    if cards:
        lines += ["", dim("The cards named, as they stand:")]
    for card in cards[:MOST_CARDS]:
        text = f"{card['name']} ({card['deck']}): {card['text']}"
        lines.append(wrap(text, "     ", "   "))
    if answer["terms"]:
        lines += ["", dim("The glossary's words:")]
    for term in answer["terms"]:
        lines.append(wrap(f"{term['name']}: {_opening(term['definition'])}", "     ", "   "))
    return "\n".join(lines)


def _settled(answer: Object) -> str:
    several = len(answer["passages"]) > 1
    return "Settled; the best passage first:" if several else "Settled by this passage:"


def _not_settled(answer: Object) -> str:
    about = [f"“{name}”" for name in answer["about"][:MOST_CARDS]]
    joint = " or " if answer["reason"] == "ambiguous" else " and "
    why = REASONS[answer["reason"]].format(joint.join(about))
    if len(about) > 1:
        why = why.replace(" is not known", " are not known").replace("holds it", "holds them")
    return f"Not settled: {why}" + ("; what comes nearest:" if answer["passages"] else ".")


def _opening(text: str) -> str:
    """The first line of a text, cut at a blank where it is long."""
    line = text.split("\n", 1)[0]
    return line if len(line) <= OPENING else line[: line.rfind(" ", 0, OPENING)] + " …"


def _passage_text(passage: Object) -> str:
    facts = [passage["kind"], passage["page"] if passage["page"] != passage["heading"] else None]
    older = "  [older than the ability's wording]" if passage["outdated"] else ""
    head = f"{passage['rank']}. " + title(passage["heading"], facts) + older
    text = mark(wrap(passage["text"], "   "), passage["matched"])
    return "\n".join([head, text, source_line(passage["source"], passage["since"], "   ")])


def mark(text: str, words: Iterable[str]) -> str:
    """The matched words in bold."""
    wanted = sorted({re.escape(word) for word in words if word}, key=len, reverse=True)
    if not wanted:
        return text
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(wanted)})(?!\w)", re.IGNORECASE)
    return pattern.sub(lambda found: bold(found.group()), text)


def search_text(answer: Object) -> str:
    for warning in answer["warnings"]:
        answer["notices"].append(warning)
    if not answer["results"]:
        return "Nothing found."
    shown, total = len(answer["results"]), answer["total"]
    lines = [f"{total} found" + (f", the first {shown}:" if shown < total else ":")]
    for result in answer["results"]:
        facts = [result["kind"], result["page"] if result["page"] != result["name"] else None]
        lines.append(title(result["name"], facts))
        if result["snippet"]:
            lines.append(wrap(result["snippet"], "    "))
    return "\n".join(lines)
