-- title: Pages for the lint
-- description: Pages of the main namespace with their newest text as of a moment, and the newest
--   revision of all.
-- canned: no
with newest as (
    select page_id, max(sequence) as sequence from revision
    where timestamp <= :as_of and sequence > 0 group by page_id
), shown as (
    select page_id, max(sequence) as sequence from revision
    where timestamp <= :as_of and sequence > 0 and text_state = 'present' group by page_id
)
select page.id, page.wiki_id, page.title, page.kind, page.redirect, page.newest_text,
       r.id as revision, r.sequence, r.model, text.wikitext,
       last.timestamp as newest_timestamp, last.text_state as newest_state, last.size
from page
join newest on newest.page_id = page.id
join revision last on last.page_id = page.id and last.sequence = newest.sequence
left join shown on shown.page_id = page.id
left join revision r on r.page_id = page.id and r.sequence = shown.sequence
left join text on text.id = r.text_id
where page.namespace = 0
order by page.title, page.id
