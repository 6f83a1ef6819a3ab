-- title: What was not understood on a page
-- description: What the grammar kept as it stands in a page's newest text, in order.
-- canned: no
select line, heading, excerpt, message from finding where page_id = :page_id order by id
