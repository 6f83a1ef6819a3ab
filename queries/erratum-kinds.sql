-- title: Kinds of a card version's erratum
-- description: functional, wording or reversion, in printed order.
-- canned: no
select kind from erratum_kind where card_version_id = :version_id order by position
