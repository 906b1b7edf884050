"""Checks of what is told without the map: the moment of a private, its cost and other amounts."""

from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import is_laying_track
from companion.rules.without_map.actions import MOST


def refuse_outside_track(rules: Rules, state: State, private: str) -> list[Refusal]:
    """Refuse a use while no track is laid."""
    return [] if is_laying_track(rules, state) else [rules.refuse("told.track", private=private)]


def refuse_limits(
    rules: Rules, private: str, cost: int, least: int, most: int = MOST
) -> list[Refusal]:
    """Refuse a cost outside the limits that the private sets."""
    if cost < least:
        return [rules.refuse("told.least", private=private, least=least)]
    return [rules.refuse("told.most", private=private, most=most)] if cost > most else []


def refuse_amount(rules: Rules, amount: int) -> list[Refusal]:
    """Refuse an amount below 0, or above all that is earned or paid in games."""
    return [] if 0 <= amount <= MOST else [rules.refuse("told.revenue", most=MOST)]


def refuse_any_cost(rules: Rules, private: str, cost: int) -> list[Refusal]:
    """Refuse a cost for something that costs nothing with the private."""
    return [rules.refuse("told.free", private=private)] if cost else []
