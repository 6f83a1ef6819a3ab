-- title: Factions listed but not held
-- description: Factions that the wiki's index page lists, of which no dump here holds a page with cards.
select l.label, l.target, page.title as listed_on
from listed_faction l
join page on page.id = l.page_id
where not exists (
    select 1 from faction
    join page held on held.id = faction.page_id
    join faction_version v on v.faction_id = faction.id and v.until_revision is null
    where held.title = l.target
) and not exists (
    select 1 from page alias
    join page held on held.title = alias.redirect
    join faction on faction.page_id = held.id
    where alias.title = l.target
)
order by l.label
