"""Cards, factions, terms and rules as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.render.page import bold, dim, source_line, title, width, wrap

if TYPE_CHECKING:
    from kb.sources import Object


def cards_text(answer: Object) -> str:
    return "\n\n".join(card_text(card) for card in answer["cards"])


def card_text(card: Object) -> str:
    """One card: what it is, its text, errata, clarifications, source."""
    lines = [title(card["name"], _card_facts(card)), ""]
    lines += [_ability_text(label, text) for label, text in _abilities(card)]
    lines += ["", wrap(errata_line(card["errata"]), "    ", "  ")]
    if card["clarifications"]:
        lines.append("  Clarifications:")
    for said in card["clarifications"]:
        mark = "  " * said["depth"] + "• "
        older = " [older than the ability's wording]" if said["outdated"] else ""
        lines.append(wrap(said["text"] + older, " " * len(mark), mark))
    lines += _mentions_text(card)
    lines += ["", source_line(card["source"], card["since"])]
    return "\n".join(lines)


def _mentions_text(card: Object) -> list[str]:
    """`See also` and `Named by`, where they were asked for."""
    lines = []
    for heading, key in (("See also", "mentions"), ("Named by", "mentioned_by")):
        told: dict[tuple[str, str, str | None], str] = {}
        for one in card.get(key, ()):
            where = "not held" if one["page"] is None else one["page"]
            own = one["kind"] == "card" and one["page"] == card["page"]
            plain = own or one["kind"] == "term"
            shown = one["name"] if plain else f"{one['name']} ({where})"
            told.setdefault((one["kind"], one["name"], one["page"]), shown)
        # Cards first; the glossary's terms, of which there are many, last.
        for terms in (False, True):
            names = [shown for (kind, *_), shown in told.items() if (kind == "term") == terms]
            title = f"{heading} (terms)" if terms else heading
            if names:
                lines.append(wrap(f"{title}: {', '.join(names)}", "    ", "  "))
    return ["", *lines] if lines else []


def _ability_text(label: str | None, text: str) -> str:
    shown = wrap(text, "  ")
    if label and text.startswith(label):
        shown = f"  {bold(label)}{shown[2 + len(label) :]}"
    return shown


def _abilities(card: Object) -> list[tuple[str | None, str]]:
    """The card's exact text, cut so that every labelled ability begins a line."""
    text, pieces, begun = card["text"], [], 0
    for ability in card["abilities"]:
        end = text.find(ability["text"], begun) + len(ability["text"])
        pieces.append((ability["label"], text[begun:end].strip()))
        begun = end
    return pieces or [(None, text or "(no text)")]


def _card_facts(card: Object) -> list[str | None]:
    number = {
        "power": card["power"],
        "breakpoint": card["breakpoint"],
        "treasures": card["treasures"],
    }
    vps = card["vps"]
    return [
        f"{card['copies']}× {card['type']}" if card["copies"] else card["type"],
        *(f"{name} {value}" for name, value in number.items() if value is not None),
        "VPs " + " ".join(map(str, vps)) if vps else None,
        card["deck"] if card["faction"] else f"{card['deck']} deck",
        card["set"],
    ]


def errata_line(errata: Object) -> str:
    """Whether a card's text was corrected: the page's own line, or that it does not say."""
    if errata["status"] == "unstated":
        return "Errata: not known (the page does not say)"
    if errata["status"] == "placeholder":
        return f"{errata['line']} (not known: the page's form was never filled in)"
    return str(errata["line"])


def factions_text(answer: Object) -> str:
    return "\n\n".join(_faction_text(faction) for faction in answer["factions"])


def _faction_text(faction: Object) -> str:
    facts = [faction["set"], f"titan {faction['titan']}" if faction["titan"] else "no titan"]
    if faction["complexity"] or faction["complexity_raw"]:
        facts.append(f"complexity {faction['complexity'] or faction['complexity_raw']}")
    lines = [title(faction["name"], facts)]
    if faction["work_in_progress"]:
        lines.append(dim("  (the wiki calls this page a work in progress)"))
    if faction["description"]:
        lines += ["", wrap(faction["description"], "  ")]
    if faction["mechanics"]:
        lines += ["", wrap("Mechanics: " + ", ".join(faction["mechanics"]), "  ")]
    if faction["synergies"]:
        names = ", ".join(partner["name"] for partner in faction["synergies"])
        lines += [wrap("Synergies: " + names, "  ")]
    for kind in ("minion", "action", "base", "titan"):
        cards = [card for card in faction["cards"] if card["type"] == kind]
        if cards:
            lines += ["", f"  {kind.capitalize()}s"]
            lines += [_card_row(card) for card in cards]
    lines += ["", source_line(faction["source"])]
    return "\n".join(lines)


def _card_row(card: Object) -> str:
    copies = f"{card['copies']}×" if card["copies"] else "  "
    power = f"  power {card['power']}" if card["power"] is not None else ""
    return f"    {copies:>3} {card['name']}{power}"


def faction_list_text(answer: Object) -> str:
    return _columns(
        (faction["name"], faction["set"] or "", faction["titan"] or "")
        for faction in answer["factions"]
    )


def terms_text(answer: Object) -> str:
    return "\n\n".join(_term_text(term) for term in answer["terms"])


def _term_text(term: Object) -> str:
    lines = [bold(term["name"]), "", wrap(term["definition"], "  ")]
    if term["exception"]:
        lines += ["", wrap("Exception: " + term["exception"], "  ")]
    lines += ["", source_line(term["source"], term["since"])]
    return "\n".join(lines)


def term_list_text(answer: Object) -> str:
    return _columns((term["name"], _opening(term["definition"])) for term in answer["terms"])


def rules_text(answer: Object) -> str:
    return "\n\n".join(_rule_text(rule) for rule in answer["rules"])


def _rule_text(rule: Object) -> str:
    above = " › ".join([rule["source"]["page"], *rule["path"][:-1]])
    lines = [title(rule["name"], [above]), "", wrap(rule["text"], "  ")]
    lines += ["", source_line(rule["source"], rule["since"])]
    return "\n".join(lines)


def rule_list_text(answer: Object) -> str:
    """The headings of the rules pages, page by page, deeper ones further in."""
    lines: list[str] = []
    page = None
    for rule in answer["rules"]:
        if rule["source"]["page"] != page:
            page = rule["source"]["page"]
            lines += ["", bold(page)] if lines else [bold(page)]
        if rule["path"]:
            lines.append(
                wrap(rule["name"], "    " + "  " * len(rule["path"]), "  " * len(rule["path"]))
            )
    return "\n".join(lines)


def _opening(text: str) -> str:
    return text.split("\n", 1)[0]


def _columns(rows: object) -> str:
    """Rows as columns, the first as wide as its longest cell, the rest cut at the page's edge."""
    table = [list(row) for row in rows]  # type: ignore[attr-defined]
    widths = (
        [max((len(row[n]) for row in table), default=0) for n in range(len(table[0]))]
        if table
        else []
    )
    lines = []
    for row in table:
        cells = [cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)]
        line = "  ".join(cells).rstrip()
        lines.append(line if len(line) <= width() else line[: width() - 1].rstrip() + "…")
    return "\n".join(lines)
