-- title: Cards without an errata line
-- description: Cards where the wiki does not say whether there is an erratum, or has not filled it in yet.
select page, section, name as card, type, errata
from cards
where errata in ('unstated', 'placeholder')
order by page, section
