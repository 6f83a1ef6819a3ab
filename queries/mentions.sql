-- title: What a card's texts name
-- description: Cards, factions, terms and rules named in a card's ability, clarifications and errata
--   note, in that order; each once for each of the three, an announced mention before a plain one.
-- canned: no
select kind, name, named_page as page, "where", written, cue,
       coalesce(named_card_id, named_faction_id, named_term_id, named_rule_id) as named_id
from mentions
where card_id = :card_id
order by "where" = 'text' desc, "where" = 'clarification' desc, position, start, named_page
