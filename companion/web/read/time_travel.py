"""Looking back: the screens of a game as it stood when a row of its log was the last.

Which row is told by ``then`` in the address of any screen that one looks at. The links from there
to others keep it; those that lead to the present are the turn's.
"""

from dataclasses import dataclass
from typing import Any

from flask import request, url_for

from companion.rules.core.rounds import RoundId
from companion.rules.words.rounds import round_words
from companion.store.history.records import GameView, LedgerLine
from companion.web.render.screens import present_shelf, shelf

FIELD = "then"


@dataclass(frozen=True, slots=True)
class Moment:
    """Where one looks: at ``row`` of ``rows``, the first and the last; the rows before and after
    it, and for each round its name, the row after which it began, and whether it is shown. ``kept``
    is what else the screen was asked for.
    """

    row: int
    first: int
    last: int
    before: int | None
    after: int | None
    rounds: tuple[tuple[str, int, bool], ...]
    kept: tuple[tuple[str, str], ...]


def stay(endpoint: str, values: dict[str, Any]) -> None:
    """Let a link from one of the screens that one looks at to another keep the moment."""
    asked = request.args.get(FIELD)
    if asked and (request.endpoint or "").startswith("looking."):
        values.setdefault(FIELD, asked)


def view_as_asked(game: int) -> GameView:
    """The game as it is asked for: after a row, or as it stands. Raises NoGame, CannotOpen,
    CannotRebuild.
    """
    row = request.args.get(FIELD, type=int)
    return shelf().open(game) if row is None else present_shelf().past.at(game, row)


def lines(view: GameView, account: str = "") -> list[LedgerLine]:
    """The books as they were, of one account if asked."""
    found = shelf().entries(view.id, account or None)
    return found if view.then is None else [line for line in found if line.n <= view.then]


def moment(view: GameView) -> Moment | None:
    """Where one looks, None at the present."""
    if view.then is None:
        return None
    line = present_shelf().past.timeline(view.id)
    row = line.at(view.then)
    began = [start for _, start in line.rounds if start <= row]
    return Moment(
        row,
        line.rows[0],
        line.rows[-1],
        line.before(row),
        line.after(row),
        tuple(_round(round, start, began) for round, start in line.rounds),
        tuple((field, value) for field, value in request.args.items() if field != FIELD),
    )


def _round(round: RoundId, start: int, began: list[int]) -> tuple[str, int, bool]:
    return round_words(round), start, bool(began) and start == began[-1]


def here(row: int | None) -> str:
    """This screen at another row, or at the present."""
    assert request.endpoint
    asked = {**request.args.to_dict(), **(request.view_args or {}), FIELD: row}
    return url_for(request.endpoint, **asked)
