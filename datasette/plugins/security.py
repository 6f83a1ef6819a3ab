"""What keeps an open site standing: `kb.serving` decides, these hooks tell Datasette.

Who may run SQL: on a site that only this machine reaches, whoever sits at it; on any other nobody,
unless it was started with `serve --sql`. Then each query is a process of its own, with so much time
and memory and no more.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from datasette import Response, __version__, hookimpl
from datasette.utils import await_me_maybe

from kb.serving.answers import Answers
from kb.serving.database import SiteDatabase
from kb.serving.mistakes import refusal_for
from kb.serving.options import given
from kb.serving.visits import VISIT

ROBOTS = """User-agent: *
Disallow: /*?_
Disallow: /*&_
Disallow: /*?sql=
Disallow: /-/
"""


@hookimpl
def startup(datasette):
    """Links are made of the site's public address; without one they name no host at all.

    Datasette would make them of the header Host, in which anybody can write anything.
    """
    datasette.absolute_url = lambda request, path: _origin(datasette, request) + _local(path)


def _origin(datasette, request) -> str:
    urls = given(datasette).public_urls
    asked = request.headers.get("host", "").lower()
    return next((url.origin for url in urls if url.host == asked), urls[0].origin if urls else "")


def _local(path: str) -> str:
    parts = urlsplit(str(path))
    return parts._replace(scheme="", netloc="").geturl()


@hookimpl
def asgi_wrapper(datasette):
    def wrap(app):
        async def database():
            await datasette.invoke_startup()  # done already but where Datasette is no server
            found = datasette.databases.get("smashup")
            return found if isinstance(found, SiteDatabase) else None

        return Answers(app, database, lambda: given(datasette), lambda: _configured(datasette))

    return wrap


def _configured(datasette) -> str:
    """All that pages are made of beside the knowledge base and our code."""
    settings, metadata = datasette.settings_dict(), datasette.metadata()
    return repr((__version__, given(datasette), settings, metadata, datasette.template_dir))


@hookimpl
def permission_allowed(datasette, action, resource):
    if action != "execute-sql":
        return None
    visit = VISIT.get()
    may = visit and visit.sql and isinstance(datasette.databases.get(resource), SiteDatabase)
    return None if may else False  # None: Datasette's own settings decide


@hookimpl(hookwrapper=True)
def handle_exception(datasette, request, exception):
    """Answer 400 to what was typed wrongly, before Datasette takes it for a fault."""
    outcome = yield
    others = outcome.get_result()
    outcome.force_result([_mistake(datasette, request, exception, others)])


async def _mistake(datasette, request, exception, others):
    refused = refusal_for(request, exception, await _columns(datasette, request))
    if refused is None:
        return await await_me_maybe(others[0])
    if request.path.endswith(".json"):
        return Response.json(refused.told, status=refused.status)
    html = await datasette.render_template("error.html", refused.told, request=request)
    return Response.html(html, status=refused.status)


async def _columns(datasette, request):
    db = datasette.databases.get("smashup")
    table = request.url_vars.get("table")
    if db is None or not table or request.url_vars.get("database") != "smashup":
        return []
    return await db.table_columns(table)


@hookimpl
def register_routes():
    return [(r"^/robots\.txt$", lambda: Response.text(ROBOTS))]
