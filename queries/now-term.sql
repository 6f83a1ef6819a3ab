-- title: A term as it stands now
-- description: The term's row of the view terms; none when no page has it any more.
-- canned: no
select * from terms where id = :id
