-- title: Errata as of a moment
-- description: The cards whose erratum is of a status at a moment, deck by deck.
-- canned: no
select card.id, card.page_id, v.deck_id
from erratum
join card_version v on v.id = erratum.card_version_id
join card on card.id = v.card_id
join deck on deck.id = v.deck_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where erratum.status = :status and f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
order by deck.name, v.position
