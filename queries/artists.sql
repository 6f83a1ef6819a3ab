-- title: Artists
-- description: Everyone whom the wiki credits for a card's picture, with the number of cards.
select illustrator, count(*) as pictures, count(distinct deck) as decks,
       group_concat(distinct deck) as of_decks
from cards
where illustrator is not null
group by illustrator
order by pictures desc, illustrator
