-- title: Titles by wiki
-- description: Every title that is held of each wiki, former titles and redirects with their targets.
-- canned: no
select page.wiki_id, page.title, page.redirect, wiki.base
from page join wiki on wiki.id = page.wiki_id
union all
select page.wiki_id, former_title.title, null, wiki.base
from former_title
join page on page.id = former_title.page_id
join wiki on wiki.id = page.wiki_id
