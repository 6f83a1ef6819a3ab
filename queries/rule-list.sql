-- title: All rules as of a moment
-- description: Row ids and names of every rule that holds at a moment.
-- canned: no
select rule.id, v.name, rule.subject, page.title as page
from rule
join page on page.id = rule.page_id
join rule_version v on v.rule_id = rule.id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
order by page.title, v.position
