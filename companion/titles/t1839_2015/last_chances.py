"""Last chances of 1839 of 2015: options beside a turn's steps that could be lost.

Some are privates that the company could buy and still use in the turn. Others are a train bought in
time to run, and the director's money for track or a marker. The end of a turn waits for privates
anyway.
"""

from companion.rules.core.actions import Action
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.last_chances import Chance, CompanyTurnChance, PrivatePurchaseChance
from companion.rules.privates.private_purchases import PrivatePurchaseStep
from companion.titles.t1839_2015.rotterdam import DirectorPaymentStep
from companion.titles.t1839_2015.trains import EarlyTrainStep


def chances(
    rules: Rules, privates: PrivatePurchaseStep, early: EarlyTrainStep, drawing: DirectorPaymentStep
) -> tuple[Chance, ...]:
    """Return all last chances, each with the step that takes it."""
    return (
        PrivatePurchaseChance(rules, privates),
        EarlyTrainChance(rules, early),
        DirectorPaymentChance(rules, drawing),
    )


class EarlyTrainChance(CompanyTurnChance):
    """A train that a private allows the company to buy now, in time to run it."""

    name = "early_train"
    opens = ("run",)


class DirectorPaymentChance(CompanyTurnChance):
    """The director's payment for track or a marker that the treasury cannot pay."""

    name = "draw_on_director"
    opens = ("track", "token")
    step: DirectorPaymentStep

    def state_after(self, state: State, action: Action) -> State:
        """Return the state with all the money that the director could raise.

        They may sell for it before they pay.
        """
        return self.step.state_with_all_money(state)
