-- title: Unexplained revisions
-- description: Revisions whose changes can't be known: their text, or the revision before, is not held.
-- canned: no
select r.id, page.title as page, r.wiki_revision_id as revision_id, r.timestamp,
       contributor.name as contributor, r.comment, wiki.base, r.text_state
from revision r
join page on page.id = r.page_id
join wiki on wiki.id = page.wiki_id
left join contributor on contributor.id = r.contributor_id
where r.sequence > 0 and r.timestamp >= :since and r.timestamp <= :until
  and (:pages is null or r.page_id in (select value from json_each(:pages)))
  and (:author is null or contributor.name = :author collate nocase)
  and (r.text_state in ('missing', 'hidden')
       or exists (select 1 from gap where gap.before_revision = r.id)
       or (coalesce(r.wiki_parent_id, -1) <> 0 and r.text_state = 'present'
           and not exists (select 1 from revision former where former.page_id = r.page_id
                           and former.text_state = 'present' and former.sequence > 0
                           and former.sequence < r.sequence)))
order by r.timestamp desc, r.page_id, r.sequence desc
