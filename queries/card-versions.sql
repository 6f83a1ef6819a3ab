-- title: Every wording of a card
-- description: All versions of the cards of a name, oldest first, with the revisions between which they hold.
-- param card: part of a card's name, in any case; empty for all cards that changed
select v.name as card, deck.name as deck, v.type, v.power, v.breakpoint, v.vps, v.text,
       a.timestamp as valid_from, b.timestamp as valid_until, page.title as page
from card_version v
join deck on deck.id = v.deck_id
join page on page.id = deck.page_id
join revision a on a.id = v.from_revision
left join revision b on b.id = v.until_revision
where instr(lower(v.name), lower(:card)) > 0
  and (:card <> '' or (select count(*) from card_version w where w.card_id = v.card_id) > 1)
order by v.card_id, a.timestamp
limit 500
