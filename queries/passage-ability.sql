-- title: Abilities as passages
-- description: What each card says as of a moment, of one page or of all, for the search index.
-- canned: no
select v.card_id as subject, page.id as page_id, page.title as page, v.name as heading, v.text,
       deck.name as deck, v.type, v.copies, v.power, v.breakpoint, v.section, v.anchor,
       v.since_revision, v.since_exact, v.id as version
from card_version v
join card on card.id = v.card_id
join page on page.id = card.page_id
join deck on deck.id = v.deck_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where (:page is null or page.id = :page)
  and f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
order by page.id, v.position
