"""Whom 18xx.games asks, where that is not as our rules ask: by the names of steps."""

from collections.abc import Mapping

from companion.rules.powers import owned
from companion.rules.privates import BuyPrivates
from companion.rules.purchase import BuyTrains
from companion.rules.state import State
from companion.titles.dialect import Asks, Course


def asks_about_trains(step: BuyTrains, state: State, course: Course) -> bool:
    """Who has no money is asked only for a train that he must buy: another company's costs 1 at
    least.
    """
    return step.waits(state) if state.cash[step.company(state)] else step.must_buy(state)


def asks_about_privates(step: BuyPrivates, state: State, course: Course) -> bool:
    """A company whose private may lay a tile at any time is asked at the end of its turn."""
    tiles = owned(step.rules, state, step.company(state), "extra_tile")
    return step.waits(state) or any(private not in course.used for private in tiles)


ASKS: Mapping[str, Asks] = {"trains": asks_about_trains, "privates": asks_about_privates}
