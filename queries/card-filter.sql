-- title: Cards that pass one filter
-- description: Ids of the cards for which, as of a moment, a field has one of several values (JSON
--   list) or lies between two bounds, both included.
-- canned: no
select v.card_id as id
from card_version v
join card on card.id = v.card_id
join deck on deck.id = v.deck_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
  and case :field
    when 'any' then 1
    when 'type' then v.type in (select value from json_each(:allowed))
    when 'power' then v.power between :low and :high
    when 'breakpoint' then v.breakpoint between :low and :high
    when 'copies' then v.copies between :low and :high
    when 'faction' then deck.name in (select value from json_each(:allowed))
    when 'artist' then v.illustrator in (select value from json_each(:allowed)) or exists (
      select 1 from credit where credit.credit = v.illustrator
        and credit.artist in (select value from json_each(:allowed)))
    when 'set' then not deck.special and exists (
      select 1 from faction
      join faction_version fv on fv.faction_id = faction.id
      join revision ff on ff.id = fv.from_revision
      left join revision fu on fu.id = fv.until_revision
      left join set_spelling ss on ss.spelling = fv.set_name
      where faction.page_id = card.page_id and ff.timestamp <= :as_of
        and (fu.id is null or fu.timestamp > :as_of)
        and coalesce(ss.name, fv.set_name) in (select value from json_each(:allowed)))
    when 'label' then exists (
      select 1 from ability a where a.card_version_id = v.id
        and coalesce(lower(a.label), 'play') in (select value from json_each(:allowed)))
    when 'errata' then exists (
      select 1 from erratum e where e.card_version_id = v.id
        and (e.status in (select value from json_each(:allowed)) or exists (
          select 1 from erratum_kind k where k.card_version_id = v.id
            and k.kind in (select value from json_each(:allowed)))))
    when 'has' then exists (
      select 1 from json_each(:allowed) where case value
        when 'clarification' then exists (
          select 1 from clarification c where c.card_version_id = v.id)
        when 'errata' then exists (
          select 1 from erratum e where e.card_version_id = v.id and e.status = 'yes')
        when 'image' then v.image is not null
        when 'titan' then not deck.special and exists (
          select 1 from card_version t join card tc on tc.id = t.card_id
          join revision tf on tf.id = t.from_revision
          left join revision tu on tu.id = t.until_revision
          where tc.page_id = card.page_id and t.type = 'titan' and tf.timestamp <= :as_of
            and (tu.id is null or tu.timestamp > :as_of))
        end)
    when 'changed' then (
      select max(substr(r.timestamp, 1, 10)) from change join revision r on r.id = change.revision_id
      where change.subject = 'card' and change.subject_id = v.card_id and not change.cosmetic
        and not change.reverted and r.timestamp <= :as_of) between :low and :high
    end
