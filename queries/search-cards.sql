-- title: What cards are sorted by
-- description: Name, numbers and date of the last change of all cards as of a moment.
-- canned: no
select v.card_id as id, v.power, v.breakpoint, v.copies,
       (select max(r.timestamp) from change join revision r on r.id = change.revision_id
         where change.subject = 'card' and change.subject_id = v.card_id and not change.cosmetic
           and not change.reverted and r.timestamp <= :as_of) as changed
from card_version v
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
