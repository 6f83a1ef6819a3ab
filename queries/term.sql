-- title: One glossary term as of a moment
-- description: A term's version that holds at a moment.
-- canned: no
select term.id, term.slug, term.page_id, v.name, v.definition, v.exception, v.image,
       v.illustrator, v.section, v.anchor, v.since_revision, v.since_exact
from term
join term_version v on v.term_id = term.id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where term.id = :id and f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
order by v.id desc
limit 1
