-- title: All terms as of a moment
-- description: Row ids and names of every term that holds at a moment.
-- canned: no
select term.id, v.name, page.title as page
from term
join page on page.id = term.page_id
join term_version v on v.term_id = term.id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
order by v.name_key
