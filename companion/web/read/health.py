"""The health check for monitoring by a proxy, the system or a club, and `companion doctor`."""

from flask import Blueprint, Response

from companion.store.db.faults import StoreError
from companion.web.render.screens import game_store, hub

blueprint = Blueprint("health", __name__)


@blueprint.get("/health")
def health() -> Response:
    """Return 200 and the number of open streams, or 503 if the games cannot be read."""
    try:
        game_store().database.reach()
    except StoreError:
        return _plain_response("the games cannot be reached", 503)
    return _plain_response(f"ok, {hub().count} streams", 200)


def _plain_response(what: str, status: int) -> Response:
    response = Response(f"{what}\n", status, mimetype="text/plain")
    response.headers["Cache-Control"] = "no-store"
    return response
