-- title: One rule as of a moment
-- description: A rule's version that holds at a moment.
-- canned: no
select rule.id, rule.slug, rule.page_id, rule.subject, page.title as page, v.name, v.path, v.text,
       v.anchor, v.since_revision, v.since_exact
from rule
join page on page.id = rule.page_id
join rule_version v on v.rule_id = rule.id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where rule.id = :id and f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
order by v.id desc
limit 1
