"""Prices of shares at a start and in a sale."""

from collections.abc import Mapping

from companion.rules.core.state import State
from companion.rules.data.printed_markets import Cell
from companion.rules.judge.rules import Rules
from companion.rules.shares import market
from companion.rules.shares.price_rules import pars_of_phase
from companion.titles.t1839_2015.title_state import SumsRound, game_of


def pars(rules: Rules, state: State, company: str) -> Mapping[int, Cell]:
    """Return the pars. The company that comes with a private has its par, whatever the phase."""
    if isinstance(state.round, SumsRound) and company == game_of(state).director_company:
        par = next(p.powers["par"] for p in rules.data.private_list if "par" in p.powers)
        return {par: rules.data.chart.pars[par]}
    return pars_of_phase(rules, state, company)


def sale_price(rules: Rules, state: State, company: str) -> int:
    """Return the price of a sold share.

    For a foreign company it is the next price below (Selling shares).
    """
    if not state.companies[company].started:
        return 0
    down = 0 if rules.kind(state, company).directed else -1
    return market.cell_ahead(rules.data, state, company, down).price
