"""Whom 18xx.games asks, where that is not as our rules ask: by the names of steps."""

from collections.abc import Mapping

from companion.rules.purchase import BuyTrains
from companion.rules.state import State
from companion.titles.dialect import Asks, Course


def asks_about_trains(step: BuyTrains, state: State, course: Course) -> bool:
    """Who has no money is asked only for a train that he must buy: another company's costs 1 at
    least.
    """
    return step.waits(state) if state.cash[step.company(state)] else step.must_buy(state)


ASKS: Mapping[str, Asks] = {"trains": asks_about_trains}
