-- The knowledge base. Tables are singular; the views of views.sql, plural, show the current state.
-- History is kept by validity: a *_version row holds from one revision (from_revision) until another
-- (until_revision, null for what holds today). A revision without text ends nothing.
-- Times are ISO 8601, UTC. Yes and no are 1 and 0.

create table meta (
    key text primary key,            -- generation, built_at; code, names: hashes of what it was derived by
    value text not null
) without rowid;

-- ------------------------------------------------------------------ what the dumps tell

create table wiki (
    id integer primary key,
    name text,                       -- site name
    base text,                       -- address of its main page
    dbname text,
    -- What Datasette shows instead of the number; as also text.label.
    label text generated always as (coalesce(name, base, 'wiki ' || id)) virtual
);

create table source (
    id integer primary key,
    wiki_id integer references wiki(id),
    path text not null,
    format text not null,            -- xml, atom, rss, contributions-text
    complete integer not null,       -- 0: cut short, damaged, or not read to the end
    pages integer not null,
    revisions integer not null,
    new integer not null,            -- revisions that were not held before
    warnings text not null,          -- JSON list
    read_at text not null
);

create table page (
    id integer primary key,
    wiki_id integer not null references wiki(id),
    wiki_page_id integer,            -- the wiki's own number, where a source tells it
    namespace integer not null,
    title text not null,
    kind text not null default 'other',  -- faction, decks, glossary, rules, index, list, other
    redirect text,                   -- target of a redirect, with #fragment
    newest_revision integer references revision(id),
    newest_text integer references revision(id),  -- newest revision whose text is held
    stale integer not null default 1 -- 1: revisions came that its versions do not know yet
);
create unique index page_wiki_page_id on page(wiki_id, wiki_page_id);
create index page_title on page(title);

create table former_title (
    page_id integer not null references page(id),
    title text not null,
    primary key (page_id, title)
) without rowid;
create index former_title_title on former_title(title);

create table contributor (
    id integer primary key,
    name text not null unique
);

create table text (
    id integer primary key,
    hash blob not null unique,       -- sha-256 of the wikitext in UTF-8
    wikitext text not null,
    label text generated always as (length(wikitext) || ' characters') virtual
);

create table revision (
    id integer primary key,
    page_id integer not null references page(id),
    sequence integer not null default 0,  -- place in the page's time order, from 1; 0: unpublished
    wiki_revision_id integer,
    wiki_parent_id integer,          -- 0: proved to be the page's first
    timestamp text not null,
    contributor_id integer references contributor(id),
    contributor_hidden integer not null default 0,
    comment text,
    comment_hidden integer not null default 0,
    minor integer,
    text_state text not null,        -- present, empty, hidden, missing
    withheld integer not null default 0,  -- 1: the wiki hides this text now, held from before
    text_id integer references text(id),
    model text not null default 'wikitext',
    sha1 text,                       -- as declared, base 36
    size integer,                    -- as declared, bytes
    source_id integer references source(id)
);
create index revision_page on revision(page_id, sequence);
create index revision_page_timestamp on revision(page_id, timestamp);
create index revision_wiki_revision_id on revision(wiki_revision_id);
create index revision_timestamp on revision(timestamp);
create index revision_contributor on revision(contributor_id);
create index revision_text on revision(text_id);
create index revision_source on revision(source_id);

-- ------------------------------------------------------------------ what the pages say

create table deck (
    id integer primary key,
    page_id integer not null references page(id),
    name text not null,              -- the faction's, or Madness, Monster, Treasure
    slug text not null,              -- alone among decks
    special integer not null         -- 1: belongs to no faction
);
create index deck_page on deck(page_id);
create index deck_slug on deck(slug);

create table faction (
    id integer primary key,
    page_id integer not null references page(id),
    name text not null,              -- newest
    slug text not null               -- alone among factions
);
create index faction_page on faction(page_id);
create index faction_slug on faction(slug);

create table faction_version (
    id integer primary key,
    faction_id integer not null references faction(id),
    from_revision integer not null references revision(id),
    until_revision integer references revision(id),
    name text not null,
    name_key text not null,          -- folded, for look-ups
    set_name text,
    set_raw text,
    titan text,
    complexity text,
    complexity_raw text,
    work_in_progress integer not null,
    description text,
    purchase_url text,
    cover text,
    cover_illustrator text
);
create index faction_version_faction on faction_version(faction_id);
create index faction_version_from on faction_version(from_revision);
create index faction_version_until on faction_version(until_revision);
create index faction_version_name on faction_version(name_key);

create table mechanic (
    faction_version_id integer not null references faction_version(id),
    position integer not null,
    name text not null,
    primary key (faction_version_id, position)
) without rowid;

