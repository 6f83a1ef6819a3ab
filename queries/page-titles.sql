-- title: Titles of pages
-- description: Every title that is held, redirects and former titles included.
-- canned: no
select id, title from page union all select page_id, title from former_title
