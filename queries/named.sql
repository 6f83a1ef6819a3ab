-- title: What has a name
-- description: The cards, factions, terms or rules (:kind) whose folded name is :key as of a moment.
-- canned: no
select 'card' as kind, v.card_id as id, v.name, deck.name as deck, page.title as page
from card_version v
join card on card.id = v.card_id
join deck on deck.id = v.deck_id
join page on page.id = card.page_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where v.name_key = :key and :kind = 'card'
  and f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
union all
select 'faction' as kind, v.faction_id as id, v.name, v.name as deck, page.title as page
from faction_version v
join faction on faction.id = v.faction_id
join page on page.id = faction.page_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where v.name_key = :key and :kind = 'faction'
  and f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
union all
select 'term' as kind, v.term_id as id, v.name, '' as deck, page.title as page
from term_version v
join term on term.id = v.term_id
join page on page.id = term.page_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where v.name_key = :key and :kind = 'term'
  and f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
union all
select 'rule' as kind, v.rule_id as id, v.name, '' as deck, page.title as page
from rule_version v
join rule on rule.id = v.rule_id
join page on page.id = rule.page_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where v.name_key = :key and :kind = 'rule'
  and f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
