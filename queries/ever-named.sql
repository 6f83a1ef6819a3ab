-- title: What ever had a name
-- description: Cards, factions, terms and rules that bore a folded name at any time, with the page
--   and, of cards, the decks that hold them. The text above the first heading of a faction's page is
--   the faction's own.
-- canned: no
select distinct 'card' as kind, v.card_id as id, card.page_id, v.deck_id
from card_version v join card on card.id = v.card_id where v.name_key = :key
union all
select distinct 'faction', v.faction_id, faction.page_id, null
from faction_version v join faction on faction.id = v.faction_id where v.name_key = :key
union all
select distinct 'term', v.term_id, term.page_id, null
from term_version v join term on term.id = v.term_id where v.name_key = :key
union all
select distinct 'rule', v.rule_id, rule.page_id, null
from rule_version v join rule on rule.id = v.rule_id where v.name_key = :key
  and not (v.path = '[]' and exists (select 1 from faction where faction.page_id = rule.page_id))
