-- title: The rules of a page at one revision
-- description: Every rule version that a page held at one place in its history, in printed order.
-- canned: no
select v.*, rule.subject
from rule
join rule_version v on v.rule_id = rule.id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where rule.page_id = :page_id and f.sequence <= :sequence
  and (u.id is null or u.sequence > :sequence)
order by v.position
