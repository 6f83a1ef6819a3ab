-- title: Abilities of a card version
-- description: The labelled parts of one card's text, in printed order.
-- canned: no
select label, text from ability where card_version_id = :version_id order by position
