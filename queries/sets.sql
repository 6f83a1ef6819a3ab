-- title: Sets
-- description: The sets that the held factions came in.
select "set", count(*) as factions, group_concat(name, ', ') as names
from factions
group by "set"
order by "set" is null, "set"
