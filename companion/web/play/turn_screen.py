"""The screen of the awaited step: its offers, joint actions, and the event stream."""

from collections.abc import Iterable
from typing import Any

from flask import Blueprint, Response, abort, request
from werkzeug.datastructures import CombinedMultiDict

from companion.languages import lazy_gettext
from companion.rules.core.refusals import Refusal
from companion.rules.core.state_cache import asking
from companion.rules.judge import judge
from companion.store.history.records import GameView
from companion.web.access.identity import current_device, looked_up_version
from companion.web.access.rights import rights
from companion.web.http.presence import DEVICE
from companion.web.play import (
    account_screen,
    operating,
    stock_and_auction_turn,
    waiting_screen,
)
from companion.web.play.choices import choice, describe_deed
from companion.web.play.skipped_steps import SkippedSteps, find_skipped_steps
from companion.web.render import share_basket as sold_together
from companion.web.render.screens import current_store, game_screen, hub, is_turn_on_map, table_of
from companion.web.render_cache import draw_once

blueprint = Blueprint("turn_screen", __name__)

NOT_NOW = lazy_gettext("{actor:who} must decide first: {step:step}.")


@blueprint.get("/game/<int:game>")
@draw_once
def turn(game: int) -> Response:
    """Show the awaited step."""
    return screen(current_store().open(game, looked_up_version(game)))


def screen(
    view: GameView,
    status: int = 200,
    refusals: Iterable[Refusal] = (),
    notice: str = "",
    entered: bool = True,
) -> Response:
    """Return the screen of the awaited step, with the input of the request if ``entered``."""
    args = request.values if entered else CombinedMultiDict()
    found = rights(view)
    table = table_of(view)
    own = None
    if not found.turn and table.asks != "accounts":
        own = waiting_screen.find_own_offers(view, found)
    context: dict[str, Any]
    if table.asks == "accounts":
        template, section = account_screen.TEMPLATE, "turn"
        context = account_screen.context(view, table, args, found)
    elif own is not None and not waiting_screen.is_wanted(own, args):
        template, section = waiting_screen.TEMPLATE, "own"
        context = waiting_screen.context(view, table, found, own)
    else:
        with asking(view.state):
            passed = SkippedSteps(view)
            if own is None:
                passed = find_skipped_steps(view, args.get("step", ""))
            view = passed.view
            with asking(view.state):
                table = table_of(view)
                # the operating turn gets its offers itself, as the best run is searched for apart
                if not table.finished and is_turn_on_map(table):
                    template, section = operating.TEMPLATE, "map"
                    context = operating.context(passed, table, args, found)
                else:
                    offers = judge.offers(view.rules, view.state) if own is None else own
                    template, section, context = stock_and_auction_turn.turn(
                        view, table, offers, args
                    )
    return game_screen(
        view, template, section, status, refusals=refusals, notice=notice, table=table, **context
    )


@blueprint.get("/game/<int:game>/apart/<kind>")
@draw_once
def joint_action(game: int, kind: str) -> Response:
    """Show an action that all players may do together at any time.

    The picked action needs one more tap, below the events that would follow.
    """
    view = current_store().open(game)
    rules, words = view.rules, view.rules.vocabulary.offer(kind)
    if all(step.apart != kind for step in rules.steps):
        abort(404)
    others = [*rules.accepting(view.state)[1:], *rules.beside]
    offers = [o for step in others for o in step.offers(view.state) if o.kind == kind]
    rows = [choice(rules, view.state, offer, offer.action.actor()) for offer in offers]
    picked = next((row for row in rows if row.key == request.args.get("pick")), None)
    now = describe_deed(rules, view.state, picked, {}) if picked and picked.allowed else None
    follows = judge.apply(rules, view.state, now.action).events if now else ()
    first = rules.waiting(view.state)
    decider = {"actor": first.actor(view.state), "step": first.name} if first else {}
    return game_screen(
        view,
        "play/turn_screen/joint_action.html",
        "apart",
        follows=[rules.words.tell(event) for event in follows],
        kind=kind,
        head=rules.words.fill(words.head, {}),
        says=rules.words.fill(words.says, {}),
        rows=rows,
        not_now=rules.words.fill(NOT_NOW, decider) if first else rules.refuse("turn.over").says,
        picked=picked,
        deed=now,
    )


@blueprint.get("/game/<int:game>/together")
@draw_once
def share_basket(game: int) -> Response:
    """Show one sale of shares of several companies."""
    view = current_store().open(game)
    found = sold_together.context(view.rules, view.state, request.args.getlist("sale"))
    return game_screen(view, "play/turn_screen/share_basket.html", "together", **found)


@blueprint.get("/game/<int:game>/stream")
def stream(game: int) -> Response:
    """Return the beginning of the game's event stream for a device that may listen.

    The server continues it (:mod:`companion.web.http.streams`).
    """
    hub().tell(game, current_store().version(game))
    response = Response(f"data: {hub().moment(game)}\n\n", mimetype="text/event-stream")
    response.headers[DEVICE] = str(current_device(game).device)
    response.headers["X-Accel-Buffering"] = "no"  # a proxy must not buffer the lines
    return response


@blueprint.get("/game/<int:game>/version")
def version(game: int) -> Response:
    """Has the game moved on since version ``v``? 204, or 200 with an event for the page."""
    response = Response(status=204)
    if request.args.get("v") != str(current_store().version(game)):
        response.status_code = 200
        response.headers["HX-Trigger"] = "moved"
        response.headers["HX-Reswap"] = "none"
    return response
