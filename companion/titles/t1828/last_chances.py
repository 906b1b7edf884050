"""Last chances of 1828: options beside a turn's steps that could be lost.

There are four, in this order: the swap of the Mohawk & Hudson, the purchase of privates, the extra
tile of the Champlain & St. Lawrence, and coal. Without the map the tile is told.

The swap is possible at any time of an operating round. In a stock round its owner's turn waits for
it. A company may buy privates at any moment of its turn, and could still use them in it. The end of
the turn waits for them anyway. The extra tile and coal are possible at any moment of a company's
turn.
"""

from collections.abc import Mapping
from typing import Any

from companion.rules.core.state import STARTED, State
from companion.rules.judge.rules import Rules
from companion.rules.operating.last_chances import (
    Chance,
    ChanceEffect,
    CompanyTurnChance,
    ExtraTileChance,
    OpenChance,
    PrivatePurchaseChance,
    next_operating,
)
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.privates.private_railway import PrivateOperatingRound
from companion.rules.shares.holdings import INITIAL
from companion.rules.stock import floating
from companion.rules.stock.share_trading import StockRound
from companion.titles.t1828.coal import CoalStep
from companion.titles.t1828.mohawk_hudson import HudsonSwapStep
from companion.titles.t1828.privates import PrivatePurchaseStep1828
from companion.titles.t1828.title_state import game_of
from companion.titles.t1828.track import FreeTileStep
from companion.titles.t1828.turn_without_map import ToldPowerStep1828, ToldTileChance


def chances(
    rules: Rules,
    swap: HudsonSwapStep,
    privates: PrivatePurchaseStep1828,
    tile: FreeTileStep,
    coal: CoalStep,
    told_tile: ToldPowerStep1828,
) -> tuple[Chance, ...]:
    """Return all last chances, each with the step that takes it."""
    return (
        SwapChance(rules, swap),
        PrivatePurchaseChance(rules, privates),
        ExtraTileChance(rules, tile),
        CoalChance(rules, coal),
        ToldTileChance(rules, told_tile),
    )


class SwapChance(Chance):
    """The swap of a private for a share in an operating round, where it uses up no turn.

    It may float a company, which begins with this operating round or with a later one.
    """

    name = "swap_private"

    def open(self, state: State) -> OpenChance | None:
        round = state.round
        if not isinstance(round, StockRound | OperatingRound):
            return None
        step = self.step
        assert isinstance(step, HudsonSwapStep)
        first = next(step.swaps(state), None)
        if first is None:
            return None
        effects = {
            ChanceEffect(
                "begins", (swap.company, *self._first(self.state_after(state, swap), swap.company))
            )
            for swap in step.swaps(state, self._nearly_floated(state))
            if swap.source == INITIAL
        }
        if isinstance(round, OperatingRound):
            effects.add(ChanceEffect("beside", (round.number,)))
        return OpenChance(first.player, frozenset(effects))

    def _nearly_floated(self, state: State) -> list[str]:
        """Return the companies that one more certificate would float."""
        return [
            company
            for company, own in state.companies.items()
            if own.status == STARTED
            and floating.is_due(self.rules, state, company, self.rules.kind(state, company).unit)
        ]

    def _first(self, state: State, company: str) -> tuple[int, int]:
        """Return number and part of the first operating round of a company."""
        round = state.round
        assert isinstance(round, StockRound | OperatingRound)
        if isinstance(round, PrivateOperatingRound):
            now = company not in game_of(state).late_companies
        else:
            now = isinstance(round, OperatingRound) and company in round.companies
        return (round.number, round.part) if now else next_operating(round)

    def facts(self, state: State) -> Mapping[str, Any]:
        swapped = (data.symbol for data in self.data.private_list if "swap" in data.powers)
        return {"private": next(swapped)}


class CoalChance(CompanyTurnChance):
    """Coal, bought in this turn and in time for a marker or a run that it makes possible.

    Without the map every company without coal may reach it, and is asked.
    """

    name = "coal"
    done = "coal"
