-- title: Names of what is not held
-- description: Cards and factions that the texts name and that no page held describes, or that are misspelt.
select kind, name, count(*) as times, group_concat(distinct page) as pages,
       group_concat(distinct cue) as cues
from mentions
where not held
group by kind, name
order by times desc, name
