-- title: Changes
-- description: What changed on all pages between two moments, newest first.
-- canned: no
select change.id, change.page_id, change.subject, change.subject_id, change.name, change.field,
       change.op, change.old, change.new, change.cosmetic, change.reverted, change.revision_id
from change
join revision r on r.id = change.revision_id
left join contributor on contributor.id = r.contributor_id
where r.timestamp >= :since and r.timestamp <= :until
  and (:page_id is null or change.page_id = :page_id)
  and (:author is null or contributor.name = :author collate nocase)
  and (:cosmetic or not (change.cosmetic or change.reverted))
  and (not :errata or change.field = 'errata')
order by r.timestamp desc, r.id desc, change.position
