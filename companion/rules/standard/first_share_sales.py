"""The moment from which shares of a company are sold, by a switch."""

from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.data.switches import FLOAT, OPERATION
from companion.rules.judge.rules import Rules


def check_beginning(rules: Rules, state: State, company: str) -> list[Refusal]:
    """Refuse a sale before the company floats or operates, if the switch asks for that."""
    own, begins = state.companies[company], rules.data.stock.sold_from
    if begins == FLOAT and not own.floated:
        return [rules.refuse("sell.unfloated", company=company)]
    if begins == OPERATION and not own.has_operated:
        return [rules.refuse("sell.unoperated", company=company)]
    return []
