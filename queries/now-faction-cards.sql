-- title: A faction's cards as they stand now
-- description: The cards of the faction's page, in the order of the page.
-- canned: no
select card.id, v.name, v.type, v.copies, deck.name as deck
from faction
join card on card.page_id = faction.page_id
join card_version v on v.card_id = card.id and v.until_revision is null
join deck on deck.id = v.deck_id
where faction.id = :id
order by v.position
