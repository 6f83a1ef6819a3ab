-- title: The factions of a page at one revision
-- description: Every faction version that a page held at one place in its history, in printed order.
-- canned: no
select v.*
from faction
join faction_version v on v.faction_id = faction.id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where faction.page_id = :page_id and f.sequence <= :sequence
  and (u.id is null or u.sequence > :sequence)
