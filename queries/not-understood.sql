-- title: Not understood
-- description: Places whose wikitext was kept as it stands because no rule of ours fits it.
select page.title as page, finding.line, finding.heading, finding.message, finding.excerpt
from finding
join page on page.id = finding.page_id
order by page.title, finding.line
