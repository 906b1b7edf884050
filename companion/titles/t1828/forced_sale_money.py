"""Money from forced sales: it pays for the train first ("Emergency train buying")."""

from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules


def train_first(rules: Rules, state: State, who: str) -> list[Refusal]:
    """Refuse other expenses while a train for which shares were sold is not bought.

    This holds for the company and its director.
    """
    turn = state.round.operating
    if turn is None or turn.money_without_last_share is None:
        return []
    if who not in (turn.company, rules.holdings.director(rules, state, turn.company)):
        return []
    return [rules.refuse("forced.train_first", company=turn.company)]