create table synergy (
    faction_version_id integer not null references faction_version(id),
    position integer not null,
    name text not null,
    page text,                       -- target of its link
    note text,
    faction_id integer references faction(id) deferrable initially deferred,  -- where it is held
    primary key (faction_version_id, position)
) without rowid;
create index synergy_faction on synergy(faction_id);

create table card (
    id integer primary key,          -- stays through renames and rebuilds
    page_id integer not null references page(id),
    name text not null,              -- newest
    slug text not null               -- alone in its deck
);
create index card_page on card(page_id);
create index card_slug on card(slug);

create table card_version (
    id integer primary key,
    card_id integer not null references card(id),
    deck_id integer not null references deck(id),
    from_revision integer not null references revision(id),
    until_revision integer references revision(id),
    position integer not null,
    name text not null,
    name_key text not null,
    type text not null,              -- minion, action, base, titan
    copies integer,
    power integer,
    breakpoint integer,
    vps text,                        -- JSON list
    treasures integer,
    text text not null,
    played_on text,                  -- of an action: `a base`, `one of your minions`, as it says
    standard integer,                -- of an action: 1 when it does not stay in play
    image text,
    illustrator text,
    section text not null,           -- heading as printed
    anchor text not null,
    line integer not null,
    since_revision integer not null references revision(id),  -- of all its words and numbers
    since_exact integer not null,
    text_since_revision integer not null references revision(id),  -- of its ability text
    text_since_exact integer not null
);
create index card_version_text_since on card_version(text_since_revision);
create index card_version_card on card_version(card_id);
create index card_version_deck on card_version(deck_id);
create index card_version_from on card_version(from_revision);
create index card_version_until on card_version(until_revision);
create index card_version_since on card_version(since_revision);
create index card_version_name on card_version(name_key);

create table ability (
    card_version_id integer not null references card_version(id),
    position integer not null,
    label text,                      -- Ongoing, Special, Talent, Fusion; null: when played
    text text not null,
    primary key (card_version_id, position)
) without rowid;

create table erratum (
    card_version_id integer primary key references card_version(id),
    status text not null,            -- yes, no, unstated, placeholder
    note text,
    raw text,                        -- the whole line
    since_revision integer not null references revision(id),
    since_exact integer not null
);
create index erratum_since on erratum(since_revision);

create table erratum_kind (
    card_version_id integer not null references erratum(card_version_id),
    position integer not null,
    kind text not null,              -- functional, wording, reversion
    primary key (card_version_id, position)
) without rowid;

create table clarification (
    id integer primary key,
    card_version_id integer not null references card_version(id),
    position integer not null,
    depth integer not null,
    text text not null,
    outdated integer not null,       -- 1: older than the ability's present wording
    since_revision integer not null references revision(id),
    since_exact integer not null
);
create index clarification_card on clarification(card_version_id);
create index clarification_since on clarification(since_revision);

create table term (
    id integer primary key,
    page_id integer not null references page(id),
    name text not null,              -- newest
    slug text not null               -- alone among terms
);
create index term_page on term(page_id);
create index term_slug on term(slug);

create table term_version (
    id integer primary key,
    term_id integer not null references term(id),
    from_revision integer not null references revision(id),
    until_revision integer references revision(id),
    position integer not null,
    name text not null,
    name_key text not null,
    definition text not null,
    exception text,
    image text,
    illustrator text,
    section text not null,
    anchor text not null,
    line integer not null,
    since_revision integer not null references revision(id),
    since_exact integer not null
);
create index term_version_term on term_version(term_id);
create index term_version_from on term_version(from_revision);
create index term_version_until on term_version(until_revision);
create index term_version_since on term_version(since_revision);
create index term_version_name on term_version(name_key);

create table rule (
    id integer primary key,
    page_id integer not null references page(id),
    subject text not null,           -- rule: of a rules page; section: prose of another page
    name text not null,              -- newest
    slug text not null
);
create index rule_page on rule(page_id);

create table rule_version (
    id integer primary key,
    rule_id integer not null references rule(id),
    from_revision integer not null references revision(id),
    until_revision integer references revision(id),
    position integer not null,
    name text not null,              -- heading; the page's title above the first heading
    name_key text not null,
    path text not null,              -- JSON list of headings, outermost first
    text text not null,
    anchor text not null,
    line integer not null,
    since_revision integer not null references revision(id),
    since_exact integer not null
);
create index rule_version_rule on rule_version(rule_id);
create index rule_version_from on rule_version(from_revision);
create index rule_version_until on rule_version(until_revision);
create index rule_version_since on rule_version(since_revision);
create index rule_version_name on rule_version(name_key);

