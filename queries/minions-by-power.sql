-- title: Power of each faction's minions
-- description: Number, total, mean, least and greatest printed power of the minions, copies counted.
select deck, sum(copies) as minions, sum(copies * power) as total_power,
       round(1.0 * sum(copies * power) / sum(copies), 2) as mean_power,
       min(power) as least, max(power) as greatest
from cards
where type = 'minion' and power is not null and copies is not null
group by deck
order by mean_power desc, deck
