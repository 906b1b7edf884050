"""Operating rounds: what a turn is made of, and its trains."""

from companion.making.t1839_2015.privates import close_on_train
from companion.making.t1839_2015.running import Running
from companion.making.t1839_2015.tokens import Markers
from companion.rules.change import Change
from companion.rules.debts import Debt
from companion.rules.dividends import PayDividend
from companion.rules.operating import TurnStep
from companion.rules.privates import UpToFace
from companion.rules.purchase import BuyTrains
from companion.rules.raising import Raising
from companion.rules.rules import Rules
from companion.rules.sources import Shares
from companion.rules.state import State
from companion.rules.track import LayTrack


class Money(Raising):
    """The director's cash and shares; else he is bankrupt, and the game ends at once."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, helping=(Shares(rules),))

    def fail(self, change: Change, debt: Debt) -> None:
        change.tell("bankrupt", player=debt.helper)
        self.rules.finish(change, "bankrupt")


class Trains(BuyTrains):
    """Trains are bought last: a turn does not end by itself while a private may still be bought."""

    def __init__(self, rules: Rules, privates: UpToFace) -> None:
        super().__init__(rules, Money(rules))
        self.privates = privates

    def waits(self, state: State) -> bool:
        return super().waits(state) or self.privates.waits(state)

    def bought(self, change: Change, company: str, train: str) -> None:
        """The private closes that came with the company's director's certificate."""
        close_on_train(change, self.rules, company)


def steps(rules: Rules, privates: UpToFace) -> tuple[TurnStep, ...]:
    """A turn from top to bottom; ``privates`` may be bought at any time of it."""
    return (
        LayTrack(rules),
        Markers(rules),
        Running(rules),
        PayDividend(rules),
        Trains(rules, privates),
    )
