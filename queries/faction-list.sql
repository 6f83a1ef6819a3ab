-- title: All factions as of a moment
-- description: Row ids and names of every faction that holds at a moment.
-- canned: no
select faction.id, v.name, page.title as page
from faction
join page on page.id = faction.page_id
join faction_version v on v.faction_id = faction.id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
order by v.name_key
