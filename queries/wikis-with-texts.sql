-- title: Wikis whose revisions come with their texts
-- description: Wikis where a text that is missing stands out. Where most recent revisions come
--   without text (a list of changes, a stub dump), a missing one tells nothing.
-- canned: no
with ours as (
    select page.wiki_id, r.timestamp, r.text_state = 'missing' and coalesce(r.size, 0) = 0 as missing,
           r.text_state = 'present' as present
    from revision r
    join page on page.id = r.page_id
    where page.namespace = 0 and r.timestamp <= :as_of
), oldest as (
    select wiki_id, min(timestamp) as since from ours where missing group by wiki_id
)
select ours.wiki_id
from ours
join oldest on oldest.wiki_id = ours.wiki_id and ours.timestamp >= oldest.since
group by ours.wiki_id
having sum(ours.present) >= 2 * sum(ours.missing)
