-- title: A rule as it stands now
-- description: The rule's row of the view rules; none when no page has it any more.
-- canned: no
select * from rules where id = :id
