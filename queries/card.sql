-- title: One card as of a moment
-- description: A card's version that holds at a moment, with its deck, set and erratum.
-- canned: no
select card.id, card.slug, card.page_id, v.id as version_id, v.name, deck.name as deck,
       deck.slug as deck_slug, deck.special,
       (select fv.set_name from faction join faction_version fv on fv.faction_id = faction.id
         join revision ff on ff.id = fv.from_revision
         left join revision fu on fu.id = fv.until_revision
         where faction.page_id = card.page_id and not deck.special and ff.timestamp <= :as_of
           and (fu.id is null or fu.timestamp > :as_of)) as set_name,
       page.title as page, v.type, v.copies, v.power, v.breakpoint, v.vps, v.treasures, v.text,
       v.played_on, v.standard,
       v.image, v.illustrator, v.section, v.anchor, v.since_revision, v.since_exact,
       erratum.status, erratum.note, erratum.raw,
       (select max(r.timestamp) from change join revision r on r.id = change.revision_id
         where change.subject = 'card' and change.subject_id = card.id and not change.cosmetic
           and not change.reverted and r.timestamp <= :as_of) as changed
from card
join card_version v on v.card_id = card.id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
join deck on deck.id = v.deck_id
join page on page.id = card.page_id
left join erratum on erratum.card_version_id = v.id
where card.id = :id and f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
order by v.id desc
limit 1
