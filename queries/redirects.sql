-- title: Redirects and former titles
-- description: Other titles under which a page is or was found.
-- canned: no
select title, redirect as target from page where redirect is not null
union all
select former.title, page.title from former_title former join page on page.id = former.page_id
