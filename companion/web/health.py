"""Is all well? For whoever watches the server: a proxy, the system, a program of the club's."""

from flask import Blueprint, Response

from companion.store.faults import StoreFault
from companion.web.screens import shelf

blueprint = Blueprint("health", __name__)


@blueprint.get("/health")
def health() -> Response:
    """200 where the games can be read now, 503 where not; never more than that."""
    try:
        shelf().reach()
    except StoreFault:
        return _said("the games cannot be reached", 503)
    return _said("ok", 200)


def _said(what: str, status: int) -> Response:
    response = Response(f"{what}\n", status, mimetype="text/plain")
    response.headers["Cache-Control"] = "no-store"
    return response
