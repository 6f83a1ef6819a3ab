-- title: Edit summaries as passages
-- description: What editors said of their changes to pages that hold rules or cards.
-- canned: no
select page.id as page_id, page.title as page, r.id as revision, r.comment as text
from revision r
join page on page.id = r.page_id
where r.comment <> '' and not r.comment_hidden and page.namespace = 0
  and (:page is null or page.id = :page) and r.timestamp <= :as_of and r.sequence > 0
order by page.id, r.sequence
