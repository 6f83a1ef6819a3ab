"""MediaWiki's markup, whatever a page is about: sections, plain text, lists, links, images."""
