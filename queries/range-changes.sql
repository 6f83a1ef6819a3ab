-- title: Changes of a page between two revisions
-- description: What each revision after one and up to another changed, oldest first.
-- canned: no
select change.id, change.subject, change.subject_id, change.name, change.field, change.op,
       change.old, change.new, change.cosmetic, change.reverted, change.revision_id,
       page.title as page, r.sequence, r.wiki_revision_id, r.timestamp,
       contributor.name as contributor, r.comment, wiki.base
from change
join revision r on r.id = change.revision_id
join page on page.id = change.page_id
join wiki on wiki.id = page.wiki_id
left join contributor on contributor.id = r.contributor_id
where change.page_id = :page_id and r.sequence > :after and r.sequence <= :until
order by r.sequence, change.position
