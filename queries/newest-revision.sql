-- title: Newest revision
-- description: The newest revision held of any page.
-- canned: no
select r.id, page.title as page, r.wiki_revision_id as revision_id, r.timestamp,
       contributor.name as contributor, r.comment, wiki.base
from revision r
join page on page.id = r.page_id
join wiki on wiki.id = page.wiki_id
left join contributor on contributor.id = r.contributor_id
where r.sequence > 0
order by r.timestamp desc, r.id desc
limit 1
