-- title: What is here
-- description: How many pages, revisions, factions, cards, clarifications, errata, terms and rules are held.
select (select count(*) from page where newest_revision is not null) as pages,
       (select count(*) from revision where sequence > 0) as revisions,
       (select count(*) from revision
         where text_state = 'present' and sequence > 0) as revisions_with_text,
       (select count(*) from factions) as factions,
       (select count(*) from cards) as cards,
       (select count(*) from clarifications) as clarifications,
       (select count(*) from errata) as errata,
       (select count(*) from terms) as terms,
       (select count(*) from rules) as rules,
       (select count(*) from change where not cosmetic and not reverted) as changes
