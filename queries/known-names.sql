-- title: Names
-- description: Every name as of a moment, cards, factions, terms and rules; former names of cards
--   (formerly, with the present name); and what the wiki lists but the knowledge base does not hold,
--   factions (listed) and titans (titan).
-- canned: no
select 'card' as kind, v.card_id as id, v.name, deck.name as deck, page.title as page,
       page.id as page_id, v.name_key
from card_version v
join card on card.id = v.card_id
join deck on deck.id = v.deck_id
join page on page.id = card.page_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
union all
select 'faction' as kind, v.faction_id as id, v.name, v.name as deck, page.title as page,
       page.id as page_id, v.name_key
from faction_version v
join faction on faction.id = v.faction_id
join page on page.id = faction.page_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
union all
select 'term' as kind, v.term_id as id, v.name, '' as deck, page.title as page,
       page.id as page_id, v.name_key
from term_version v
join term on term.id = v.term_id
join page on page.id = term.page_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
union all
select 'rule' as kind, v.rule_id as id, v.name, '' as deck, page.title as page,
       page.id as page_id, v.name_key
from rule_version v
join rule on rule.id = v.rule_id
join page on page.id = rule.page_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
union all
select 'listed', 0, l.label, l.target, l.target, l.page_id, lower(l.label)
from listed_faction l
where not exists (select 1 from faction join page on page.id = faction.page_id
                   where page.title = l.target or faction.name = l.label)
  and not exists (select 1 from page alias
                   join page held on held.title = alias.redirect
                   join faction on faction.page_id = held.id
                   where alias.title = l.target)
union all
select 'titan', 0, t.titan, t.faction, t.faction, t.page_id, lower(t.titan)
from listed_titan t
where not exists (select 1 from card_version v where v.name = t.titan)
union all
select distinct 'formerly', v.card_id, v.name, deck.name, page.title, page.id, former.name_key
from card_version former
join card_version v on v.card_id = former.card_id and v.name_key <> former.name_key
join card on card.id = v.card_id
join deck on deck.id = v.deck_id
join page on page.id = card.page_id
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where f.timestamp <= :as_of and (u.id is null or u.timestamp > :as_of)
