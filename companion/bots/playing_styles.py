"""How likely a simulated player takes each offer.

Some titles need players of other styles to reach all their situations. Such a title has a module
``bot_styles``, whose ``table`` gives the players' style and the options for each game.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.rules.core.actions import Dividend
from companion.rules.core.offers import Offer
from companion.rules.core.state import State, type_of
from companion.rules.data.revenue_divisions import WITHHOLD
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import trains_of
from companion.rules.operating.trains_and_phases import cheapest

Manner = Callable[[Rules, State, Offer], float]  # the weight that a player gives an offer


class TableManner(NamedTuple):
    """Style of the players of a simulated game, and its options."""

    manner: Manner
    options: Mapping[str, Any]


def careless(rules: Rules, state: State, offer: Offer) -> float:
    """Return the weight of the offer itself."""
    return offer.weight


def usual(rules: Rules, state: State, offer: Offer) -> float:
    """Return the weight of the offer times the preference of the title's players."""
    return offer.weight * rules.bots.liking(rules, state, offer)


def careful(rules: Rules, state: State, offer: Offer) -> float:
    """Return weights that lead games to their last phases.

    Nobody goes bankrupt while anything else is possible. A company without a permanent train saves
    for one.
    """
    if offer.kind == "bankrupt":
        return 0.0
    likely, turn = usual(rules, state, offer), state.round.operating
    if turn is None or not _lacks_a_train(rules, state, turn.company):
        return likely
    if isinstance(offer.action, Dividend):
        return likely * (20 if offer.action.kind == WITHHOLD.name else 1)
    return likely * (0.1 if offer.kind == "token" else 1)


def _lacks_a_train(rules: Rules, state: State, company: str) -> bool:
    """Return whether a company lacks a permanent train and cannot afford the bank's cheapest."""
    types = (rules.data.trains[type_of(train)] for train in trains_of(state, company))
    sale = cheapest(rules, state)
    poor = sale is not None and state.cash[company] < sale.type.price
    return poor and all(type.rusted_by or type.rusts_after for type in types)
