"""The knowledge base is called `smashup` in every address, whatever its file is called.

It is served by copies, read within bounds: `kb.serving` has both.
"""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from urllib.parse import quote

from datasette import hookimpl

from kb.serving.database import SiteDatabase

NAME = "smashup"
APPLICATION_ID = 0x536D5570  # ingest/database.py writes it into the file's header


@hookimpl(tryfirst=True)
def startup(datasette):
    """Serve the first knowledge base among the files; another file of that name makes way."""
    ours = next((db for db in datasette.databases.values() if _is_ours(db)), None)
    if ours is None:
        return
    others = [db for db in datasette.databases.values() if db is not ours]
    datasette.databases = OrderedDict()
    datasette.add_database(SiteDatabase(datasette, str(ours.path)), name=NAME)
    for db in others:
        datasette.add_database(db, name=db.name, route=None if db.name == NAME else db.route)


def _is_ours(db) -> bool:
    if not db.path:
        return False
    try:
        conn = sqlite3.connect(f"file:{quote(str(db.path))}?immutable=1", uri=True)
        try:
            return conn.execute("pragma application_id").fetchone()[0] == APPLICATION_ID
        finally:
            conn.close()
    except sqlite3.DatabaseError:
        return False
