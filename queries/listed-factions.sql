-- title: Factions that a page lists
-- description: Links in the list of factions of an index page's newest text, in order.
-- canned: no
select label, target from listed_faction where page_id = :page_id order by position
