-- title: Whose revision it is
-- description: Pages that hold a revision of the wiki's number.
-- canned: no
select page.title as page
from revision join page on page.id = revision.page_id
where revision.wiki_revision_id = :revision_id
