"""Import and export of Steam over Holland for 18xx.games."""

from companion.ledger.entries import BANK
from companion.rules.core.actions import (
    Action,
    BuyOwnShares,
    LayTile,
    PlaceToken,
    SellOwnShares,
    StartCompany,
)
from companion.rules.core.state import GONE, State
from companion.rules.judge.rules import Rules
from companion.rules.operating.map_answers import has_route
from companion.rules.operating.private_powers import power
from companion.rules.operating.running import RunStep, trains_of
from companion.rules.operating.tokens import TokenStep
from companion.rules.operating.trains_and_phases import ANY_TWO_STOPS
from companion.rules.stock.share_trading import StockRound
from companion.titles.site_adapter import SiteAdapter, TurnHistory
from companion.titles.steam_over_holland.stock import HollandStockTurn
from companion.titles.steam_over_holland.title_state import HollandAuctionRound

MONEY = frozenset({"start.cash", "start.share", "buy.certificates"})


def asks_about_shares(step: HollandStockTurn, state: State, course: TurnHistory) -> bool:
    """Ask every player with the price of one share of a company that could be started.

    The cost of its first shares does not matter.
    """
    player = step.actor(state)
    if step.waits(state) or state.playing(StockRound).purchases:
        return step.waits(state)
    for company, own in state.companies.items():
        pars = [] if own.started else step.pars(state, company)
        if pars and min(pars) <= state.cash[player]:
            found = step.starting(state, StartCompany(player, company, min(pars)))
            if all(reason.code in MONEY for reason in found):
                return True
    return False


def asks_about_run(step: RunStep, state: State, course: TurnHistory) -> bool:
    """Tell whether a company with trains is asked: track joins two stops, even without revenue."""
    company = step.company(state)
    if not trains_of(state, company):
        return False
    return has_route(step.rules, state, company, [ANY_TWO_STOPS])


def takes_tile(action: LayTile, rules: Rules, state: State, course: TurnHistory) -> bool:
    """Tell whether a tile is taken: the second of two tiles needs another hex than the first."""
    laid = [deed for deed in course.deeds if isinstance(deed, LayTile)]
    counted = [deed for deed in (*laid, action) if not power(rules, deed.private, "extra_lay")]
    again = action.hex in [deed.hex for deed in laid]
    return not (again and action in counted and len(counted) > 1)


def takes_token(action: PlaceToken, rules: Rules, state: State, course: TurnHistory) -> bool:
    """Tell whether a paid token is taken: only in the token step, and not later."""
    step = rules.waiting(state)
    return action.private is not None or (step is not None and step.name == TokenStep.name)


def takes_own_shares(
    action: BuyOwnShares | SellOwnShares, rules: Rules, state: State, course: TurnHistory
) -> bool:
    """Tell whether a trade in own shares is taken.

    After buying back, a company sells own shares only for a train.
    """
    if not any(isinstance(deed, BuyOwnShares) for deed in course.deeds):
        return True
    step = rules.waiting(state)
    return isinstance(action, SellOwnShares) and step is not None and step.name == "trains"


def fails(action: Action, before: State, after: State) -> bool:
    """Is the last private left unsold?"""
    if not isinstance(before.round, HollandAuctionRound):
        return False
    waiting = [private for private, owner in before.privates.items() if owner == BANK]
    return len(waiting) == 1 and after.privates[waiting[0]] == GONE


ADAPTER = SiteAdapter(
    asks={"shares": asks_about_shares, "run": asks_about_run},
    takes={
        "lay_tile": takes_tile,
        "place_token": takes_token,
        "buy_own_shares": takes_own_shares,
        "sell_own_shares": takes_own_shares,
    },
    fails=fails,
)
