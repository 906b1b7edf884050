"""Preferences of simulated players of 1839 of 2015, who reach the last phases and use every power.

Directors keep money for the next train of companies that will soon have none. They sell trains to
companies without one. They start a company only when few companies wait for buyers of their shares.
"""

from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyShare,
    BuyTrain,
    Dividend,
    StartCompany,
)
from companion.rules.core.offers import Offer
from companion.rules.core.state import DEPOT, State
from companion.rules.data.revenue_divisions import PAY, WITHHOLD
from companion.rules.data.title_data import TrainType
from companion.rules.judge.rules import Rules
from companion.rules.operating import trains_and_phases
from companion.rules.operating.running import trains_of, type_of
from companion.titles.t1839_2015.draws import public

SOON = 8  # trains left in the supply before the kind that makes another one rust
KEEPS = ("repars", "floats", "joins", "runs_from")  # powers that only players have
LIKED = {  # kinds of offer; most of them use powers
    "bankrupt": 0.0,
    "lay_power": 6.0,
    "token_power": 4.0,
    "move_own_token": 5.0,
    "become": 3.0,
    "float": 5.0,
    "repar": 5.0,
    "early_train": 5.0,
}
NEVER = 0.01  # only without any alternative


def liking(rules: Rules, state: State, offer: Offer) -> float:
    """Return the factor for the likelihood that a player takes an offer."""
    action, kind = offer.action, offer.kind
    if isinstance(action, Dividend):
        return _dividing(rules, state, action)
    if isinstance(action, BuyTrain):
        return _train(rules, state, action, kind == "early_train")
    if isinstance(action, StartCompany):
        return _starting(rules, state, action)
    if state.round.operating is None:
        if isinstance(action, BuyShare) or kind == "bundle":
            return _shares(rules, state, offer)
        return 0.1 if kind == "sell" else LIKED.get(kind, 1.0)
    if isinstance(action, BuyPrivateForCompany):
        powers = rules.data.privates[action.private].powers
        return NEVER if any(name in powers for name in KEEPS) else 6.0
    if kind in ("lay", "token"):
        return _spending(rules, state, offer)
    return LIKED.get(kind, 1.0)


# --- trains


def _lasts(rules: Rules, state: State, type: TrainType) -> bool:
    """Will trains of the type not rust soon?"""
    if not type.rusted_by:
        return True
    left = [type_of(train) for train, card in state.trains.items() if card.place == DEPOT]
    before = 0
    for other in rules.data.train_types:
        if other.brings == type.rusted_by:
            break
        before += left.count(other.name)
    return before >= SOON


def _lacks(rules: Rules, state: State, company: str) -> int:
    """Return the money that the company lacks for the next train, if none of its trains lasts."""
    types = (rules.data.trains[type_of(train)] for train in trains_of(state, company))
    if any(_lasts(rules, state, type) for type in types):
        return 0
    sale = trains_and_phases.cheapest(rules, state)
    return max(0, sale.type.price - state.cash[company]) if sale else 0


def _train(rules: Rules, state: State, action: BuyTrain, early: bool) -> float:
    """Prefer spare trains of other companies, above all if the treasury can pay no other."""
    owned, seller = trains_of(state, action.company), state.place_of(action.train)
    if seller != DEPOT:
        if len(trains_of(state, seller)) < 2:
            return NEVER
        return 200.0 if not owned and _lacks(rules, state, action.company) else 0.3
    likely = LIKED["early_train"] if early else 1.0
    lasts = _lasts(rules, state, rules.data.trains[type_of(action.train)])
    return likely if lasts or not owned else 0.3 * likely


def _dividing(rules: Rules, state: State, action: Dividend) -> float:
    if _lacks(rules, state, action.company):
        return {WITHHOLD.name: 30.0, PAY.name: 0.2}.get(action.kind, 1.0)
    return 0.2 if action.kind == WITHHOLD.name else 1.0


def _spending(rules: Rules, state: State, offer: Offer) -> float:
    """Build free track, and spend money when no train needs it."""
    if not offer.price:
        return 3.0
    return 0.1 if _lacks(rules, state, offer.action.about()) else 1.0


# --- shares


def _needed(rules: Rules, state: State, player: str) -> int:
    """Return the money that a player's companies lack for their next trains."""
    mine = (c for c in public(rules.data) if rules.holdings.director(rules, state, c) == player)
    return sum(_lacks(rules, state, c) for c in mine if state.companies[c].floated)


def _waiting(rules: Rules, state: State) -> int:
    """Return the number of companies that wait for buyers of their shares."""
    owns = (state.companies[company] for company in public(rules.data))
    return sum(own.started and not own.floated for own in owns)


def _starting(rules: Rules, state: State, action: StartCompany) -> float:
    directed = sum(
        rules.holdings.director(rules, state, c) == action.player for c in public(rules.data)
    )
    most = 3 if len(state.order) < 4 else 2
    return NEVER if _waiting(rules, state) > 1 or directed >= most else 1.0


def _shares(rules: Rules, state: State, offer: Offer) -> float:
    """Prefer shares of unfloated companies, and save money for trains."""
    action = offer.action
    left = state.cash[action.actor()] + (offer.price or 0)
    if left < _needed(rules, state, action.actor()):
        return 0.05
    own = state.companies[action.about()]
    if action.about() in public(rules.data):
        return 1.0 if own.floated else 4.0
    return 0.5
