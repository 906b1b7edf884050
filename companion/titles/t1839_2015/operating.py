"""Operating rounds: the steps of a turn."""

from companion.languages import gettext
from companion.rules.core.actions import LayTile, Pass
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.dividends import DividendStep
from companion.rules.operating.emergency_money import MoneyRaising
from companion.rules.operating.operating_round import TurnStep
from companion.rules.operating.private_powers import BUILD, power
from companion.rules.privates.power_lays import PowerTrackStep, turn_of
from companion.rules.privates.private_purchases import PrivatePurchaseStep
from companion.titles.t1839_2015.rotterdam import needless, unpaid
from companion.titles.t1839_2015.running import RunStep2015
from companion.titles.t1839_2015.tokens import TokenStep2015
from companion.titles.t1839_2015.trains import TrainStep2015


class TrackStep2015(PowerTrackStep):
    """The lays of a turn. After the first one, a note tells the effect of a second."""

    def refusals(self, state: State, action: LayTile | Pass) -> list[Refusal]:
        return super().refusals(state, action) + unpaid(self.rules, state, action)

    def check_lay(self, state: State, action: LayTile) -> list[Refusal]:
        cost = self.cost(state, action)
        return super().check_lay(state, action) + needless(self.rules, state, action.company, cost)

    def sentences(self, state: State) -> list[str]:
        turn, build = turn_of(state), power(self.rules, turn_of(state).private_for_lays, BUILD)
        has = state.companies[turn.company].tokens
        if len(turn.lays) != 1 or not has or (build and build.tokens):
            return []
        return [gettext("After a second tile no marker is placed in this turn.")]


def steps(rules: Rules, money: MoneyRaising, privates: PrivatePurchaseStep) -> tuple[TurnStep, ...]:
    """Return the steps of a turn. ``privates`` may be bought at any time of it."""
    markers = TokenStep2015(rules)
    return (
        TrackStep2015(rules, markers),
        markers,
        RunStep2015(rules),
        DividendStep(rules),
        TrainStep2015(rules, money, privates),
    )
