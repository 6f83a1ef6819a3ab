-- title: Gaps of a page
-- description: Stretches of one page's history that are not held and touch what lies after one of its
--   revisions and up to another (their places in its history).
-- canned: no
select a.timestamp as after, b.timestamp as before, gap.reason,
       coalesce(a.sequence, 0) as after_sequence, b.sequence as before_sequence
from gap
left join revision a on a.id = gap.after_revision
left join revision b on b.id = gap.before_revision
where gap.page_id = :page_id and coalesce(a.sequence, 0) < :until
  and (b.id is null or b.sequence > :after)
order by after_sequence
