-- title: Titans
-- description: Factions with a titan, by their own page and by the wiki's list of them, with the titan's text.
with named as (
    select name as faction, titan from factions where titan is not null
    union select faction, titan from listed_titan
    union select faction, name from cards where type = 'titan' and faction is not null
)
select named.faction, named.titan,
       exists (select 1 from factions f
                where lower(f.name) = lower(named.faction) and f.titan = named.titan) as on_its_page,
       exists (select 1 from listed_titan l
                where lower(l.faction) = lower(named.faction) and l.titan = named.titan) as in_the_list,
       cards.text, cards.page
from named
left join cards on cards.type = 'titan' and lower(cards.faction) = lower(named.faction)
               and cards.name = named.titan
order by named.faction, named.titan
