-- title: Versions of one card
-- description: Every wording of one card by its row id, oldest first.
-- canned: no
select v.*, deck.name as deck, deck.special, erratum.status, erratum.note, erratum.raw, card.page_id
from card_version v
join card on card.id = v.card_id
join revision f on f.id = v.from_revision
join deck on deck.id = v.deck_id
left join erratum on erratum.card_version_id = v.id
where card.id = :id and f.timestamp <= :as_of
order by f.sequence
