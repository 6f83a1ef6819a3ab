-- title: Coverage of a moment
-- description: How many pages with text are held, how many of them only from after a moment although
--   they are older as far as is known, and the first moment from which anything is held.
-- canned: no
with oldest as (
  select page.id, min(r.sequence) as sequence
  from page join revision r on r.page_id = page.id
  where page.newest_text is not null and r.text_state = 'present' and r.sequence > 0
  group by page.id
)
select count(*) as pages,
       coalesce(sum(r.timestamp > :as_of and coalesce(r.wiki_parent_id, -1) <> 0), 0) as later,
       (select min(timestamp) from revision where sequence > 0) as first
from oldest
join revision r on r.page_id = oldest.id and r.sequence = oldest.sequence
