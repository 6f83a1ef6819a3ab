-- title: Names on several cards
-- description: Names that more than one card carries, with the decks; say the deck when you ask for one.
select name as card, count(*) as cards, group_concat(deck || ' (' || type || ')', ', ') as decks
from cards
group by lower(name)
having count(*) > 1
order by cards desc, name
