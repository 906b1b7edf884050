"""Breaks and disputes: a halt of the table, shown on all screens, during which nobody acts."""

from datetime import datetime

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.languages import gettext
from companion.rules.core.actions import ACTIONS, TableEntry
from companion.rules.judge.consenting_parties import BANKER, PLAYER
from companion.store.history.records import GameView
from companion.store.people.halts import BREAK, DISPUTE
from companion.web.access.idempotency import make_idempotent, record_answer
from companion.web.access.identity import current_device, only_bankers
from companion.web.access.participants import sitting
from companion.web.play.posted_form import shown
from companion.web.render.addresses import page_shown
from companion.web.render.screens import current_store, draw, game_store
from companion.web.request_state import request_state

blueprint = Blueprint("halts", __name__)

# deeds that nobody does during a halt, and those that only the banker does
DEEDS = frozenset(
    (
        *("posted_form.act", "rest_of_turn.do_rest", "proposal_answers.answer"),
        *("programmed_actions.set_program", "programmed_actions.buy_and_program"),
        *("rulings.rule", "drafts.apply_what_if"),
    )
)
BANKERS = frozenset(("posted_form.undo", "posted_form.redo"))


@blueprint.post("/game/<int:game>/halt")
@make_idempotent
def halt(game: int) -> AnyResponse:
    """Begin a break or a dispute, or let the game go on. Only the banker ends a dispute."""
    who, do, back = current_device(game), request.form.get("do", ""), page_shown(game)
    if who.role not in (BANKER, PLAYER) or (who.halt == DISPUTE and who.role != BANKER):
        return only_bankers()
    noted = record_answer(lambda game: back)
    if do in (BREAK, DISPUTE):
        game_store().halts.begin(game, do, noted)
    elif do == "go":
        game_store().halts.end(game, noted)
    else:
        return draw("layout/error.html", 422, says=gettext("There is no such break or freeze."))
    return redirect(back, 303)


def refuse_while_halted() -> Response | None:
    """Refuse deeds during a break or a dispute. The banker may undo and set right."""
    endpoint, game = request.endpoint or "", (request.view_args or {}).get("game")
    if game is None or endpoint not in DEEDS | BANKERS or request_state().tried is not None:
        return None
    who = current_device(game)
    if not who.halt:
        return None
    entered = ACTIONS.get(request.form.get("type", ""))
    sets_right = endpoint in BANKERS or (entered is not None and issubclass(entered, TableEntry))
    if who.role == BANKER and sets_right:
        return None
    says = gettext("The table is on a break: nothing was done.")
    if who.halt == DISPUTE:
        says = gettext("The game is frozen for a dispute: nothing was done.")
    return shown(current_store().open(game), 409, notice=says)


def halted_since(view: GameView) -> datetime | None:
    """Return since when the table halts."""
    return sitting(view.id).halted_at
