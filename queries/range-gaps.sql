-- title: Gaps of a page between two revisions
-- description: Stretches of a page's history that are not held, within a range of revisions.
-- canned: no
select a.timestamp as after, b.timestamp as before, gap.reason
from gap
left join revision a on a.id = gap.after_revision
left join revision b on b.id = gap.before_revision
where gap.page_id = :page_id and coalesce(b.sequence, 1000000000) > :after
  and coalesce(a.sequence, 0) < :until
order by coalesce(a.sequence, 0)
