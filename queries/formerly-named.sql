-- title: What had a name before
-- description: The cards, factions, terms or rules (:kind) that hold as of a moment and once had the
--   folded name :key.
-- canned: no
select distinct 'card' as kind, v.card_id as id, v.name, deck.name as deck, page.title as page
from card_version former
join card_version v on v.card_id = former.card_id
join card on card.id = v.card_id
join deck on deck.id = v.deck_id
join page on page.id = card.page_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where former.name_key = :key and :kind = 'card'
  and f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
union all
select distinct 'faction' as kind, v.faction_id as id, v.name, v.name as deck, page.title as page
from faction_version former
join faction_version v on v.faction_id = former.faction_id
join faction on faction.id = v.faction_id
join page on page.id = faction.page_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where former.name_key = :key and :kind = 'faction'
  and f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
union all
select distinct 'term' as kind, v.term_id as id, v.name, '' as deck, page.title as page
from term_version former
join term_version v on v.term_id = former.term_id
join term on term.id = v.term_id
join page on page.id = term.page_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where former.name_key = :key and :kind = 'term'
  and f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
union all
select distinct 'rule' as kind, v.rule_id as id, v.name, '' as deck, page.title as page
from rule_version former
join rule_version v on v.rule_id = former.rule_id
join rule on rule.id = v.rule_id
join page on page.id = rule.page_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where former.name_key = :key and :kind = 'rule'
  and f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
