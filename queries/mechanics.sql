-- title: Mechanics of a faction version
-- description: The first list under Mechanics.
-- canned: no
select name from mechanic where faction_version_id = :version_id order by position
