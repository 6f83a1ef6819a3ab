-- title: Newest revision of a page
-- description: The newest revision of a page as of a moment, with text or without.
-- canned: no
select r.id, page.title as page, r.wiki_revision_id as revision_id, r.timestamp,
       contributor.name as contributor, r.comment, wiki.base
from revision r
join page on page.id = r.page_id
join wiki on wiki.id = page.wiki_id
left join contributor on contributor.id = r.contributor_id
where r.page_id = :page_id and r.sequence > 0 and r.timestamp <= :as_of
order by r.sequence desc
limit 1
