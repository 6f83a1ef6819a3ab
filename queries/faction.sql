-- title: One faction as of a moment
-- description: A faction's version that holds at a moment.
-- canned: no
select faction.id, faction.slug, faction.page_id, v.id as version_id, v.name, v.set_name, v.titan,
       v.complexity, v.complexity_raw, v.work_in_progress, v.description, v.purchase_url, v.cover,
       v.cover_illustrator
from faction
join faction_version v on v.faction_id = faction.id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where faction.id = :id and f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
order by v.id desc
limit 1
