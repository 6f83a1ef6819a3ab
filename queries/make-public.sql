-- title: Make public
-- description: Statements that take out of a copy what is not for the public: folders of the machine that
--   built it, and users and summaries that the wiki hides now.
-- canned: no
update source set warnings = without_folder(warnings, path), path = without_folder(path, path);
update revision set contributor_id = null where contributor_hidden and contributor_id is not null;
update revision set comment = null where comment_hidden and comment is not null;
delete from contributor where id not in (select contributor_id from revision where contributor_id is not null)
