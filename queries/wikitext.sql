-- title: Wikitext of a revision
-- description: The exact text of one revision by its row id.
-- canned: no
select text.wikitext from revision join text on text.id = revision.text_id where revision.id = :id
