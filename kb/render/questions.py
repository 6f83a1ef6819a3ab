"""The answers of `ruling` and `search` as text for people."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from kb.render.page import bold, dim, green, source_line, title, wrap, yellow

if TYPE_CHECKING:
    from kb.sources import Object

REASONS = {
    "settled": "Settled by this passage:",
    "no_passage": "Not settled: nothing here answers that. What comes nearest:",
    "unknown_name": "Not settled: a name in the question is not known here. What comes nearest:",
    "page_not_held": "Not settled: the wiki lists that page, but no dump here holds it. Nearest:",
    "ambiguous": "Not settled: the question can mean several things. What comes nearest:",
}


def ruling_text(answer: Object) -> str:
    """First whether it is settled, then the passages with their sources."""
    passages = answer["passages"]
    verdict = (
        REASONS[answer["reason"]]
        if answer["confident"]
        else REASONS.get(answer["reason"], REASONS["no_passage"])
    )
    if not passages:
        verdict = verdict.split(" What comes")[0].split(" Nearest")[0]
    elif answer["confident"] and len(passages) > 1:
        verdict = "Settled; the best passage first:"
    lines = [green(verdict) if answer["confident"] else yellow(verdict)]
    if answer["cards"]:
        names = ", ".join(f"{card['name']} ({card['deck']})" for card in answer["cards"])
        lines.append(dim(wrap("Cards: " + names, "  ", "")))
    for passage in passages:
        lines += ["", _passage_text(passage)]
    return "\n".join(lines)


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
