-- title: Synergies of a faction version
-- description: Partners named under Synergy, with the note beside them.
-- canned: no
select name, page, note from synergy where faction_version_id = :version_id order by position
