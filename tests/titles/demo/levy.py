"""The levy (§8): what a company owes for its markers on the map, a debt that is no train."""

from companion.rules.core.change import Change
from companion.rules.judge.rules import Rules
from companion.rules.money.debts import Debt
from companion.rules.operating.debt_sources import PlayerShareSource
from companion.rules.operating.emergency_money import MoneyRaising, owe
from tests.titles.demo.leaving import leave

A_MARKER = {"2": 0, "3": 30, "4": 45}  # by phase


class Levies(MoneyRaising):
    """The director helps, and sells shares for it; who cannot pay is bankrupt and leaves."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, helping=(PlayerShareSource(rules),))

    def fail(self, change: Change, debt: Debt) -> None:
        change.pay(debt.debtor, debt.payee, change.state.cash[debt.debtor], debt.kind, debt.debtor)
        change.tell("bankrupt", player=debt.helper)
        leave(change, self.rules, debt.helper)


def charge(change: Change, rules: Rules, raising: MoneyRaising, company: str) -> None:
    """A turn begins: the company pays its levy, or the money is raised."""
    state = change.state
    amount = A_MARKER[state.phase] * len(state.board.token_stops(company))
    if amount:
        owe(change, raising, Debt("levy", company, amount, rules.decider(state, company)))
