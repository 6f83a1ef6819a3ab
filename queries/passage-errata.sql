-- title: Errata as passages
-- description: The whole Errata line of each card that has errata as of a moment.
-- canned: no
select e.card_version_id as version, e.raw as text, 0 as outdated, e.since_revision, e.since_exact
from erratum e
join card_version v on v.id = e.card_version_id
join card on card.id = v.card_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where e.status = 'yes' and e.raw is not null and (:page is null or card.page_id = :page)
  and f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
