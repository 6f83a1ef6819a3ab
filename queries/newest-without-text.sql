-- title: Pages whose newest revision has no text
-- description: The newest revision of a page as of a moment, when its text is not held.
-- canned: no
select page.title as page, r.timestamp, r.text_state, r.withheld
from revision r
join page on page.id = r.page_id
where r.page_id = :page_id and r.sequence > 0 and r.timestamp <= :as_of
order by r.sequence desc
limit 1
