-- title: Recent changes
-- description: What changed on cards, terms and rules, newest first, without cosmetic and undone edits.
-- param since: a day such as 2026-01-31, or the beginning of one such as 2026; empty for all
select timestamp, page, subject, name, field, op, old, new, contributor, comment, revision_id
from changes
where timestamp >= :since and not cosmetic and not reverted
order by timestamp desc, id
limit 500
