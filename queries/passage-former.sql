-- title: Former wordings as passages
-- description: What was removed or changed, with the last revision that showed it.
-- canned: no
select page.id as page_id, page.title as page, c.subject, c.subject_id, c.name as heading, c.field,
       c.op, c.old, c.new,
       (select p.id from revision p
         where p.page_id = r.page_id and p.sequence < r.sequence and p.text_state = 'present'
         order by p.sequence desc limit 1) as revision
from change c
join revision r on r.id = c.revision_id
join page on page.id = c.page_id
where c.op in ('removed', 'changed') and c.old is not null and not c.cosmetic and not c.reverted
  and (:page is null or page.id = :page) and r.timestamp <= :as_of
order by page.id, r.sequence, c.position
