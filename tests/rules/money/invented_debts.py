"""Test debts other than trains, added to the rules of a title that has none.

A fee is owed by a company, with help from its president. A toll is owed by a player.
"""

from companion.ledger.entries import BANK
from companion.rules.core.actions import SellOwnShares
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.core.vocabulary import DebtWords, Vocabulary
from companion.rules.judge.rules import Rules
from companion.rules.money.debts import Debt
from companion.rules.operating.debt_sources import PlayerShareSource, TreasuryShareSource
from companion.rules.operating.emergency_money import DebtStep, MoneyRaising, owe
from companion.rules.shares import holdings, market
from companion.rules.words.formatting import Words
from tests.support.positions import Position

WORDS = Vocabulary(
    memos={"fee": "fee", "toll": "toll"},
    debts={
        "fee": DebtWords("{debtor:who} owes a fee.", "the fee", "the fee"),
        "toll": DebtWords("{debtor:who} has to pay the toll.", "the toll", "the toll"),
    },
)


class Treasury(TreasuryShareSource):
    """All shares that the company has of itself; the price falls a row for each."""

    def sellable(self, state: State, company: str) -> int:
        return holdings.percent(self.data, state, company, company)

    def check_sale(self, state: State, action: SellOwnShares) -> list[Refusal]:
        return []

    def sell(self, change: Change, action: SellOwnShares) -> None:
        company, percent, chart = action.company, action.percent, self.data.chart
        cell = market.cell_of(self.data, change.state, company)
        assert cell is not None
        holdings.take(change, self.data.companies[company], company, holdings.POOL, percent)
        change.pay(BANK, company, cell.price * percent // 10, "share_sale", company)
        market.move(change, self.data, company, market.cell_below(chart, cell, percent // 10))


class Fees(MoneyRaising):
    """Sources for a fee: the company's own shares, then its president's.

    A helper who cannot pay loses all cash.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, own=(Treasury(rules),), helping=(PlayerShareSource(rules),))

    def fail(self, change: Change, debt: Debt) -> None:
        change.pay(debt.helper, BANK, change.state.cash[debt.helper], "bankruptcy", debt.helper)
        change.tell("bankrupt", player=debt.helper)


def add_fees(rules: Rules) -> Fees:
    """Add both kinds of debts to the rules."""
    rules.vocabulary = rules.vocabulary.with_own(WORDS)
    rules.words = Words(rules.data, rules.vocabulary, rules.words.names)
    fees = Fees(rules)
    rules.interrupts = (*rules.interrupts, DebtStep(rules, fees))
    return fees


def owing(game: Position, *debts: Debt) -> Position:
    """Return the position after these debts arise, in a title with :func:`add_fees`."""
    asking = next(step for step in game.rules.interrupts if isinstance(step, DebtStep))
    change = Change(game.state.copy())
    for debt in debts:
        owe(change, asking.raising, debt)
    game.state, game.events = change.state, tuple(change.events)
    return game
