-- title: Revisions of a page
-- description: Every held revision of one page, oldest first.
-- canned: no
select r.id, r.sequence, page.title as page, r.wiki_revision_id as revision_id, r.timestamp,
       contributor.name as contributor, r.comment, r.text_state, r.text_id, wiki.base
from revision r
join page on page.id = r.page_id
join wiki on wiki.id = page.wiki_id
left join contributor on contributor.id = r.contributor_id
where r.page_id = :page_id and r.timestamp <= :as_of and r.sequence > 0
order by r.sequence
