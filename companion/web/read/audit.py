"""The self-check of a game: a page that says whether the stored data is consistent.

The process that prints reports runs it, so that no other request waits.
"""

from flask import Blueprint, Response

from companion import reporting
from companion.languages import gettext
from companion.web.app_state import app_state
from companion.web.http.worker_pool import printer
from companion.web.http.worker_process import WorkerError
from companion.web.library.game_admin import of_game
from companion.web.render.screens import draw, game_store

blueprint = Blueprint("audit", __name__)

PATIENCE = 120.0  # seconds to wait for the result; then the user is asked to try again
MOST = 40  # the most faults on the page


@blueprint.get("/games/<int:game>/audit")
def check(game: int) -> Response:
    """Run the self-check now, also for a game that cannot be opened."""
    about = of_game(game)
    found = printer().submit(reporting.audit_stored, game_store().where, game)
    app_state().audits.wait(found, PATIENCE)
    if not found.done() or found.cancelled():
        found.cancel()
        says = gettext("Other games are being checked and printed. Try again in a moment.")
        return draw("layout/error.html", 503, says=says)
    try:
        audit = found.result()
    except WorkerError as fault:
        return draw("layout/error.html", 503, says=str(fault))
    return draw("read/audit/check.html", **about, audit=audit, most=MOST)
