-- title: Names that begin so
-- description: The names of a kind (card, faction, term or rule) that hold today and begin, folded,
--   with what was typed; for completion in a shell.
-- canned: no
select distinct name from (
    select 'card' as kind, name, name_key from card_version where until_revision is null
    union all
    select 'faction', name, name_key from faction_version where until_revision is null
    union all
    select 'term', name, name_key from term_version where until_revision is null
    union all
    select 'rule', name, name_key from rule_version where until_revision is null
)
where kind = :kind and substr(name_key, 1, length(:beginning)) = :beginning
order by name
