"""Operating rounds (§8): payments at the beginning, and the steps of a turn."""

from companion.rules.core.change import Change
from companion.rules.core.state import State
from companion.rules.judge.judge import Rules
from companion.rules.money.debts import Debt
from companion.rules.operating import homes
from companion.rules.operating.operating_round import TurnStep, update_turn
from companion.rules.operating.private_powers import power
from companion.rules.operating.raising import owe
from companion.rules.privates.private_sales import UpToFace
from companion.rules.shares.holdings import is_player
from companion.titles.t1839.dividends import Dividends
from companion.titles.t1839.emergency import Money
from companion.titles.t1839.notes import has_operated
from companion.titles.t1839.running import Running
from companion.titles.t1839.tokens import Tokens
from companion.titles.t1839.track import Track
from companion.titles.t1839.trains import FirstTrain, Trains


class LastOfTurn(Trains):
    """The train step, the last. A turn stays open while a private may still be bought."""

    def __init__(self, rules: Rules, money: Money, privates: UpToFace) -> None:
        super().__init__(rules, money)
        self.privates = privates

    def waits(self, state: State) -> bool:
        return super().waits(state) or self.privates.waits(state)


def steps(rules: Rules, money: Money, privates: UpToFace) -> tuple[TurnStep, ...]:
    """Return the steps of a turn. ``privates`` may be bought at any time of it."""
    return (
        FirstTrain(rules, money),
        Track(rules),
        Tokens(rules),
        Running(rules),
        Dividends(rules),
        LastOfTurn(rules, money, privates),
    )


def begin_turn(change: Change, rules: Rules, company: str) -> None:
    """Place the home markers of a company that operates for the first time (§8.3)."""
    if not has_operated(change.state, company):
        update_turn(change, is_first=True)
        homes.place_homes(change, rules, company)


def charge(change: Change, rules: Rules, money: Money) -> None:
    """Charge the owner of the private that costs money each round (§8.1)."""
    for private, owner in change.state.privates.items():
        amount = power(rules, private, "charge")
        if amount and is_player(owner):
            owe(change, money, Debt("charge", owner, amount, owner))
