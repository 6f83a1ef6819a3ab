-- title: Artists
-- description: Everyone whom the wiki credits for a card's picture, with the number of cards; several
--   spellings of one name are one artist, and a credit of two counts for both.
select credit.artist, count(*) as pictures, count(distinct deck) as decks,
       group_concat(distinct deck) as of_decks, group_concat(distinct credit.written) as spellings
from cards
join credit on credit.credit = cards.illustrator
group by credit.artist
order by pictures desc, credit.artist
