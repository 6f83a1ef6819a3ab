-- title: Titans that a page lists
-- description: Rows of the list of titans in a page's newest text, in order.
-- canned: no
select faction, titan from listed_titan where page_id = :page_id order by position
