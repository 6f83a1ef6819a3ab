"""A page's wikitext to its records: one fold over its ordered sections."""

from __future__ import annotations

from ingest.pages.page import parse_page

__all__ = ["parse_page"]
