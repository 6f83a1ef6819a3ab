-- title: A contributor
-- description: Who bears a name, in any case.
-- canned: no
select id, name from contributor where name = :author collate nocase
