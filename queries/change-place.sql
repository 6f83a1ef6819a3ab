-- title: Where a changed subject stands
-- description: Heading and anchor of a card, term, rule or section (:subject, :id) in its page's
--   revision of that place in the history.
-- canned: no
select v.section, v.anchor from card_version v
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where :subject = 'card' and v.card_id = :id
  and f.sequence <= :sequence and (u.id is null or u.sequence > :sequence)
union all
select v.section, v.anchor from term_version v
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where :subject = 'term' and v.term_id = :id
  and f.sequence <= :sequence and (u.id is null or u.sequence > :sequence)
union all
select case when v.path = '[]' then null else v.name end, v.anchor from rule_version v
join revision f on f.id = v.from_revision
left join revision u on u.id = v.until_revision
where :subject in ('rule', 'section') and v.rule_id = :id
  and f.sequence <= :sequence and (u.id is null or u.sequence > :sequence)
