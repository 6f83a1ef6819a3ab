-- title: Changes without an erratum
-- description: Ability texts, powers, breakpoints and victory points that changed while the card's errata line stayed.
select r.timestamp, page.title as page, change.name as card, change.field,
       json_extract(change.old, '$') as old, json_extract(change.new, '$') as new,
       erratum.status as errata, contributor.name as contributor, r.comment,
       r.wiki_revision_id as revision_id
from change
join revision r on r.id = change.revision_id
join page on page.id = change.page_id
left join contributor on contributor.id = r.contributor_id
left join card_version v on v.card_id = change.subject_id and v.from_revision = change.revision_id
left join erratum on erratum.card_version_id = v.id
where change.subject = 'card' and change.op = 'changed'
  and change.field in ('text', 'power', 'breakpoint', 'vps')
  and not change.cosmetic and not change.reverted
  and not exists (
    select 1 from change told
    where told.revision_id = change.revision_id and told.subject = 'card'
      and told.subject_id = change.subject_id and told.field = 'errata'
  )
order by r.timestamp desc, change.id
