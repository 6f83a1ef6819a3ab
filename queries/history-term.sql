-- title: Versions of one term
-- description: Every wording of one term by its row id, oldest first.
-- canned: no
select v.*, f.sequence, v.section as heading, term.page_id, page.title as page
from term_version v
join term on term.id = v.term_id
join page on page.id = term.page_id
join revision f on f.id = v.from_revision
where term.id = :id and f.timestamp <= :as_of
order by f.sequence
