-- title: Cards of a page as of a moment
-- description: The cards that a page holds at a moment, in printed order.
-- canned: no
select card.id, v.name, v.type, v.copies, v.power, deck.name as deck, deck.slug as deck_slug
from card
join card_version v on v.card_id = card.id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
join deck on deck.id = v.deck_id
where card.page_id = :page_id and f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
order by v.position
