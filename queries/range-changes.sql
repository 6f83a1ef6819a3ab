-- title: Changes of a page between two revisions
-- description: What each revision after one and up to another changed, oldest first.
-- canned: no
select change.id, change.subject, change.name, change.field, change.op, change.old, change.new,
       change.cosmetic, change.reverted, change.revision_id, r.sequence
from change
join revision r on r.id = change.revision_id
where change.page_id = :page_id and r.sequence > :after and r.sequence <= :until
order by r.sequence, change.position
