-- title: What ever had a name
-- description: Row ids of the cards, factions, terms or rules that bore a folded name at any time.
-- canned: no
select distinct 'card' as kind, card_id as id, deck.name as deck
from card_version join deck on deck.id = deck_id where name_key = :key
union all select distinct 'faction', faction_id, null from faction_version where name_key = :key
union all select distinct 'term', term_id, null from term_version where name_key = :key
union all select distinct 'rule', rule_id, null from rule_version where name_key = :key
