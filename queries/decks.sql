-- title: Decks
-- description: Every deck that is or was held, the factions' and the special ones.
-- canned: no
select id, page_id, name, special from deck
