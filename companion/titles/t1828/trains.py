"""Buying trains, and the director's help.

Help is for the train that a company must have, or one that a system may have for an empty shell.
"""

from typing import Any

from companion.rules.core.actions import BuyTrain
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.money.debts import Debt
from companion.rules.operating import trains_and_phases
from companion.rules.operating.debt_sources import PlayerShareSource
from companion.rules.operating.emergency_money import MoneyRaising
from companion.rules.operating.map_answers import has_route
from companion.rules.operating.operating_round import turn_of, update_turn
from companion.rules.operating.private_powers import close_on_train
from companion.rules.operating.running import kinds_of_all_types, trains_of
from companion.rules.operating.train_purchase import TrainStep
from companion.rules.operating.trains_and_phases import TrainForSale
from companion.titles.t1828 import systems
from companion.titles.t1828.coal import with_coal

SHELLS = (
    "empty_shell",
    "other_shell",
)  # debts for an empty shell: a train of the bank, or of a company


class MoneyRaising1828(MoneyRaising):
    """The director's cash and shares. Otherwise they are bankrupt, except for an empty shell."""

    def __init__(self, rules: Rules) -> None:
        self.shares = PlayerShareSource(rules)
        super().__init__(rules, helping=(self.shares,))

    def fails(self, debt: Debt) -> str:
        """Return "" for an empty shell, because nobody goes bankrupt for it."""
        return "" if debt.kind in SHELLS else super().fails(debt)

    def check_bankruptcy(self, state: State, debt: Debt, lacking: int) -> list[Refusal]:
        if debt.kind in SHELLS:
            return [self.rules.refuse("bankrupt.shell", player=debt.helper, company=debt.debtor)]
        return super().check_bankruptcy(state, debt, lacking)

    def fail(self, change: Change, debt: Debt) -> None:
        """End the game by bankruptcy and score it as it stands.

        By another reading the director first sells all shares and loses the cash.
        """
        change.tell("bankrupt", player=debt.helper)
        if self.rules.options["bankrupt_sells_out"]:
            self.shares.sell_out(change, debt)
        self.rules.finish(change, "bankruptcy")


class TrainStep1828(TrainStep):
    """Buy trains. A company with a route and no train must buy one.

    The director may help a system with an empty shell and a route to a train for it, if the help is
    enough.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, MoneyRaising1828(rules))

    def apply_purchase(self, change: Change, company: str, train: str, place: str) -> None:
        update_turn(
            change, money_without_last_share=None
        )  # a sale for one train does not require another
        close_on_train(change, self.rules, *systems.parts(change.state, company))

    # --- the train that must be bought, or may be with help

    def must_buy(self, state: State) -> bool:
        """Must the company buy? It must also buy after a sale of shares for a train."""
        if super().must_buy(state):
            return True
        if (
            turn_of(state).money_without_last_share is not None
            and self.empty_shell(state) is not None
        ):
            return True
        if not self.rules.options["coalfield_is_a_route"]:
            return False
        company = self.company(state)
        needless = (
            trains_of(state, company) or trains_and_phases.cheapest(self.rules, state) is None
        )
        return not needless and self._has_route(state, company)

    def _has_route(self, state: State, company: str) -> bool:
        """Has the company a route? By another reading, the coalfields count even without coal."""
        if state.is_told and trains_of(state, company):
            return True  # who helps a system without the map says that its train has a route
        access = self.rules.access.of(self.rules, state, company)
        if self.rules.options["coalfield_is_a_route"]:
            access = with_coal(self.rules, state, company)
        return has_route(self.rules, state, company, kinds_of_all_types(self.rules), access)

    def empty_shell(self, state: State) -> int | None:
        """Return the one shell of a system without a train, if the other shell has one."""
        company = self.company(state)
        held = [
            len(trains_of(state, company, charter))
            for charter in range(state.companies[company].charters)
        ]
        return held.index(0) if held.count(0) == 1 < len(held) else None

    def filling(self, state: State) -> Debt | None:
        """Return the train for an empty shell as a debt, or None if there is none.

        It is the bank's train if all of the director's money can pay for it. Otherwise it is the
        dearest that another company may sell.
        """
        bank = trains_and_phases.cheapest(self.rules, state)
        if bank is None or not self.may_help(state):
            return None
        company, player = self.company(state), self.actor(state)
        due = self.cost(state, company, bank.type)
        debt = Debt("empty_shell", company, due, player, train_type=bank.type.name)
        if not self.raising.falls_short(state, debt):
            return debt
        others = [item.type for item in trains_and_phases.others_trains(self.rules, state, company)]
        dearest = max(others, key=lambda type: type.price, default=None)
        if dearest is None or dearest.price <= state.cash[company]:
            return None
        return Debt("other_shell", company, dearest.price, player, train_type=dearest.name)

    def may_help(self, state: State) -> bool:
        """Has the company an empty shell, and a route for a train in it?"""
        if self.empty_shell(state) is None:
            return False
        anywhere = self.rules.options["shell_without_route"]
        return bool(anywhere) or self._has_route(state, self.company(state))

    def highest_price(self, state: State, item: TrainForSale) -> int:
        most = super().highest_price(state, item)
        if self.is_forced(state) or not self.may_help(state):
            return most
        both = state.cash[self.company(state)] + state.cash[self.actor(state)]
        return max(most, min(item.type.price, both))

    def is_forced(self, state: State) -> bool:
        """Is a train due, or allowed with help, that the treasury cannot pay?"""
        if super().is_forced(state):
            return True
        lacks = state.cash[self.company(state)] < self.due(state)
        return lacks and self.filling(state) is not None

    def debt(self, state: State) -> Debt:
        found = super().debt(state)
        if not found.amount or super().must_buy(state):
            return found
        return self.filling(state) or found

    def waits(self, state: State) -> bool:
        return super().waits(state) or self.is_forced(state)

    def paying(self, state: State, action: BuyTrain, place: str) -> list[Refusal]:
        """Allow help only for a train in the empty shell.

        The director may help with another company's train if the bank's is too dear.
        """
        found = super().paying(state, action, place)
        if {refusal.code for refusal in found} == {"train.cash"} and self.may_help(state):
            both = state.cash[action.company] + state.cash[self.actor(state)]
            if place in self.data.companies and action.price <= both:
                found = self.check_help(state, action, place)
        empty = self.empty_shell(state)
        if action.price <= state.cash[action.company] or empty is None or found:
            return found
        if (action.charter or 0) != empty:
            shell = systems.parts(state, action.company)[empty]
            return [self.rules.refuse("train.shell", company=action.company, shell=shell)]
        return found

    def offers(self, state: State) -> list[Any]:
        found = super().offers(state)
        if self.empty_shell(state) is None:
            return found
        return [offer for offer in found if offer.kind != "bankrupt"]
