-- title: Versions of one rule
-- description: Every wording of one rule by its row id, oldest first.
-- canned: no
select v.*, rule.page_id
from rule_version v
join rule on rule.id = v.rule_id
join revision f on f.id = v.from_revision
where rule.id = :id and f.timestamp <= :as_of
order by f.sequence
