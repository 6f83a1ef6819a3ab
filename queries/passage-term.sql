-- title: Glossary terms as passages
-- description: What each term means as of a moment, with its exception.
-- canned: no
select v.term_id as subject, page.id as page_id, page.title as page, v.name as heading,
       v.definition, v.exception, v.section, v.anchor, v.since_revision, v.since_exact
from term_version v
join term on term.id = v.term_id
join page on page.id = term.page_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where (:page is null or page.id = :page)
  and f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
order by page.id, v.position
