-- title: Deck sizes
-- description: Minions and actions of each faction, copies counted; a complete deck has 20. Odd ones first.
select name as faction, deck_size as cards, deck_size - 20 as beyond_20, work_in_progress, page
from factions
order by coalesce(deck_size, 0) = 20, name
