-- title: Sources
-- description: The dumps that were read, newest first, and what they brought; one read again in vain stands once.
select source.id, source.path, source.format, source.complete, source.pages, source.revisions,
       source.new, source.warnings, source.read_at, wiki.name as wiki
from source
left join wiki on wiki.id = source.wiki_id
order by source.id desc
