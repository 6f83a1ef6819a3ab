-- title: Versions of one rule
-- description: Every wording of one rule by its row id, oldest first.
-- canned: no
select v.*, f.sequence, case when v.path = '[]' then null else v.name end as heading, rule.page_id,
       page.title as page
from rule_version v
join rule on rule.id = v.rule_id
join page on page.id = rule.page_id
join revision f on f.id = v.from_revision
where rule.id = :id and f.timestamp <= :as_of
order by f.sequence
