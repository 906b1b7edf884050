"""A game that has begun on paper: its position is told on one page, and the game begins with it."""

from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.languages import gettext
from companion.rules.amend.rulings import LONGEST_WHY, BadRulingError, Ruling, read_why
from companion.rules.core.action_parser import shorten_value
from companion.rules.core.refusals import Refusal, has_hard
from companion.rules.data.printed_markets import PrintedMarket
from companion.rules.explain.summary import market_summary
from companion.rules.judge import judge
from companion.rules.judge.consenting_parties import BANKER
from companion.rules.opening.opening_step import (
    OpenPosition,
    find_faults,
    find_oddities,
    start_state,
)
from companion.rules.opening.position_sheet import PositionSheet, sheet_of, write_sheet
from companion.store.history.answered_forms import combine_notes
from companion.store.history.log_writer import Entered
from companion.store.history.records import GameView, StaleVersionError
from companion.web.access.idempotency import make_idempotent, record_answer
from companion.web.access.identity import current_device, entered_by, only_bankers
from companion.web.library.games import address_of_seats
from companion.web.library.position_fields import read_fields, write_fields
from companion.web.library.position_form import PositionForm, section_of
from companion.web.render import market_layout
from companion.web.render.screens import draw, game_store

blueprint = Blueprint("paper_games", __name__)

BESIDE = frozenset(
    ("guard", "do", "why", "allowed", "placing", "place")
)  # fields that are no part of the position
MOST_FIELDS, LONGEST = 2_000, 8_000


@blueprint.get("/game/<int:game>/paper")
def position(game: int) -> AnyResponse:
    """Show the form, with what was typed before or with the start of the title.

    It is ``checked`` if the address says so.
    """
    view = game_store().open(game)
    if refused := _refuse(view):
        return refused
    entered = game_store().position_drafts.find(game) or {}
    return _form(view, entered, is_checked="checked" in request.args)


def is_on_paper(view: GameView) -> bool:
    """Return whether a banker has still to tell the position of a game that began on paper."""
    if view.head or view.then is not None or current_device(view.id).role != BANKER:
        return False
    return game_store().position_drafts.find(view.id) is not None


def _refuse(view: GameView) -> AnyResponse | None:
    """Refuse a device that is no banker, and lead away from a game that has begun."""
    if current_device(view.id).role != BANKER:
        return only_bankers()
    if view.head or not view.rules.data.has_board:
        says = gettext("The game has begun, so its position can no longer be entered.")
        return draw("layout/error.html", 409, says=says)
    return None


@blueprint.post("/game/<int:game>/paper")
@make_idempotent
def tell_position(game: int) -> AnyResponse:
    """Keep the form and check it, or begin the game with it.

    A form that is only to be kept has no page for an answer. After a check the browser is led to
    the address of the form, so that Back and a reload send nothing again.
    """
    view = game_store().open(game)
    if refused := _refuse(view):
        return refused
    sent = [(key, value) for key, value in request.form.items() if key not in BESIDE]
    entered = {key: value[:LONGEST] for key, value in sent[:MOST_FIELDS] if value.strip()}
    if "place" in request.form:
        entered = _place(view, entered, request.form["place"])
    game_store().position_drafts.keep(game, entered)
    if request.form.get("do") == "keep":
        return Response(status=204)
    if "place" in request.form:
        placing = request.form.get("placing")
        here = url_for("paper_games.position", game=game, placing=placing, _anchor="market")
        return redirect(here, 303)
    if request.form.get("do") != "begin":
        return redirect(url_for("paper_games.position", game=game, checked=1), 303)
    return _begin(view, entered)


