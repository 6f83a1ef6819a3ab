-- title: Pages shown from an older revision
-- description: Pages whose newest revision shows no text here, so that an older one is shown.
select page.title as page, r.timestamp, r.text_state, t.timestamp as shown
from page
join revision r on r.id = page.newest_revision
join revision t on t.id = page.newest_text
where page.newest_revision <> page.newest_text
order by page.title
