"""The first page: how much is here, how new it is, and which questions are ready.

A route of its own: Datasette's would count and describe every table first, of which the page shows
nothing. `/.json` stays Datasette's.
"""

from __future__ import annotations

from datasette import Response, hookimpl

from kb.sources import page_url


@hookimpl
def register_routes():
    return [(r"^/$", home)]


async def home(datasette, request):
    context = {"metadata": datasette.metadata(), **await _here(datasette, request.actor)}
    html = await datasette.render_template("index.html", context, request, view_name="index")
    return Response.html(html)


async def _here(datasette, actor):
    if "smashup" not in datasette.databases:
        return {}
    db = datasette.get_database("smashup")
    newest = await db.answer_once("newest-revision")
    wikis = (await db.execute("select label, base from wiki order by id")).rows
    if newest is not None:
        url = page_url(newest["base"], newest["page"], newest["revision_id"])
        newest = {**newest, "url": url}
    queries = await datasette.get_canned_queries("smashup", actor)
    return {
        "here": {
            "counts": await db.answer_once("counts"),
            "newest": newest,
            "wikis": [{"name": row["label"], "url": page_url(row["base"], "")} for row in wikis],
            "queries": list(queries.values()),
        }
    }
