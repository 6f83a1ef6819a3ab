-- title: A faction as it stands now
-- description: The faction's row of the view factions; none when no page has it any more.
-- canned: no
select * from factions where id = :id
