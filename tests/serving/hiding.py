"""A wiki that showed some words, names and summaries once and hides them now."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.building import build_database
from tests.small_wiki import Save, card, faction, xml

SHOWN = "Marshmallow"  # stays: what is not hidden is still found
MARK = "qzx"  # in every secret, so that one question looks for all
# Each is one word for FTS, and a stem of itself.
CARD, ABILITY, SAID, TERM, RULE = "Quiqzxorn", "zwiqzxbrax", "fumqzxgrok", "Wibqzxfax", "snoqzxlux"
USER, SUMMARY, LATER = "Vexqzxmoor", "gruqzxflax", "dinqzxwump"
SECRETS = (CARD, ABILITY, SAID, TERM, RULE, USER, SUMMARY, LATER)
GLOSSARY = "===== Terms and Phrases with Examples: =====\n====== {} ======\n{}\n"


def saves() -> list[Save]:
    plain = card(SHOWN, "Draw a card.")
    told = card(CARD, f"Place the {ABILITY} here.", said=f"A {SAID} is no minion.")
    return [
        Save(11, "2025-01-01T00:00:00Z", faction(plain), comment="Begun"),
        Save(12, "2025-01-02T00:00:00Z", faction(plain, told), parent=11, comment="More"),
        Save(13, "2025-01-03T00:00:00Z", faction(plain), parent=12, comment="Back"),
        # The newest of their pages, so that the current state came from them.
        Save(21, "2025-01-01T00:00:00Z", faction(plain), page="Newts", page_id=6),
        Save(22, "2025-01-04T00:00:00Z", faction(plain, told), page="Newts", page_id=6, parent=21),
        Save(31, "2025-01-01T00:00:00Z", GLOSSARY.format("Draw", "Take a card."), "Glossary", 7),
        Save(32, "2025-01-05T00:00:00Z", GLOSSARY.format(TERM, f"A {RULE}."), "Glossary", 7, 31),
        Save(41, "2025-01-01T00:00:00Z", "Begun.", "Rulebook", 8),
        Save(42, "2025-01-06T00:00:00Z", f"==Scoring==\nThe {RULE} wins.\n", "Rulebook", 8, 41),
        Save(51, "2025-01-07T00:00:00Z", "Something.", "Notes", 9, user=USER, comment=SUMMARY),
        Save(52, "2025-01-08T00:00:00Z", "Something else.", "Notes", 9, 51, "Nell", LATER),
        # All that there is of its page.
        Save(61, "2025-01-09T00:00:00Z", f"A page about {ABILITY}.", "Gone", 10, user=USER),
    ]


def hidden() -> str:
    """The same export later: the texts and all of what tells a secret are hidden."""
    gone = [replace(s, text=None) if s.id in (12, 22, 32, 42, 61) else s for s in saves()]
    text = xml(gone)
    contributor = f"<contributor><username>{USER}</username><id>7</id></contributor>"
    assert contributor in text
    text = text.replace(contributor, '<contributor deleted="deleted" />')
    for summary in (SUMMARY, LATER):
        assert f"<comment>{summary}</comment>" in text
        text = text.replace(f"<comment>{summary}</comment>", '<comment deleted="deleted" />')
    assert MARK not in text
    return text


def build(folder: Path) -> Path:
    """Built when everything was visible, and again when the wiki had hidden it."""
    before, after = folder / "before.xml", folder / "after.xml"
    before.write_text(xml(saves()), encoding="utf-8")
    assert all(secret in before.read_text(encoding="utf-8") for secret in SECRETS)
    after.write_text(hidden(), encoding="utf-8")
    build_database(folder, before)
    return build_database(folder, after)
