"""Operating rounds (§8): payments at the beginning, and the steps of a turn."""

from companion.rules.core.change import Change
from companion.rules.judge.rules import Rules
from companion.rules.money.debts import Debt
from companion.rules.operating import homes
from companion.rules.operating.emergency_money import owe
from companion.rules.operating.operating_round import TurnStep, update_turn
from companion.rules.operating.private_powers import power
from companion.rules.privates.private_purchases import PrivatePurchaseStep
from companion.rules.shares.holdings import is_player
from companion.titles.t1839.dividends import DividendStep1839
from companion.titles.t1839.emergency_money import MoneyRaising1839
from companion.titles.t1839.running import RunStep1839
from companion.titles.t1839.title_state import has_operated
from companion.titles.t1839.tokens import TokenStep1839
from companion.titles.t1839.track import TrackStep1839
from companion.titles.t1839.trains import FirstTrainStep, TrainStep1839


def steps(
    rules: Rules, money: MoneyRaising1839, privates: PrivatePurchaseStep
) -> tuple[TurnStep, ...]:
    """Return the steps of a turn. ``privates`` may be bought at any time of it."""
    return (
        FirstTrainStep(rules, money),
        TrackStep1839(rules),
        TokenStep1839(rules),
        RunStep1839(rules),
        DividendStep1839(rules),
        TrainStep1839(rules, money, privates),
    )


def begin_turn(change: Change, rules: Rules, company: str) -> None:
    """Place the home markers of a company that operates for the first time (§8.3)."""
    if not has_operated(change.state, company):
        update_turn(change, is_first=True)
        homes.place_homes(change, rules, company)


def charge(change: Change, rules: Rules, money: MoneyRaising1839) -> None:
    """Charge the owner of the private that costs money each round (§8.1)."""
    for private, owner in change.state.privates.items():
        amount = power(rules, private, "charge")
        if amount and is_player(owner):
            owe(change, money, Debt("charge", owner, amount, owner))
