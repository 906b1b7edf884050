"""Simulated players: how likely each of them takes what is offered.

A title whose games need players of other tempers to come to all that may happen has a module of
this name, whose ``table`` says who plays a game of many, under which options.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.rules.core.actions import Dividend
from companion.rules.core.offers import Offer
from companion.rules.core.state import State, type_of
from companion.rules.data.revenue_divisions import WITHHOLD
from companion.rules.judge.judge import Rules
from companion.rules.operating.running import trains_of
from companion.rules.operating.trains import cheapest

Manner = Callable[[Rules, State, Offer], float]  # how likely a player takes an offer


class Table(NamedTuple):
    """Who plays a simulated game, and under which options."""

    manner: Manner
    options: Mapping[str, Any]


def careless(rules: Rules, state: State, offer: Offer) -> float:
    """As likely as the offer says."""
    return offer.weight


def usual(rules: Rules, state: State, offer: Offer) -> float:
    """As likely as the offer says, and as the title's players like it."""
    return offer.weight * rules.bots.liking(rules, state, offer)


def careful(rules: Rules, state: State, offer: Offer) -> float:
    """So that games come to their last phases: nobody gives up who can do anything else, and a
    company keeps its money for a train as long as it has none that stays.
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
    """Has the company no train that stays, nor the money for the bank's cheapest?"""
    types = (rules.data.trains[type_of(train)] for train in trains_of(state, company))
    sale = cheapest(rules, state)
    poor = sale is not None and state.cash[company] < sale.type.price
    return poor and all(type.rusted_by for type in types)
