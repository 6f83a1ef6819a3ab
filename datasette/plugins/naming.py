"""The knowledge base is called `smashup` in every address, whatever its file is called.

It is served by copies, read within bounds: `kb.serving` has both.
"""

from __future__ import annotations

from collections import OrderedDict

from datasette import hookimpl

from kb.serving.database import SiteDatabase
from kb.serving.published import is_knowledge_base

NAME = "smashup"


@hookimpl(tryfirst=True)
def startup(datasette):
    """Serve the knowledge base among the files; another file of that name makes way."""
    files = [db for db in datasette.databases.values() if db.path]
    ours = next((db for db in files if is_knowledge_base(str(db.path))), None)
    if ours is None:
        return
    others = [db for db in datasette.databases.values() if db is not ours]
    datasette.databases = OrderedDict()
    datasette.add_database(SiteDatabase(datasette, str(ours.path)), name=NAME)
    for db in others:
        datasette.add_database(db, name=db.name, route=None if db.name == NAME else db.route)
