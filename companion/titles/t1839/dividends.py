"""Dividends (§8.3.4) and their effect on prices (§13.2)."""

from collections.abc import Sequence
from fractions import Fraction

from companion.rules.core.state import State
from companion.rules.data.printed_markets import Cell
from companion.rules.data.revenue_divisions import PAY, WITHHOLD, Division
from companion.rules.judge.rules import Rules
from companion.rules.operating.game_end_notes import TopDividendStep
from companion.rules.shares import market
from companion.rules.shares.price_rules import move_by_dividend
from companion.titles.t1839.phases import figures_of
from companion.titles.t1839.turn_state import turn_of

# Half stays with the company, rounded down to a ten. The rest is a number of tens. So each share
# gets a twentieth of the revenue, rounded up.
HALF = Division("half", keeps=Fraction(1, 2), step=10)
WAYS = (HALF, PAY, WITHHOLD)


def price_move(rules: Rules, state: State, company: str, shared: int) -> Cell:
    """Return the new cell after a dividend: two to the left without a train."""
    if turn_of(state).is_trainless:
        return market.cell_ahead(rules.data, state, company, -2)
    return move_by_dividend(rules, state, company, shared)


class DividendStep1839(TopDividendStep):
    """Pay half or all of the revenue, or none.

    A dividend that brings a price to the end of the market ends the game with this round. Later
    falls of the price do not matter (§10.1).
    """

    def ways(self, state: State) -> Sequence[Division]:
        """Return half dividends before phase Blue, full ones from then on (§17)."""
        full = self.data.reaches(state.phase, figures_of(self.rules).half_until)
        return (PAY, WITHHOLD) if full else (HALF, WITHHOLD)
