"""Readers of dumps: XML exports, contributions feeds and their text, each a generator of Revision.

`find_sources` says which files a path means, `open_source` what a file is and what it holds.
"""

from ingest.dumps.source import Source, find_sources, open_source

__all__ = ["Source", "find_sources", "open_source"]
