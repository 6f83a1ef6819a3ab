-- title: Rules as passages
-- description: Rules and other prose sections as of a moment, whole; kb.finding.passages splits them.
-- canned: no
select v.rule_id as subject, page.id as page_id, page.title as page, page.kind as page_kind,
       v.name as heading, v.path, v.text, v.anchor, v.since_revision, v.since_exact
from rule_version v
join rule on rule.id = v.rule_id
join page on page.id = rule.page_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where (:page is null or page.id = :page)
  and f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
order by page.id, v.position
