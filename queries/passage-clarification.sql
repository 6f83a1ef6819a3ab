-- title: Clarifications as passages
-- description: The clarifications of cards as of a moment, of one page or of all.
-- canned: no
select c.card_version_id as version, c.text, c.outdated, c.since_revision, c.since_exact
from clarification c
join card_version v on v.id = c.card_version_id
join card on card.id = v.card_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where (:page is null or card.page_id = :page)
  and f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
order by c.card_version_id, c.position
