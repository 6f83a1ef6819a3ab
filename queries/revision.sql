-- title: One revision
-- description: Time, author and summary of one revision by its row id.
-- canned: no
select r.id, page.title as page, r.wiki_revision_id as revision_id, r.timestamp,
       contributor.name as contributor, r.comment, wiki.base
from revision r
join page on page.id = r.page_id
join wiki on wiki.id = page.wiki_id
left join contributor on contributor.id = r.contributor_id
where r.id = :id
