-- title: Errata by set
-- description: Cards with an erratum, by the set that their faction came in.
-- param set: part of the set's name, in any case; empty for all
select cards."set", errata.deck, errata.card, errata.type, errata.kinds, errata.note, errata.text,
       errata.since, errata.page
from errata
join cards on cards.id = errata.id
where instr(lower(coalesce(cards."set", '')), lower(:set)) > 0
order by cards."set", errata.deck, errata.card
