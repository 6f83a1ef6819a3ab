-- title: Cards by printed label
-- description: Abilities with a printed label, such as Talent or Special.
-- param label: Ongoing, Special, Talent or Fusion, in any case; empty for all four
select ability.label, v.name as card, deck.name as deck, v.type, ability.text, page.title as page
from ability
join card_version v on v.id = ability.card_version_id and v.until_revision is null
join deck on deck.id = v.deck_id
join page on page.id = deck.page_id
where ability.label is not null and (:label = '' or lower(ability.label) = lower(:label))
order by ability.label, v.name, ability.position
