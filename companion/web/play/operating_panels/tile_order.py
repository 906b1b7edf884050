"""The order of the tiles to choose from on a hex: the most useful first.

The first tile is the one with which the company's best run earns most. Next comes the tile that was
laid last, and then the tile with which the network reaches more stops.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating import running
from companion.rules.operating.map_answers import Allotted
from companion.store.history.records import STANDING, LogRow
from companion.web.play.operating_panels.turn_offers import TurnScreen
from companion.web.render.screens import current_store

PATIENCE = 0.5  # seconds for the searches for all lays on a hex


@dataclass(frozen=True, slots=True)
class Fit:
    """A tile that fits with this rotation: its cost and its remaining refusals.

    ``allotments`` are the ways to distribute the hex's tokens over the tile's cities.
    """

    tile: str
    rotation: int
    cost: int
    refusals: tuple[Refusal, ...]
    allotments: tuple[Allotted, ...] = ((),)


@dataclass(frozen=True, slots=True)
class Merit:
    """The benefit of a lay: the revenue of the best run after it, and the stops reached."""

    revenue: int
    stops: int


def sort_fits(asked: TurnScreen, at: str, fits: Sequence[Fit]) -> list[Fit]:
    """Return the lays on a hex in their order on the screen, those with a refusal last."""
    if len(fits) < 2:
        return list(fits)
    merits = find_merits(asked.rules, asked.state, asked.company, at, fits)
    return order_fits(fits, merits, find_laid_tiles(current_store().rows(asked.view.id)))


def order_fits(fits: Sequence[Fit], merits: Sequence[Merit], laid: Mapping[str, int]) -> list[Fit]:
    """Return the lays in their order. ``laid`` says when each tile was laid last."""

    def place(one: tuple[Fit, Merit]) -> tuple[bool, int, int, int]:
        fit, merit = one
        return bool(fit.refusals), -merit.revenue, -laid.get(fit.tile, -1), -merit.stops

    return [fit for fit, _ in sorted(zip(fits, merits, strict=True), key=place)]


def find_merits(
    rules: Rules,
    state: State,
    company: str,
    at: str,
    fits: Sequence[Fit],
    seconds: float = PATIENCE,
) -> list[Merit]:
    """Return the benefit of each lay for the company.

    No revenue counts if the searches for all of them take longer.
    """
    access, found = rules.access.of(rules, state, company), list[Merit]()
    is_proved = bool(running.trains_of(state, company))
    for fit in fits:
        board = state.board.with_tile(at, fit.tile, fit.rotation, dict(fit.allotments[0]))
        revenue = 0
        if is_proved:
            best = running.find_best(
                rules, replace(state, board=board), company, seconds / len(fits)
            )
            is_proved, revenue = best.proved, best.revenue
        found.append(Merit(revenue, len(board.reach(access).stops)))
    return found if is_proved else [replace(merit, revenue=0) for merit in found]


def find_laid_tiles(rows: Iterable[LogRow]) -> dict[str, int]:
    """Return the number of the standing row that laid each tile last."""
    found: dict[str, int] = {}
    for row in rows:
        sent = row.action_json or {}
        if row.status == STANDING and "tile" in sent:
            found[sent["tile"]] = row.n
    return found
