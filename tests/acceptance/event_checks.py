"""One check for each key of gold/events/events.json; gold/events/legend.json says what they mean.

A check takes a scenario's knowledge base and the key's value, and yields what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.acceptance import event_contents as contents
from tests.acceptance import event_revisions as revisions
from tests.acceptance.event_wiki import Complaints, Wiki

Check = Callable[[Wiki, Any], Complaints]

CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (
        revisions.totals,
        revisions.build_report,
        revisions.pages_exist,
        revisions.pages_absent,
        revisions.same_title_twice,
        revisions.not_two_pages,
        revisions.aliases,
        revisions.aliases_none,
        revisions.listed_not_held,
        revisions.revisions,
        revisions.revisions_absent,
        revisions.page_revisions,
        revisions.page_id_revisions,
        revisions.order,
        revisions.newest,
        revisions.newest_with_text,
        revisions.exact_text,
        revisions.exact_comment,
        revisions.same_text,
        revisions.strings_nowhere,
        contents.cards_count,
        contents.page_id_cards,
        contents.cards,
        contents.cards_absent,
        contents.cards_absent_current,
        contents.card_ids_stable,
        contents.card_source,
        contents.as_of,
        contents.exact_name_wins,
        contents.notice_expected,
        contents.sections_held,
        contents.sections_absent,
        contents.accept,
        contents.changes,
        contents.cosmetic_changes,
        contents.no_changes_from,
        contents.default_changes_from,
        contents.changed_cards,
        contents.changed_sections,
        contents.changes_between,
    )
}
