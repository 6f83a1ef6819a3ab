-- title: The cards of a page at one revision
-- description: Every card version that a page held at one place in its history, in printed order.
-- canned: no
select v.*, deck.name as deck, deck.special, erratum.status, erratum.note, erratum.raw
from card
join card_version v on v.card_id = card.id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
join deck on deck.id = v.deck_id
left join erratum on erratum.card_version_id = v.id
where card.page_id = :page_id and f.sequence <= :sequence
  and (u.id is null or u.sequence > :sequence)
order by v.position
