-- title: Changes
-- description: What changed between two moments, newest first, on all pages or on some (:pages, a JSON
--   list), of all cards or of some decks' (:decks).
-- canned: no
select change.id, change.subject, change.subject_id, change.name, change.field, change.op,
       change.old, change.new, change.cosmetic, change.reverted, change.revision_id,
       page.title as page, r.sequence, r.wiki_revision_id, r.timestamp,
       contributor.name as contributor, r.comment, wiki.base
from change
join revision r on r.id = change.revision_id
join page on page.id = change.page_id
join wiki on wiki.id = page.wiki_id
left join contributor on contributor.id = r.contributor_id
where r.timestamp >= :since and r.timestamp <= :until
  and (:pages is null or change.page_id in (select value from json_each(:pages)))
  and (:decks is null or change.subject = 'card' and exists (
    select 1 from card_version v
    where v.card_id = change.subject_id and v.deck_id in (select value from json_each(:decks))))
  and (:author is null or contributor.name = :author collate nocase)
  and (:cosmetic or not (change.cosmetic or change.reverted))
  and (not :errata or change.field = 'errata')
order by r.timestamp desc, change.page_id, r.sequence desc, change.position
limit :limit
