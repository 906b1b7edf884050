"""A posted rest of a turn: search for its run, do what its row told, and answer as for any form."""

from flask import Blueprint, Response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.languages import gettext
from companion.rules.judge.consenting_parties import parties
from companion.store.history.records import GameView, require_version
from companion.web.access.idempotency import make_idempotent, record_answer
from companion.web.access.identity import entered_by, looked_up_version
from companion.web.access.rights import rights
from companion.web.play import posted_form
from companion.web.play.operating_panels.rest_of_turn import rest_row
from companion.web.play.operating_panels.runs import LONG
from companion.web.play.revenue_sums import read_told_run
from companion.web.render.addresses import address_of_turn
from companion.web.render.fragments import sketch
from companion.web.render.screens import current_store, finish_screen

blueprint = Blueprint("rest_of_turn", __name__)


@blueprint.get("/game/<int:game>/rest")
def search(game: int) -> Response:
    """Search for the best run, and return the row."""
    view = current_store().open(game)
    row = rest_row(view, LONG) if rights(view).turn else None
    html = render_template("play/operating/_rest_of_turn.html", view=view, rest=row)
    return finish_screen(sketch(html))


@blueprint.post("/game/<int:game>/rest")
@make_idempotent
@posted_form.answer_with_screen
def do_rest(game: int) -> GameView | AnyResponse:
    """Do the rest of the turn as the row told it, as one deed.

    In a game without its map the form may tell another ``revenue`` than the last one.
    """
    version = posted_form.read_version(request.form)
    view = current_store().open(game, looked_up_version(game))
    require_version(view.version, version)
    found = rights(view)
    if not found.turn:
        raise posted_form.NotYoursError(
            gettext("Only the player on turn can enter the rest of a turn.")
        )
    revenue = request.form.get("revenue")
    row = rest_row(view, LONG, None if revenue is None else read_told_run(view, revenue))
    if row is None or row.mark != request.form.get("mark"):
        notice = gettext("The rest of the turn has changed. Check it again.")
        return posted_form.shown(view, 409, notice=notice)
    by = entered_by(found.who, parties(view.rules, view.state, row.actions[0]))
    note = record_answer(address_of_turn)
    return current_store().play(game, version, *row.actions, by=by, noted=note)
