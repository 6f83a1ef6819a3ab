-- title: The terms of a page at one revision
-- description: Every term version that a page held at one place in its history, in printed order.
-- canned: no
select v.*
from term
join term_version v on v.term_id = term.id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where term.page_id = :page_id and f.sequence <= :sequence
  and (u.id is null or u.sequence > :sequence)
order by v.position
