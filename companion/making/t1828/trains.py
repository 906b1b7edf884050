"""Buying trains, and with the director's money the one that a company must have."""

from companion.ledger.entries import BANK
from companion.making.t1828.joining import close_privates_of
from companion.making.t1828.systems import parts
from companion.rules.actions import SellShares
from companion.rules.change import Change
from companion.rules.debts import Debt
from companion.rules.purchase import BuyTrains
from companion.rules.raising import Raising
from companion.rules.rules import Rules
from companion.rules.sources import Shares


class DirectorsMoney(Raising):
    """The director's cash and his shares; else he is bankrupt."""

    def __init__(self, rules: Rules) -> None:
        self.shares = Shares(rules)
        super().__init__(rules, helping=(self.shares,))

    def fail(self, change: Change, debt: Debt) -> None:
        """Bankruptcy: the game ends at once and is scored as it stands; by another reading he
        sells all he may before, and loses his cash.
        """
        state, player = change.state, debt.helper
        change.tell("bankrupt", player=player)
        if self.rules.options["bankrupt_sells_out"]:
            for company in self.rules.in_order(state):
                if most := self.shares.most(state, debt, company):
                    self.shares.apply(change, debt, SellShares(player, company, most))
            change.pay(player, BANK, state.cash[player], "bankruptcy", player)
        self.rules.finish(change, "bankruptcy")


class Trains(BuyTrains):
    """Buy trains; with a route and no train a company must."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, DirectorsMoney(rules))

    def bought(self, change: Change, company: str, train: str) -> None:
        close_privates_of(change, self.rules, *parts(change.state, company))
