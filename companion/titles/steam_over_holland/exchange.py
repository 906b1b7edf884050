"""Steam over Holland on 18xx.games."""

from companion.board.bestrun import has_route
from companion.rules.actions import StartCompany
from companion.rules.running import Run, trains_of
from companion.rules.state import State
from companion.rules.stock import StockRound
from companion.titles.dialect import Course, Dialect
from companion.titles.steam_over_holland.stock import Turn
from companion.titles.steam_over_holland.trains import ANY_TWO_STOPS

MONEY = frozenset({"start.cash", "start.share", "buy.certificates"})


def asks_about_shares(step: Turn, state: State, course: Course) -> bool:
    """Who has the price of one share of a company that could be started is asked, whatever its
    first shares cost.
    """
    player = step.actor(state)
    if step.waits(state) or state.playing(StockRound).bought:
        return step.waits(state)
    for company, own in state.companies.items():
        pars = [] if own.started else step.pars(state, company)
        if pars and min(pars) <= state.cash[player]:
            found = step.starting(state, StartCompany(player, company, min(pars)))
            if all(reason.code in MONEY for reason in found):
                return True
    return False


def asks_about_run(step: Run, state: State, course: Course) -> bool:
    """A company with trains runs them wherever track joins two stops, if for nothing."""
    company = step.company(state)
    if not trains_of(state, company):
        return False
    return has_route(state.board, step.rules.access(state, company), [ANY_TWO_STOPS])


DIALECT = Dialect(
    name="Steam Over Holland",
    readings={
        "dividend_at_least": True,
        "phase_at_once": True,
        "any_time": True,
        "forced_sale_keeps_president": True,
        "own_sale_in_vain": True,
        "small_city_routes": True,
        "ledges_at_own_sales": True,
        "own_sales_apart": True,
        "extra_tile_anywhere": True,
        "every_river_paid": True,
        "discards_sold_again": True,
        "started_shares_sold": True,
    },
    draws=frozenset({"draw"}),
    ends={"rounds": "fixed_round", "market": "stock_market"},
    asks={"shares": asks_about_shares, "run": asks_about_run},
    variants={"3E": "6"},
    unsold_in_treasury=True,
    par_is_price=True,
    worth_with_privates=True,
    replay_seconds={"soh-fifteen-rounds": 0.15},
)
