-- title: Who wrote it
-- description: Contributors with the number of their revisions, and the times of the first and the newest.
select coalesce(contributor, '(hidden or not told)') as contributor, count(*) as revisions,
       count(distinct page) as pages, min(timestamp) as first, max(timestamp) as newest
from revisions
group by 1
order by revisions desc, contributor
