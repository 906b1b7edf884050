"""What is open beside the steps of a turn, and could be lost when they end by themselves: a private
bought with which the company could still do more in it, a train bought before it could run no more,
and the director's money for track or a marker. The end of a turn waits for privates anyway.
"""

from companion.rules.core.actions import Action
from companion.rules.core.state import State
from companion.rules.judge.judge import Rules
from companion.rules.operating.last_chances import Chance, ChanceOfTurn, LastPrivate
from companion.rules.privates.private_sales import BuyPrivates
from companion.titles.t1839_2015.rotterdam import Drawing
from companion.titles.t1839_2015.trains import EarlyTrains


def chances(
    rules: Rules, privates: BuyPrivates, early: EarlyTrains, drawing: Drawing
) -> tuple[Chance, ...]:
    """All of them; each with the step that takes it."""
    return LastPrivate(rules, privates), TrainInTime(rules, early), DirectorPays(rules, drawing)


class TrainInTime(ChanceOfTurn):
    """A train that a private allows to be bought now, with which the company could run."""

    name = "early_train"
    opens = ("run",)


class DirectorPays(ChanceOfTurn):
    """What the director pays of track or of a marker that the treasury cannot pay."""

    name = "draw_on_director"
    opens = ("track", "token")
    step: Drawing

    def used(self, state: State, action: Action) -> State:
        """With all that he could raise: he may sell for it before he pays."""
        return self.step.with_all(state)
