-- title: A card as it stands now
-- description: The card's row of the view cards; none when no page has the card any more.
-- canned: no
select * from cards where id = :id
