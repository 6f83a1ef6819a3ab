"""The answer of `info` as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.render.page import bold, source_line, wrap

if TYPE_CHECKING:
    from kb.sources import Object


def info_text(answer: Object) -> str:
    lines = [
        bold(answer["database"]),
        f"  built {answer['built_at']}, generation {answer['generation']}",
    ]
    for name, number in answer["counts"].items():
        lines.append(f"  {number:>6,} {name.replace('_', ' ')}")
    if answer["newest"]:
        lines += ["", "Newest revision", source_line(answer["newest"])]
    lines += ["", "Sources"]
    for source in answer["sources"]:
        whole = "" if source["complete"] else ", incomplete"
        lines.append(
            wrap(
                f"{source['path']} ({source['format']}{whole}): {source['revisions']} revisions,"
                f" {source['new']} new, read {source['read_at']}",
                "    ",
                "  ",
            )
        )
    if answer["factions_not_held"]:
        lines += ["", f"Listed by the wiki, not held ({len(answer['factions_not_held'])})"]
        lines.append(wrap(", ".join(answer["factions_not_held"]), "  "))
    if answer["shown_from_older"]:
        lines += ["", "Shown from an older revision (the newest has no text here)"]
        for page in answer["shown_from_older"]:
            lines.append(f"  {page['page']}: {page['shown']} instead of {page['timestamp']}")
    if answer["gaps"]:
        lines += ["", f"Gaps in the history ({len(answer['gaps'])}; all with --json)"]
        for gap in answer["gaps"][:10]:
            span = f"between {gap['after'] or 'the start'} and {gap['before'] or 'now'}"
            lines.append(wrap(f"{gap['page']}: {gap['reason']}, {span}", "    ", "  "))
    return "\n".join(lines)
