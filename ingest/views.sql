-- The current state, one view for each thing a reader looks for. Made anew at every build.
-- A cast gives a computed number the affinity of a column: a web page's filter compares with text.

create view revisions as
select revision.id, page.title as page, revision.timestamp, contributor.name as contributor,
       revision.comment, revision.text_state, revision.minor, revision.model,
       cast(length(text.wikitext) as integer) as characters,
       revision.wiki_revision_id as revision_id, revision.wiki_parent_id as parent_id,
       revision.withheld, revision.page_id
from revision
join page on page.id = revision.page_id
left join contributor on contributor.id = revision.contributor_id
left join text on text.id = revision.text_id;

create view cards as
select card.id, card.slug, v.name, deck.name as deck,
       case when deck.special then null else deck.name end as faction,
       coalesce(ss.name, f.set_name) as "set", v.type, v.copies, v.power, v.breakpoint, v.vps,
       v.treasures, v.text, v.played_on, v.standard,
       erratum.status as errata, erratum.note as errata_note,
       (select group_concat(kind, ', ') from erratum_kind k
         where k.card_version_id = v.id) as errata_kinds,
       cast((select count(*) from clarification c
         where c.card_version_id = v.id) as integer) as clarifications,
       v.image, v.illustrator, page.title as page, v.section,
       (select max(r.timestamp) from change join revision r on r.id = change.revision_id
         where change.subject = 'card' and change.subject_id = card.id
           and not change.cosmetic and not change.reverted) as changed,
       newest.timestamp as revision, deck.slug as deck_slug, card.page_id
from card
join card_version v on v.card_id = card.id and v.until_revision is null
join deck on deck.id = v.deck_id
join page on page.id = card.page_id
left join revision newest on newest.id = page.newest_text
left join erratum on erratum.card_version_id = v.id
left join faction on faction.page_id = card.page_id and not deck.special
left join faction_version f on f.faction_id = faction.id and f.until_revision is null
left join set_spelling ss on ss.spelling = f.set_name;

create view factions as
select faction.id, faction.slug, v.name, coalesce(ss.name, v.set_name) as "set",
       v.set_name as set_as_written, v.titan, v.complexity,
       v.complexity_raw,
       (select group_concat(name, ' · ') from mechanic m
         where m.faction_version_id = v.id) as mechanics,
       (select group_concat(name, ' · ') from synergy s
         where s.faction_version_id = v.id) as synergies,
       v.work_in_progress, v.description, v.purchase_url, v.cover, v.cover_illustrator,
       cast((select sum(cv.copies) from card_version cv join card c on c.id = cv.card_id
         where c.page_id = faction.page_id and cv.until_revision is null
           and cv.type in ('minion', 'action')) as integer) as deck_size,
       page.title as page, newest.timestamp as revision, faction.page_id
from faction
join faction_version v on v.faction_id = faction.id and v.until_revision is null
join page on page.id = faction.page_id
left join set_spelling ss on ss.spelling = v.set_name
left join revision newest on newest.id = page.newest_text;

create view synergies as
select v.name as faction, s.position, s.name as partner, partner.name as partner_held,
       cast(exists (select 1 from listed_faction l join page there on there.id = l.page_id
         where there.wiki_id = page.wiki_id and (l.label = s.name or l.target = s.page
            or l.faction_id = s.faction_id)) as integer) as listed,
       s.page as link, s.note, page.title as page, v.faction_id, s.faction_id as partner_id
from synergy s
join faction_version v on v.id = s.faction_version_id and v.until_revision is null
join faction on faction.id = v.faction_id
join page on page.id = faction.page_id
left join faction partner on partner.id = s.faction_id;

create view errata as
select card.id, v.name as card, deck.name as deck, v.type, e.status,
       (select group_concat(kind, ', ') from erratum_kind k
         where k.card_version_id = v.id) as kinds,
       e.note, e.raw as line, since.timestamp as since, e.since_exact, v.text, page.title as page
from erratum e
join card_version v on v.id = e.card_version_id and v.until_revision is null
join card on card.id = v.card_id
join deck on deck.id = v.deck_id
join page on page.id = card.page_id
join revision since on since.id = e.since_revision
where e.status = 'yes';

create view clarifications as
select c.id, v.name as card, deck.name as deck, v.type, c.text, c.depth, c.outdated,
       since.timestamp as since, c.since_exact, page.title as page, v.section,
       v.text as ability, card.id as card_id
from clarification c
join card_version v on v.id = c.card_version_id and v.until_revision is null
join card on card.id = v.card_id
join deck on deck.id = v.deck_id
join page on page.id = card.page_id
join revision since on since.id = c.since_revision;

create view terms as
select term.id, term.slug, v.name, v.definition, v.exception, v.image, v.illustrator,
       page.title as page, since.timestamp as since, v.since_exact
from term
join term_version v on v.term_id = term.id and v.until_revision is null
join page on page.id = term.page_id
join revision since on since.id = v.since_revision;

create view rules as
select rule.id, rule.slug, rule.subject, v.name, v.path, v.text, page.title as page,
       since.timestamp as since, v.since_exact
from rule
join rule_version v on v.rule_id = rule.id and v.until_revision is null
join page on page.id = rule.page_id
join revision since on since.id = v.since_revision;

create view changes as
select change.id, r.timestamp, page.title as page, change.subject, change.name, change.field,
       change.op, json_extract(change.old, '$') as old, json_extract(change.new, '$') as new,
       change.cosmetic, change.reverted, contributor.name as contributor, r.comment,
       r.wiki_revision_id as revision_id
from change
join revision r on r.id = change.revision_id
join page on page.id = change.page_id
left join contributor on contributor.id = r.contributor_id;

create view mentions as
select m.id, page.title as page, m.subject, coalesce(card.name, term.name, rule.name) as subject_name,
       m."where", m.written, m.cue, m.kind, m.name, there.title as named_page,
       cast(there.id is not null as integer) as held,
       m.position, m.start, m.length, m.card_id, m.term_id, m.rule_id,
       m.named_card_id, m.named_faction_id, m.named_term_id, m.named_rule_id
from mention m
join page on page.id = m.page_id
left join card on card.id = m.card_id
left join term on term.id = m.term_id
left join rule on rule.id = m.rule_id
left join card named_card on named_card.id = m.named_card_id
left join faction named_faction on named_faction.id = m.named_faction_id
left join term named_term on named_term.id = m.named_term_id
left join rule named_rule on named_rule.id = m.named_rule_id
left join page there on there.id = coalesce(named_card.page_id, named_faction.page_id,
                                            named_term.page_id, named_rule.page_id);
