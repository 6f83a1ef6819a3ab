-- title: Cards by artist
-- description: Cards with their illustrators as the wiki credits them.
-- param artist: part of a name, in any case; empty for all
select illustrator, name as card, type, deck, image, page
from cards
where instr(lower(illustrator), lower(:artist)) > 0
   or exists (select 1 from credit
               where credit.credit = cards.illustrator
                 and instr(lower(credit.artist), lower(:artist)) > 0)
order by illustrator, name
