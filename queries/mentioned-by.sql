-- title: What names a card
-- description: Texts of other cards, of terms and of rules that name a card, page by page.
-- canned: no
select subject as kind, subject_name as name, page, "where", written, cue,
       coalesce(card_id, term_id, rule_id) as named_id
from mentions
where named_card_id = :card_id
order by subject = 'card' desc, subject = 'term' desc, page, subject_name, position, start
