-- title: Versions of one card
-- description: Every wording of one card by its row id, oldest first.
-- canned: no
select v.*, f.sequence, v.section as heading, deck.name as deck, erratum.status, erratum.note,
       erratum.raw, erratum.since_revision as errata_since, erratum.since_exact as errata_exact,
       e.sequence as errata_sequence, card.page_id, page.title as page
from card_version v
join card on card.id = v.card_id
join page on page.id = card.page_id
join revision f on f.id = v.from_revision
join deck on deck.id = v.deck_id
left join erratum on erratum.card_version_id = v.id
left join revision e on e.id = erratum.since_revision
where card.id = :id and f.timestamp <= :as_of
order by f.sequence
