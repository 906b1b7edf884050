"""Counting the table: the counted cash and pieces are compared with the books and noted."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.languages import format_text, gettext
from companion.ledger.entries import BANK
from companion.rules.amend.physical_count import (
    BadCountError,
    CountDifference,
    count_facts,
    coverage,
    differences,
    explanations,
    has_agreed_count,
    holders,
    is_whole,
    sum_of,
)
from companion.rules.judge.consenting_parties import BANKER
from companion.store.history.records import GameView
from companion.web.access.idempotency import finish_form, make_idempotent
from companion.web.access.identity import current_device, entered_by, only_bankers
from companion.web.read.ledger_view import bookings, parts
from companion.web.render.screens import current_store, game_screen, game_store

blueprint = Blueprint("physical_count", __name__)

LONGEST = 200  # characters of a sum written as notes


@dataclass(frozen=True, slots=True)
class CountForm:
    """The result of a count: cash and things by holder.

    ``sent`` holds the fields of the form. ``found`` holds the differences from the books.
    """

    cash: dict[str, int]
    things: dict[str, list[str]]
    sent: dict[str, list[str]]
    found: list[CountDifference]


@blueprint.get("/game/<int:game>/count")
def count(game: int) -> Response:
    """Show the form for a count. With a count in the address, show its present differences."""
    view = current_store().open(game)
    if current_device(game).role != BANKER:
        return _page(view)
    try:
        return _page(view, counted=_read_count(view))
    except BadCountError as fault:
        return _page(view, 422, notice=str(fault))


@blueprint.post("/game/<int:game>/count")
@make_idempotent
def record(game: int) -> AnyResponse:
    """Note a count.

    The address of the page that follows holds a count with differences. So a reload, or a redraw
    after a new action, compares it again.
    """
    if current_device(game).role != BANKER:
        return only_bankers()
    view = current_store().open(game)
    try:
        counted = _read_count(view)
    except BadCountError as fault:
        return _page(view, 422, notice=str(fault))
    if counted is None:
        return _page(view, 422, notice=gettext("Nothing was counted."))
    result = count_facts(view.head, holders(view.rules, view.state), counted.cash, counted.things)
    game_store().counts.note(game, result, entered_by(current_device(game), ()))
    asks = urlencode(counted.sent, doseq=True) if counted.found else ""
    place = "differences" if counted.found else "last-count"
    there = url_for("physical_count.count", game=game)
    return finish_form(f"{there}{'?' if asks else ''}{asks}#{place}")


def _read_count(view: GameView) -> CountForm | None:
    """Read the count in a form or an address; None if nothing was counted.

    Raises BadCountError if a typed sum is invalid.
    """
    there = holders(view.rules, view.state)
    sent: dict[str, list[str]] = {}
    cash: dict[str, int] = {}
    things: dict[str, list[str]] = {}
    looked = request.values.getlist("looked")
    for holder in there:
        typed = request.values.get(f"cash-{holder.id}", "").strip()[:LONGEST]
        try:
            counted = sum_of(typed)
        except BadCountError as fault:
            says = format_text(
                "“{sum}” is not an amount. Type 230, or notes such as 2x100 1x20 10.", sum=fault
            )
            raise BadCountError(says) from None
        if counted is not None:
            cash[holder.id] = counted
            sent[f"cash-{holder.id}"] = [typed]
        if holder.id in looked:
            found = request.values.getlist(f"has-{holder.id}")
            things[holder.id] = [thing for thing in holder.things if thing in found]
            sent[f"has-{holder.id}"] = things[holder.id]
    if not cash and not things:
        return None
    sent["looked"] = list(things)
    return CountForm(cash, things, sent, list(differences(there, cash, things)))


def _explain(view: GameView, found: CountDifference) -> dict[str, Any]:
    """Explain a difference.

    ``because`` lists the bookings that could explain it. ``settles`` holds the fields of a
    correction, if the difference is money and not the bank's.
    """
    who, money = found.holder, found.money
    counts = (count.facts for count in game_store().counts.of(view.id))
    since = max((facts["row"] for facts in counts if has_agreed_count(facts, who)), default=-1)
    lines = current_store().entries(view.id, who)
    whole = [one for one in bookings(view.rules, lines, who) if one.n > since]
    single = [one for one in parts(view.rules, lines, who) if one.n > since]
    made = [*whole, *single]
    moved = [(place, one.amount) for place, one in enumerate(made)]
    because = explanations(moved[: len(whole)], money, moved[len(whole) :])
    payer, payee = (BANK, who) if money > 0 else (who, BANK)
    settles = {"payer": payer, "payee": payee, "amount": str(abs(money))}
    return {
        "found": found,
        "because": [[made[i] for i in some] for some in because],
        "settles": settles if money and who != BANK else {},
    }


def _page(
    view: GameView, status: int = 200, notice: str = "", counted: CountForm | None = None
) -> Response:
    counts = game_store().counts.of(view.id)
    last = counts[-1] if counts else None
    return game_screen(
        view,
        "amend/physical_count/count.html",
        "count",
        status,
        notice=notice,
        holders=holders(view.rules, view.state),
        found=[_explain(view, each) for each in counted.found] if counted else [],
        typed=request.values.to_dict(flat=False),
        longest=LONGEST,
        counted=last,
        whole=last is not None and is_whole(last.facts),
        covered=coverage(view.rules, last.facts) if last else [],
        may=current_device(view.id).role == BANKER,
    )
