-- title: Names that nothing held bears
-- description: Cards named in texts of cards and terms, after a cue, that no page held describes.
-- canned: no
select m.page_id, coalesce(card.name, term.name, rule.name) as heading, m.written, m.cue
from mention m
left join card on card.id = m.card_id
left join term on term.id = m.term_id
left join rule on rule.id = m.rule_id
where m.kind = 'card' and m.subject != 'rule' and m.cue in ('c.f.', 'e.g.', 'such as', 'cards like')
  and m.named_card_id is null and m.named_faction_id is null
  and m.named_term_id is null and m.named_rule_id is null
order by m.id
