-- title: Values that filters may name
-- description: The decks, sets and artists of the cards as of any moment, and each way in which the
--   wiki writes them.
-- canned: no
select name as value, 'faction' as field, name as written from deck
union
select coalesce(ss.name, f.set_name), 'set', f.set_name
from faction_version f
left join set_spelling ss on ss.spelling = f.set_name
where f.set_name is not null
union
select artist, 'artist', written from credit
union
select illustrator, 'artist', illustrator from card_version
where illustrator is not null and illustrator not in (select credit from credit)