create table rule_link (
    rule_version_id integer not null references rule_version(id),
    position integer not null,
    label text not null,
    target text not null,
    primary key (rule_version_id, position)
) without rowid;

create table change (
    id integer primary key,
    page_id integer not null references page(id),
    revision_id integer not null references revision(id),  -- that made it
    position integer not null,
    subject text not null,           -- page, faction, card, term, rule, section
    subject_id integer,              -- faction.id, card.id, term.id or rule.id
    name text not null,
    field text,
    op text not null,                -- added, removed, changed, moved, renamed, blanked, restored
    old text,                        -- JSON
    new text,                        -- JSON
    cosmetic integer not null,
    reverted integer not null
);
create index change_page on change(page_id);
create index change_revision on change(revision_id);
create index change_subject on change(subject, subject_id);

create table gap (
    id integer primary key,
    page_id integer not null references page(id),
    after_revision integer references revision(id),
    before_revision integer references revision(id),
    reason text not null
);
create index gap_page on gap(page_id);
create index gap_after on gap(after_revision);
create index gap_before on gap(before_revision);

-- ------------------------------------------------------------------ of the newest texts only

create table listed_faction (        -- links in the index page's list of factions
    page_id integer not null references page(id),
    position integer not null,
    label text not null,
    target text not null,
    faction_id integer references faction(id) deferrable initially deferred,  -- where it is held
    primary key (page_id, position)
) without rowid;
create index listed_faction_faction on listed_faction(faction_id);

create table listed_titan (          -- rows of the list of factions with titans
    page_id integer not null references page(id),
    position integer not null,
    faction text not null,
    titan text not null,
    faction_id integer references faction(id) deferrable initially deferred,  -- where it is held
    card_id integer references card(id) deferrable initially deferred,  -- titan of that deck
    primary key (page_id, position)
) without rowid;
create index listed_titan_faction on listed_titan(faction_id);
create index listed_titan_card on listed_titan(card_id);

create table finding (               -- what the grammar did not understand, kept as it stands
    id integer primary key,
    page_id integer not null references page(id),
    line integer not null,
    heading text not null,
    excerpt text not null,
    message text not null
);
create index finding_page on finding(page_id);

-- ------------------------------------------------------------------ what crosses pages, today

-- A place in a text of the current state where something is named. Keys are checked at the commit:
-- a page's cards, terms and rules go and come again while it is published.
create table mention (
    id integer primary key,
    page_id integer not null references page(id),  -- of the text
    subject text not null,           -- whose text it is: card, term, rule
    card_id integer references card(id) deferrable initially deferred,
    term_id integer references term(id) deferrable initially deferred,
    rule_id integer references rule(id) deferrable initially deferred,
    "where" text not null,           -- text, clarification, errata, term, rule
    position integer not null,       -- of the clarification, from 0; of a term's exception 1
    start integer not null,          -- in characters of the text
    length integer not null,
    written text not null,
    cue text not null,               -- c.f., e.g., such as, cards like, like, link, plain
    kind text not null,              -- of what is named: card, faction, term, rule
    name text not null,              -- its name; as written when it is not held
    named_card_id integer references card(id) deferrable initially deferred,
    named_faction_id integer references faction(id) deferrable initially deferred,
    named_term_id integer references term(id) deferrable initially deferred,
    named_rule_id integer references rule(id) deferrable initially deferred
);
create index mention_page on mention(page_id);
create index mention_card on mention(card_id);
create index mention_term on mention(term_id);
create index mention_rule on mention(rule_id);
create index mention_named_card on mention(named_card_id);
create index mention_named_faction on mention(named_faction_id);
create index mention_named_term on mention(named_term_id);
create index mention_named_rule on mention(named_rule_id);

create table set_spelling (          -- how a set is written -> the name that stands for it
    spelling text primary key,
    name text not null
) without rowid;

create table credit (                -- what a picture's credit says -> the artists
    credit text not null,
    position integer not null,
    written text not null,
    artist text not null,            -- the spelling that stands for all
    primary key (credit, position)
) without rowid;
create index credit_artist on credit(artist);

-- ------------------------------------------------------------------ full text for Datasette

create virtual table card_fts using fts5(name, text, clarifications, errata,
    tokenize = 'porter unicode61 remove_diacritics 2');
create virtual table clarification_fts using fts5(card, text,
    tokenize = 'porter unicode61 remove_diacritics 2');
create virtual table term_fts using fts5(name, definition, exception,
    tokenize = 'porter unicode61 remove_diacritics 2');
create virtual table rule_fts using fts5(name, text,
    tokenize = 'porter unicode61 remove_diacritics 2');
