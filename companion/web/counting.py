"""Counting the table: what is counted is held against the books, and noted in the journal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Flask, Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.languages import said, translated
from companion.rules.counting import (
    BadCount,
    Difference,
    differences,
    explanations,
    holders,
    sum_of,
    thing,
)
from companion.rules.parties import BANKER
from companion.store.records import GameView
from companion.web.bookings import Booking, bookings
from companion.web.once import done, once
from companion.web.places import asker, entered_by
from companion.web.screens import draw, game_screen, shelf

blueprint = Blueprint("counting", __name__)


@dataclass(frozen=True, slots=True)
class Shown:
    """A difference, with the bookings that could explain it, each explanation by itself."""

    found: Difference
    because: tuple[tuple[Booking, ...], ...]


@blueprint.get("/game/<int:game>/count")
def count(game: int) -> Response:
    """What is there to be counted."""
    return _page(shelf().open(game))


@blueprint.post("/game/<int:game>/count")
@once
def record(game: int) -> AnyResponse:
    """What was counted: noted when all of it agrees, else shown with what could explain it."""
    if asker(game).role != BANKER:
        return draw("fault.html", 403, says=translated("Only the banker may do that."))
    view = shelf().open(game)
    there = holders(view.rules, view.state)
    try:
        sums = {h.id: sum_of(_typed(h.id)) for h in there}
    except BadCount as fault:
        says = said("“{sum}” is no sum. Type 230, or notes as 2x100 1x20 10.", sum=fault)
        return _page(view, 422, notice=says)
    cash = {id: counted for id, counted in sums.items() if counted is not None}
    looked = request.form.getlist("looked")
    ticked = {h.id: request.form.getlist(f"has-{h.id}") for h in there if h.id in looked}
    if not cash and not ticked:
        return _page(view, 422, notice=translated("Nothing was counted."))
    found = list(differences(there, cash, ticked))
    result = {
        "row": view.head,
        "cash": cash,
        "things": sorted(ticked),
        "agrees": not found,
        "differences": {d.holder: {"cash": d.money, "missing": list(d.missing)} for d in found},
    }
    shelf().note_count(game, result, entered_by(asker(game), ()))
    if found:
        return _page(view, 200, found=[_shown(view, each) for each in found])
    return done(url_for("counting.count", game=game))


def install(app: Flask) -> None:
    """Let templates name what is counted."""
    app.jinja_env.filters["thing"] = thing


def _typed(holder: str) -> str:
    return request.form.get(f"cash-{holder}", "")[:400]


def _shown(view: GameView, found: Difference) -> Shown:
    since = max((c.facts["row"] for c in shelf().counts(view.id) if c.facts["agrees"]), default=-1)
    made = bookings(view.rules, shelf().entries(view.id, found.holder), found.holder)
    moved = [(place, one.amount) for place, one in enumerate(made) if one.n > since]
    because = explanations(moved, found.money)
    return Shown(found, tuple(tuple(made[i] for i in some) for some in because))


def _page(
    view: GameView, status: int = 200, notice: str = "", found: Sequence[Shown] = ()
) -> Response:
    counts = shelf().counts(view.id)
    typed: dict[str, Any] = request.form.to_dict(flat=False) if request.method == "POST" else {}
    return game_screen(
        view,
        "count.html",
        "count",
        status,
        notice=notice,
        holders=holders(view.rules, view.state),
        found=found,
        typed=typed,
        counted=counts[-1] if counts else None,
        may=asker(view.id).role == BANKER,
    )
