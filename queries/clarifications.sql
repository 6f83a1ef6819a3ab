-- title: Clarifications of a card version
-- description: What the wiki says of one card, in printed order.
-- canned: no
select text, depth, outdated, since_revision, since_exact
from clarification where card_version_id = :version_id order by position
