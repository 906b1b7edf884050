"""Rulings: the banker overrules a refusal for the table.

Each refusal that may be overruled leads the banker to the ruling: the action, the refusals, the
preview of its events, and a form that asks why.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.languages import gettext
from companion.rules.amend.rulings import LONGEST_WHY, BadRulingError
from companion.rules.core.action_parser import BadActionError, read_action
from companion.rules.core.actions import Action, LayTile
from companion.rules.core.refusals import ALL_SOFT, RefusedError, has_hard, is_of_money
from companion.rules.judge import judge
from companion.rules.judge.consenting_parties import parties
from companion.rules.money.bank_advances import RepayAdvance, free_cash, may_owe
from companion.store.history import rulings as stored_rulings
from companion.store.history.records import GameView, require_version
from companion.web.access.idempotency import make_idempotent
from companion.web.access.identity import entered_by
from companion.web.access.rights import rights
from companion.web.play import posted_form
from companion.web.play.operating_panels.operating_map import tile_picture
from companion.web.play.skipped_steps import SkippedSteps
from companion.web.render import phrases
from companion.web.render.screens import action_fields, current_store, draw, game_screen
from companion.web.render_cache import draw_once

blueprint = Blueprint("rulings", __name__)

NUMBERS = ("percent", "price", "amount")  # fields of an action that a ruling may change


def asks(action: Action) -> dict[str, str]:
    """Write an action as the arguments of an address."""
    return {"type": action.wire_name, **dict(action_fields(action))}


def way_out(view: GameView, action: Action | None) -> Mapping[str, Any]:
    """Find the way out of an action's refusals; empty for devices that may not rule.

    ``asks`` is the address of the ruling. ``to`` is the owner who may get an advance if only money
    is missing.
    """
    if action is None or view.then is not None or not rights(view).rule:
        return {}
    found = judge.refusals(view.rules, view.state, action)
    if not found or not has_hard(found):
        return {"asks": asks(action)} if found else {}
    who = action.actor()
    able = all(is_of_money(reason) for reason in found if not reason.may_rule)
    return {"to": who} if able and who in may_owe(view.rules, view.state) else {}


def sent_action() -> Action | None:
    """Read the action of the posted form; None if there is none."""
    try:
        return read_action(posted_form.fields_of(request.form))
    except BadActionError:
        return None


@blueprint.get("/game/<int:game>/ruling")
@draw_once
def ruling(game: int) -> Response:
    """Show the action in the address and its refusals."""
    try:
        return _screen(current_store().open(game))
    except BadActionError:
        return draw(
            "layout/error.html",
            404,
            says=gettext("Nothing to allow now"),
            do=gettext(
                "A ruling allows one action that the rules refuse. Choose that action in the turn,"
                " then “The table allows it”."
            ),
            back=url_for("turn_screen.turn", game=game),
        )


def _screen(view: GameView, status: int = 200, notice: str = "") -> Response:
    """Draw the ruling. Raises BadActionError."""
    action = read_action(posted_form.fields_of(request.values))
    names, step = (request.values.get(key, "") for key in ("ahead", "step"))
    sent = posted_form.Posted({}, action, view.version, names, step, then_pass=False)
    passed = posted_form.apply_skipped_steps(view, sent, ALL_SOFT)
    return game_screen(
        passed.view,
        "amend/rulings/ruling.html",
        "ruling",
        status,
        notice=notice,
        **_context(passed, action),
        back_to=sent.step,
        why=request.values.get("why", "")[:LONGEST_WHY],
        longest=LONGEST_WHY,
    )


def _context(passed: SkippedSteps, action: Action) -> dict[str, Any]:
    """Return the template context: the action, its refusals, and the events that would follow."""
    rules, state = passed.view.rules, passed.view.state
    ways: list[dict[str, Any]] = []
    if isinstance(action, LayTile):
        action, ways = _turn(passed.view, action)
    found = judge.refusals(rules, state, action)
    hard = has_hard(found)
    waived = list(dict.fromkeys(refusal.code for refusal in found))
    follows = judge.apply(rules, state, action, waived).events if found and not hard else ()
    known = not any(refusal.code.startswith("unknown.") for refusal in found)
    numbers = [(field.name, getattr(action, field.name)) for field in fields(action)]
    return {
        "action": action,
        "words": phrases.deed_in_full(rules, state, action) if known else "",
        "reasons": [refusal for refusal in found if refusal.may_rule != hard],
        "hard": hard,
        "waived": waived,
        "ways": ways,
        "numbers": [(name, n) for name, n in numbers if name in NUMBERS and n is not None],
        "asks": asks(action),
        "follows": [rules.words.tell(event) for event in follows],
        "ahead": passed,
    }


def _turn(view: GameView, action: LayTile) -> tuple[LayTile, list[dict[str, Any]]]:
    """Rotate the tile so that it may be ruled; list all such rotations with their pictures."""
    turned = [replace(action, rotation=rotation) for rotation in range(6)]
    judged = [(way, judge.refusals(view.rules, view.state, way)) for way in turned]
    ways = [way for way, found in judged if found and not has_hard(found)]
    chosen = action if action in ways or not ways else ways[0]
    return chosen, [
        {
            "asks": asks(way),
            "picture": tile_picture(view.rules, way.tile, way.rotation),
            "chosen": way == chosen,
        }
        for way in ways
    ]


@blueprint.post("/game/<int:game>/rule")
@make_idempotent
@posted_form.answer_with_screen
def rule(game: int) -> GameView | AnyResponse:
    """Do an action by a ruling of the table."""
    view = current_store().open(game)
    found = rights(view)
    if not found.rule:
        require_version(view.version, posted_form.read_version(request.values))
        raise posted_form.NotYoursError(gettext("Only the banker makes rulings."))
    try:
        sent = posted_form.read_form(ruled=True)
        by = entered_by(found.who, parties(view.rules, view.state, sent.action))
        return posted_form.play(view, sent, by)
    except BadRulingError as fault:
        return _screen(view, 400, str(fault))
    except RefusedError:
        return _screen(view, 422, gettext("That is not what the table allowed. Look again."))


@blueprint.get("/game/<int:game>/rulings")
@draw_once
def rulings(game: int) -> Response:
    """List the rulings of the game that stand, its house rules, lesser runs, and advances."""
    view = current_store().open(game)
    found = stored_rulings.rulings(view.rules, current_store().rows(game))
    house = [rule for rule in view.rules.data.house_rules if view.rules.options[rule.key]]
    return game_screen(
        view,
        "amend/rulings/rulings.html",
        "log",
        ruled=found[::-1],
        house=house,
        debts=[_debt(view, owner, owed) for owner, owed in view.state.advances.items()],
        may_owe=[] if view.state.end_reason else may_owe(view.rules, view.state),
        to=request.args.get("to", ""),
        longest=LONGEST_WHY,
    )


def _debt(view: GameView, owner: str, owed: int) -> dict[str, Any]:
    """Return a debt to the bank, and the largest possible repayment, if any."""
    amount = min(owed, free_cash(view.state, owner))
    over = view.state.end_reason or amount <= 0
    return {"owner": owner, "owed": owed, "repay": None if over else RepayAdvance(owner, amount)}
