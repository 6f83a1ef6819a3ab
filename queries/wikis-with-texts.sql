-- title: Wikis whose revisions come with their texts
-- description: Wikis where a text that is missing stands out, of the revisions that come without
--   their size, as feeds do. Where most texts are missing (an old stub dump), one tells nothing.
-- canned: no
select page.wiki_id
from revision r
join page on page.id = r.page_id
where page.namespace = 0 and r.sequence > 0 and r.size is null and r.timestamp <= :as_of
group by page.wiki_id
having sum(r.text_state = 'present') >= 2 * sum(r.text_state = 'missing')
