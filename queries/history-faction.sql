-- title: Versions of one faction
-- description: Every wording of one faction by its row id, oldest first.
-- canned: no
select v.*, f.sequence, null as heading, '' as anchor, faction.page_id, page.title as page
from faction_version v
join faction on faction.id = v.faction_id
join page on page.id = faction.page_id
join revision f on f.id = v.from_revision
where faction.id = :id and f.timestamp <= :as_of
order by f.sequence
