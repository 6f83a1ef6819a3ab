-- title: Values that filters may name
-- description: The decks, sets and artists of the cards as of any moment.
-- canned: no
select distinct 'faction' as field, name as value from deck
union
select distinct 'set', set_name from faction_version where set_name is not null
union
select distinct 'artist', illustrator from card_version where illustrator is not null
