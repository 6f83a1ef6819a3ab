-- title: Longest clarifications
-- description: The fifty longest clarifications; what takes many words is worth reading before a game.
select card, deck, length(text) as characters, text, page
from clarifications
order by characters desc, card
limit 50