def _place(view: GameView, entered: dict[str, str], cell: str) -> dict[str, str]:
    """Return the fields after a tap on a cell of the market; "" takes the company off it.

    The company goes under the others there. A second tap puts it on top.
    """
    company = request.form.get("placing", "")
    if company not in view.rules.data.companies:
        return entered
    sheet, _ = read_fields(view.rules, start_state(view.rules), entered)
    others = [one for one in sheet.market.get(cell, ()) if one != company and cell]
    is_again = entered.get(f"cell.{company}") == cell
    stack = [company, *others] if is_again else [*others, company]
    ranks = {f"stack.{one}": str(rank) if cell else "" for rank, one in enumerate(stack, 1)}
    return {**entered, f"cell.{company}": cell, **ranks}


def _begin(view: GameView, entered: dict[str, str]) -> AnyResponse:
    start = start_state(view.rules)
    sheet, unread = read_fields(view.rules, start, entered)
    action = OpenPosition(write_sheet(sheet))
    found = judge.refusals(view.rules, view.state, action)
    ruling = None
    is_allowed = bool(request.form.get("allowed"))
    is_wrong = bool(unread) or has_hard(found)
    if is_wrong or (not is_allowed and (found or find_oddities(view.rules, start, sheet))):
        return _form(view, entered, status=422, is_checked=True)
    if found:
        try:
            why = request.form.get("why", "").strip()
            codes = tuple(dict.fromkeys(refusal.code for refusal in found))
            ruling = Ruling(codes, read_why(why) if why else "")
        except BadRulingError as fault:
            return _form(view, entered, status=422, is_checked=True, notice=str(fault))
    note = combine_notes(record_answer(address_of_seats), game_store().position_drafts.drop)
    by = entered_by(current_device(view.id), ())
    done = Entered(action, by, ruling=ruling.to_json() if ruling else None)
    try:
        game_store().play(view.id, view.version, done, noted=note)
    except StaleVersionError:
        return redirect(url_for("paper_games.position", game=view.id), 303)
    return redirect(address_of_seats(view.id), 303)


def _form(
    view: GameView,
    entered: dict[str, str],
    status: int = 200,
    is_checked: bool = False,
    notice: str = "",
) -> Response:
    """Draw the form with its faults, if it was checked."""
    rules, start = view.rules, start_state(view.rules)
    found: list[Refusal] = []
    odd: list[Refusal] = []
    if not entered:
        entered = write_fields(rules, start, sheet_of(rules, start, start))
    sheet, unread = read_fields(rules, start, entered)
    if is_checked:
        found = list(find_faults(rules, start, sheet))
        if not unread and not has_hard(found):
            odd = find_oddities(rules, start, sheet)
    hard = [refusal for refusal in found if not refusal.may_rule]
    fields = PositionForm(rules, start)
    return draw(
        "library/paper_games/position.html",
        status,
        view=view,
        data=rules.data,
        values=entered,
        sections=fields.sections(entered),
        is_checked=is_checked,
        unread=[(fields.describe(name, entered), shorten_value(text)) for name, text in unread],
        hard=hard,
        unusual=[*(refusal for refusal in found if refusal.may_rule), *odd],
        markets=[_market(view, chart, sheet) for chart in rules.data.charts],
        shorts={one.symbol: one.short for one in rules.data.company_list},
        placing=request.values.get("placing", ""),
        section_of=section_of,
        sums=_sums(view, sheet),
        notice=notice,
        longest=LONGEST_WHY,
    )


def _market(view: GameView, chart: PrintedMarket, sheet: PositionSheet) -> dict[str, Any]:
    """Return the layout of a market with the companies that the sheet puts there."""
    data = view.rules.data
    known = {
        at: tuple(company for company in stack if company in data.companies)
        for at, stack in sheet.market.items()
    }
    market = market_summary(chart, known)
    layout = market_layout.grid(data, market, alone=False)
    return {"title": chart.title, "grid": layout, "places": market_layout.places(data, market)}


def _sums(view: GameView, sheet: PositionSheet) -> dict[str, Any]:
    """Return the money entered and all there is, to be shown beside each other."""
    if not view.rules.bank_size:
        return {}
    money = view.rules.data.money
    given = sum(sheet.cash.values())
    return {"given": money(given), "there": money(view.rules.bank_size)}
