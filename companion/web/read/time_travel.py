"""Time travel: the screens of a game after an earlier row of its log.

``then`` in the address of a read-only screen names the row. Links between these screens keep it.
Links to the present belong to the turn.
"""

from dataclasses import dataclass
from typing import Any

from flask import request, url_for

from companion.reporting.content.entry_texts import ToldPayments, find_told_payments
from companion.rules.core.rounds import RoundId
from companion.rules.words.rounds import round_words
from companion.store.history.records import GameView, LedgerLine
from companion.web.render.screens import current_store, game_store

FIELD = "then"
PAST = frozenset(("overview", "history", "help"))  # blueprints that show the past


@dataclass(frozen=True, slots=True)
class PastMoment:
    """A moment of the past: after ``row``, where ``first`` and ``last`` are the ends of the log.

    ``before`` and ``after`` are the neighbouring rows. Each round has its name, the row after which
    it began, and whether it is shown. ``kept`` holds the other arguments of the screen.
    """

    row: int
    first: int
    last: int
    before: int | None
    after: int | None
    rounds: tuple[tuple[str, int, bool], ...]
    kept: tuple[tuple[str, str], ...]


def keep_moment(endpoint: str, values: dict[str, Any]) -> None:
    """Keep the moment in links between read-only screens."""
    asked = request.args.get(FIELD)
    if asked and request.blueprint in PAST:
        values.setdefault(FIELD, asked)


def view_as_asked(game: int) -> GameView:
    """Open the game in the present, or after the row in the address.

    Raises NoGameError, CannotOpenError, CannotRebuildError.
    """
    row = request.args.get(FIELD, type=int)
    return current_store().open(game) if row is None else game_store().past.at(game, row)


def lines(view: GameView, account: str = "") -> list[LedgerLine]:
    """Return the ledger entries at the moment of the view, of one account if named."""
    found = current_store().entries(view.id, account or None)
    return found if view.then is None else [line for line in found if line.n <= view.then]


def find_told(view: GameView) -> ToldPayments:
    """Return the payments from revenues that were told, which the ledger marks."""
    has_told = bool(view.state.told.runs)
    return find_told_payments(current_store().rows(view.id)) if has_told else frozenset()


def moment(view: GameView) -> PastMoment | None:
    """Return the past moment of the view; None in the present."""
    if view.then is None:
        return None
    line = game_store().past.timeline(view.id)
    row = line.at(view.then)
    began = [start for _, start in line.rounds if start <= row]
    return PastMoment(
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


def address_after_row(row: int | None) -> str:
    """Return the address of this screen after another row, or in the present."""
    assert request.endpoint
    asked = {**request.args.to_dict(), **(request.view_args or {}), FIELD: row}
    return url_for(request.endpoint, **asked)
