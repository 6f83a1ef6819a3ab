"""Dumps in, one SQLite file out: readers, page grammars, versions, loader.

Imports nothing of `kb`. Parsing modules do no I/O and no SQL.
"""
