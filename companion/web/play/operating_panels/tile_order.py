"""The order of the tiles to choose from on a hex: the most useful first.

The first tile is the one with which the company's best run earns most. Next comes the tile that was
laid last, and then the tile with which the network reaches more stops.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.board.bestrun.best_run import BestRun
from companion.board.bestrun.shared_search_data import SharedSearchData
from companion.board.bestrun.track_network import Network
from companion.board.bestrun.track_network import network as network_of
from companion.board.trains import Fares
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating import running
from companion.rules.operating.track import Lay
from companion.web.play.operating_panels.runs import best_runs
from companion.web.play.operating_panels.turn_offers import TurnScreen
from companion.web.render.screens import current_store

PATIENCE = 0.5  # seconds for the searches for all lays on a hex


@dataclass(frozen=True, slots=True)
class Merit:
    """The benefit of a lay: the revenue of the best run after it, and the stops reached."""

    revenue: int
    stops: int


def sort_fits(asked: TurnScreen, at: str, fits: Sequence[Lay]) -> list[Lay]:
    """Return the lays on a hex in their order on the screen, those with a refusal last."""
    if len(fits) < 2:
        return list(fits)
    now = None
    if running.trains_of(asked.state, asked.company):
        now = best_runs().find(asked.view, asked.company)
    merits = find_merits(asked.rules, asked.state, asked.company, at, fits, now=now)
    return order_fits(fits, merits, current_store().find_laid_tiles(asked.view.id))


def order_fits(fits: Sequence[Lay], merits: Sequence[Merit], laid: Mapping[str, int]) -> list[Lay]:
    """Return the lays in their order. ``laid`` says when each tile was laid last."""

    def place(one: tuple[Lay, Merit]) -> tuple[bool, int, int, int]:
        fit, merit = one
        return bool(fit.refusals), -merit.revenue, -laid.get(fit.tile, -1), -merit.stops

    return [fit for fit, _ in sorted(zip(fits, merits, strict=True), key=place)]


def find_merits(
    rules: Rules,
    state: State,
    company: str,
    at: str,
    fits: Sequence[Lay],
    *,
    seconds: float = PATIENCE,
    now: BestRun | None = None,
) -> list[Merit]:
    """Return the benefit of each lay for the company.

    No revenue counts if the searches for all of them take longer. ``now`` is the best run without a
    lay, if it is known.
    """
    runs, found = _RunsByNetwork(rules, company, seconds / len(fits)), list[Merit]()
    if now is not None and now.proved:
        runs.add(state, now)
    is_proved = bool(running.trains_of(state, company))
    for fit in fits:
        board = state.board.with_tile(at, fit.tile, fit.rotation, dict(fit.allotments[0]))
        revenue = 0
        if is_proved:
            best = runs.find(replace(state, board=board))
            is_proved, revenue = best.proved, best.revenue
        found.append(Merit(revenue, len(board.reach(rules.access.of(rules, state, company)).stops)))
    return found if is_proved else [replace(merit, revenue=0) for merit in found]


class _RunsByNetwork:
    """The best runs of a company after different lays.

    Most lays do not change the network that its trains can use, as they end in a dead end. They
    share a search.
    """

    def __init__(self, rules: Rules, company: str, seconds: float) -> None:
        self.rules, self.company, self.seconds = rules, company, seconds
        self._found: list[tuple[Network, Fares, BestRun]] = []

    def find(self, state: State) -> BestRun:
        """Return the best run in the state after a lay, searched for at most ``seconds``."""
        rules, company = self.rules, self.company
        kinds = running.kinds_of(rules, state, company)
        if not running.is_of_map_and_trains(rules) or any(k.floods for k in kinds.values()):
            return running.find_best(rules, state, company, self.seconds)
        network, fares = self._inputs(state)
        for known, paid, best in self._found:
            if known == network and paid == fares:
                return best
        access = rules.access.of(rules, state, company)
        ground = SharedSearchData(state.board, access, len(kinds), network)
        best = running.find_best(rules, state, company, self.seconds, ground)
        self._found.append((network, fares, best))
        return best

    def add(self, state: State, best: BestRun) -> None:
        """Add a best run that is known."""
        self._found.append((*self._inputs(state), best))

    def _inputs(self, state: State) -> tuple[Network, Fares]:
        """Return the network of the company's trains, and their pay."""
        access = self.rules.access.of(self.rules, state, self.company)
        trains = len(running.trains_of(state, self.company))
        fares = running.fares_of(self.rules, state, self.company)
        return network_of(state.board, access, trains), fares
