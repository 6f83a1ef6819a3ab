-- title: Gaps of a page
-- description: Stretches of one page's history that are not held.
-- canned: no
select a.timestamp as after, b.timestamp as before, gap.reason
from gap
left join revision a on a.id = gap.after_revision
left join revision b on b.id = gap.before_revision
where gap.page_id = :page_id
order by coalesce(a.sequence, 0)
