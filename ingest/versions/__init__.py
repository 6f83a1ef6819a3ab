"""Records of a page's successive revisions → versions and changes: match, compare, derive.

Three parts that know nothing of each other's business: `match` tells which card of one text is
which of another, `compare` what became of each, `derive` folds that over a page's history. Pure:
no files, no SQL, no wikitext.

What was decided where the contract is silent:

* Cosmetic is what leaves every field as it is once blanks and the shape of quotes are set aside,
  the letter case of an Errata line, and another target of a link with the same label. Cosmetic
  changes begin no version; a version's record is the one of the newest revision that holds it.
* `links` is one change with both lists of links as they are written, beside the change of `text`
  that it may make; so are a faction's fields beside the section that they stand in. Only the text
  above the first heading, when the faction's description, set or titan changed, says nothing else.
* A card in another order is `moved`, field null, `old` and `new` its places on the page from 1;
  into another deck `moved`, field `deck`. Clarifications in another order: one `moved`, field
  `clarifications`, with both lists. As few as possible are said to have moved.
* A moved card begins a new version, so that the versions valid at any moment, sorted by `position`,
  stand in the order of the page at that moment.
* Where a page redirects to is field `redirect` of the subject `page`.
* A subject that comes back under its old key continues its old lineage, with a hole between.
* A revision that brings back a text byte for byte undoes what came between, in the order of time:
  of A B A B the first B and the second A are undone, the last B stands. `since` looks through what
  was undone.
* Prose of a faction page is a `section`, of any other page a `rule`.
"""

from __future__ import annotations

from ingest.versions.compare import compare, plain_text
from ingest.versions.derive import derive
from ingest.versions.model import Change, Gap, Lineage, PageRevision, Since, Version
from ingest.versions.order import time_order

__all__ = [
    "Change",
    "Gap",
    "Lineage",
    "PageRevision",
    "Since",
    "Version",
    "compare",
    "derive",
    "plain_text",
    "time_order",
]
