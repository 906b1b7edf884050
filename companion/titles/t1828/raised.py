"""Money for which shares were sold: it pays for the train, and for nothing before it ("Emergency
train buying").
"""

from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.judge import Rules


def train_first(rules: Rules, state: State, who: str) -> list[Refusal]:
    """Against anything else that costs the company or its director money, as long as the train for
    which he has sold shares is not bought.
    """
    turn = state.round.operating
    if turn is None or turn.payable is None:
        return []
    if who not in (turn.company, rules.holdings.director(rules, state, turn.company)):
        return []
    return [rules.refuse("forced.train_first", company=turn.company)]
