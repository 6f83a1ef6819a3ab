-- title: Links of a rule version
-- description: The links in one section's prose.
-- canned: no
select label, target from rule_link where rule_version_id = :version_id order by position
