-- title: Clarifications older than the card's text
-- description: Clarifications written before the card got its present ability text; they may no longer fit.
select card, deck, text as clarification, since as clarification_since, ability, page
from clarifications
where outdated
order by card, since
