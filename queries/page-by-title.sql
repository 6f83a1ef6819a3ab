-- title: A page by its title
-- description: The page of a title, of a redirect or of a former title.
-- canned: no
select id, title, redirect, newest_text, 0 as rank from page where title = :title
union all
select page.id, page.title, page.redirect, page.newest_text, 1
from former_title join page on page.id = former_title.page_id
where former_title.title = :title
order by rank, id desc
