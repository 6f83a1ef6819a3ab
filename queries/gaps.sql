-- title: Gaps
-- description: Places in a page's history where revisions are missing, or their text is.
select page.title as page, a.timestamp as after, b.timestamp as before, gap.reason
from gap
join page on page.id = gap.page_id
left join revision a on a.id = gap.after_revision
left join revision b on b.id = gap.before_revision
order by page.title, coalesce(a.timestamp, b.timestamp)
