-- title: Cards with the most clarifications
-- description: The fifty cards that needed the most explaining.
select name as card, deck, type, clarifications, text, page
from cards
where clarifications > 0
order by clarifications desc, name
limit 50
