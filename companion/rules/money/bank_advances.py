"""Advances of the bank: money for a player or company short of cash, owed until repaid.

A ruling never covers missing money: the table first enters an advance, with the reason. It is not
an action of the game and uses no turn. Outstanding advances are deducted from a player's worth.
"""

from typing import Any

from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, TableEntry, action
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import FLOATED, State
from companion.rules.judge.rules import Rules
from companion.rules.judge.table_step import TableStep
from companion.rules.shares.holdings import is_player
from companion.rules.stock import share_trading


@action("advance_money")
class AdvanceMoney(TableEntry):
    """An advance of ``amount`` from the bank to a player or a company."""

    payee: str
    amount: int


@action("repay_advance")
class RepayAdvance(Action):
    """A repayment of ``amount`` of an advance by a player or a company."""

    party: str
    amount: int

    def actor(self) -> str:
        return self.party


def may_owe(rules: Rules, state: State) -> list[str]:
    """Return the owners who may get an advance: players in the game and operating companies."""
    operating = [c for c, own in state.companies.items() if own.status == FLOATED]
    return [*state.order, *(c for c in rules.data.companies if c in operating)]


def free_cash(state: State, owner: str) -> int:
    """Return the cash that the owner may spend."""
    return share_trading.free_cash(state, owner) if is_player(owner) else state.cash[owner]


class AdvanceStep(TableStep):
    """The step that takes advances and repayments until the game is over."""

    name = "advance"
    accepts = (AdvanceMoney, RepayAdvance)

    def refusals(self, state: State, action: Any) -> list[Refusal]:
        if state.end_reason:
            return [self.rules.refuse("turn.over")]
        if not action.amount:
            return [self.rules.refuse("correct.nothing")]
        if isinstance(action, AdvanceMoney):
            return self._check_advance(state, action)
        return self._check_repayment(state, action)

    def _check_advance(self, state: State, action: AdvanceMoney) -> list[Refusal]:
        bank = state.cash[BANK]
        if action.payee not in may_owe(self.rules, state):
            return [self.rules.refuse("advance.whom", payee=action.payee)]
        if self.rules.bank_size and action.amount >= bank:
            return [self.rules.refuse("advance.bank", cash=bank, amount=action.amount)]
        return []

    def _check_repayment(self, state: State, action: RepayAdvance) -> list[Refusal]:
        who = action.party
        found = []
        owed = state.advances.get(who, 0)
        if action.amount > owed:
            found.append(self.rules.refuse("advance.owed", party=who, amount_owed=owed))
        if owed and action.amount > (cash := free_cash(state, who)):
            found.append(self.rules.refuse("advance.cash", party=who, cash=cash))
        return found

    def apply(self, change: Change, action: Any) -> None:
        if isinstance(action, AdvanceMoney):
            change.pay(BANK, action.payee, action.amount, "advance")
            self._owe(change, action.payee, action.amount)
            facts = {"payee": action.payee, "amount": action.amount, "reason": action.reason}
            change.tell("advanced_money", **facts)
            return
        change.pay(action.party, BANK, action.amount, "repayment")
        self._owe(change, action.party, -action.amount)
        left = change.state.advances.get(action.party, 0)
        change.tell("repaid_advance", party=action.party, amount=action.amount, remaining=left)

    @staticmethod
    def _owe(change: Change, owner: str, more: int) -> None:
        owed = {**change.state.advances, owner: change.state.advances.get(owner, 0) + more}
        change.state.advances = {who: amount for who, amount in owed.items() if amount}
