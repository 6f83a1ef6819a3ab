-- title: Cards most often named
-- description: Cards by how many other cards, terms and sections name them.
select name as card, named_page as page,
       count(distinct subject || coalesce(card_id, term_id, rule_id)) as named_by,
       count(*) as times
from mentions
where kind = 'card' and held
group by named_card_id
order by named_by desc, times desc, name
