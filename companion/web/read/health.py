"""Is all well? For whoever watches the server: a proxy, the system, a program of the club's, and
`companion doctor`.
"""

from flask import Blueprint, Response

from companion.store.db.faults import StoreFault
from companion.web.render.screens import hub, present_shelf

blueprint = Blueprint("health", __name__)


@blueprint.get("/health")
def health() -> Response:
    """200 where the games can be read now, and how many streams are open; 503 where they cannot."""
    try:
        present_shelf().database.reach()
    except StoreFault:
        return _said("the games cannot be reached", 503)
    return _said(f"ok, {hub().count} streams", 200)


def _said(what: str, status: int) -> Response:
    response = Response(f"{what}\n", status, mimetype="text/plain")
    response.headers["Cache-Control"] = "no-store"
    return response
