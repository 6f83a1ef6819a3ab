-- title: Bases by breakpoint
-- description: Bases with their breakpoints and victory points, hardest first.
-- param at_least: lowest breakpoint to show; empty for all
-- param at_most: highest breakpoint to show; empty for all
select breakpoint, vps, name as base, deck, text, page
from cards
where type = 'base'
  and (:at_least = '' or breakpoint >= cast(:at_least as integer))
  and (:at_most = '' or breakpoint <= cast(:at_most as integer))
order by breakpoint desc, name
