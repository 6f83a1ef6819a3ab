"""What the first page tells: how much is here, how new it is, and which questions are ready."""

from __future__ import annotations

from datasette import hookimpl

from kb.named import sql
from kb.sources import page_url


@hookimpl
def extra_template_vars(view_name, request, datasette):
    if view_name != "index" or "smashup" not in datasette.databases:
        return {}
    return _here(datasette, request.actor)


async def _here(datasette, actor):
    db = datasette.get_database("smashup")
    counts = (await db.execute(sql("counts"))).first()
    newest = (await db.execute(sql("newest-revision"))).first()
    wikis = (await db.execute("select label, base from wiki order by id")).rows
    if newest is not None:
        url = page_url(newest["base"], newest["page"], newest["revision_id"])
        newest = {**dict(newest), "url": url}
    queries = await datasette.get_canned_queries("smashup", actor)
    return {
        "here": {
            "counts": dict(counts),
            "newest": newest,
            "wikis": [{"name": row["label"], "url": page_url(row["base"], "")} for row in wikis],
            "queries": list(queries.values()),
        }
    }
