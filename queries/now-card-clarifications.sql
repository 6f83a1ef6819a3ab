-- title: A card's clarifications as they stand now
-- description: In the order of the page, with their depth, and whether they are older than the card's text.
-- canned: no
select c.id, c.text, c.depth, c.outdated
from clarification c
join card_version v on v.id = c.card_version_id and v.until_revision is null
where v.card_id = :id
order by c.position
