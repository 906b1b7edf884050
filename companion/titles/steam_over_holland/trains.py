"""Buying trains, and paying for the train that a company must have.

The company's own shares pay first, then its president's cash, then the president's shares. The
president need not sell shares; without them the company is bankrupt.
"""

from typing import Any

from companion.rules.core.actions import Action, BuyTrain, Pass, SellOwnShares
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.money.debts import Debt
from companion.rules.operating import trains_and_phases
from companion.rules.operating.company_removal import remove_company
from companion.rules.operating.debt_sources import PlayerShareSource
from companion.rules.operating.emergency_money import MoneyRaising
from companion.rules.operating.operating_round import update_turn
from companion.rules.operating.own_shares import OwnShareSource, turn_of
from companion.rules.operating.running import trains_of
from companion.rules.operating.train_purchase import TrainStep


class HollandMoneyRaising(MoneyRaising):
    """The president's help. They need not sell shares, but must go on once they have begun.

    Nothing is sold without need.
    """

    in_vain = False
    short, able = "forced.too_few", "bankrupt.can_pay"
    weight = 2

    def __init__(self, rules: Rules, treasury: OwnShareSource) -> None:
        super().__init__(rules, own=(treasury,), helping=(PlayerShareSource(rules),))

    def must_help(self, state: State, debt: Debt) -> bool:
        """Must the president help? Yes, once company shares were sold to let the president pay."""
        return turn_of(state).is_help_needed

    def apply(self, change: Change, debt: Debt, action: Action) -> None:
        if self.helps(action) or isinstance(action, SellOwnShares):
            turn = turn_of(change.state)
            helping = turn.is_help_needed or self.lacking(change.state, debt) > 0
            if self.helps(action):
                update_turn(change, is_help_needed=helping, helper=turn.helper or debt.helper)
            else:
                update_turn(change, is_help_needed=helping, has_sold_for_train=True)
        super().apply(change, debt, action)

    def fails(self, debt: Debt) -> str:
        return debt.debtor

    def fail(self, change: Change, debt: Debt) -> None:
        """Take the company out of the game: tokens removed, shares worthless, money to the bank."""
        remove_company(change, self.rules, debt.debtor, "bankruptcy")
        change.tell("company_bankrupt", company=debt.debtor)


class HollandTrainStep(TrainStep):
    """Buy trains. A company with a valid route and no train must buy one."""

    def __init__(self, rules: Rules, help: HollandMoneyRaising | None = None) -> None:
        super().__init__(rules, help or HollandMoneyRaising(rules, OwnShareSource(rules)))

    def takes(self, state: State, action: Action) -> bool:
        if isinstance(action, SellOwnShares):
            return self.is_forced(state) or self.has_raised(state)
        return super().takes(state, action)

    def actor(self, state: State) -> str:
        """Return the president, or the player who sold own shares for the train.

        Such a player pays for the train even if the president has changed since.
        """
        helper = "" if self._has_train(state) else turn_of(state).helper
        return helper or super().actor(state)

    def has_raised(self, state: State) -> bool:
        """Has the company sold own shares for a train that it does not own yet?"""
        return turn_of(state).has_sold_for_train and not self._has_train(state)

    def _has_train(self, state: State) -> bool:
        return bool(trains_of(state, self.company(state)))

    def check_help(self, state: State, action: BuyTrain, place: str) -> list[Refusal]:
        """Refuse help for any but the cheapest train, or before the company's shares are sold."""
        found = [] if self.has_raised(state) else self.dearer(state, action, "train.cheapest")
        return found + self.raising.first_refusals(state, self.debt(state))

    def paying(self, state: State, action: BuyTrain, place: str) -> list[Refusal]:
        """Refuse a train above the cheapest price if a sale of own shares pays for it."""
        found = self.dearer(state, action, "forced.cheapest") if self.has_raised(state) else []
        return found + super().paying(state, action, place)

    def highest_price(self, state: State, item: trains_and_phases.TrainForSale) -> int:
        """Return the highest price that the company may pay.

        The limit with help, or with a sale of own shares, is the price of the bank's cheapest
        train.
        """
        cash, debt = state.cash[self.company(state)], self.debt(state)
        if debt.amount and self.raising.first(state, debt) is None:
            cash += state.cash[debt.helper]
        elif not self.has_raised(state):
            return cash
        return min(self.due(state), cash)

    def pass_on(self, change: Change) -> None:
        super().pass_on(change)
        update_turn(change, has_passed_train=True)


# --- By another reading own shares are sold for a train as at any other time. The company sells any
# number, once, even without need. They still come before all other help. A company that has not
# sold them, and could not pay, may also pass and stay without a train.


class FreeTreasurySource(OwnShareSource):
    """The company's own shares as a source: any number of them, once."""

    def due(self, state: State, debt: Debt) -> None:
        return None

    def comes_first(self, state: State, debt: Debt) -> bool:
        return (
            debt.amount > 0
            and not turn_of(state).is_trading_over
            and self.sellable(state, debt.debtor) > 0
        )

    def span(self, state: State, debt: Debt) -> tuple[int, int]:
        return 0, self.sellable(state, debt.debtor)

    def refusals(
        self, state: State, debt: Debt, lacking: int, action: SellOwnShares
    ) -> list[Refusal]:
        found = self.check_sale(state, action)
        if turn_of(state).is_trading_over:
            found.append(self.rules.refuse("treasury.once", company=debt.debtor))
        return found


class FreeMoneyRaising(HollandMoneyRaising):
    """Help with free sales. A company goes bankrupt only after it has sold."""

    in_vain = True
    only_needed = False

    def may_fall_short(self) -> bool:
        return True

    def apply(self, change: Change, debt: Debt, action: Action) -> None:
        """Sell own shares without binding the company to a purchase."""
        if isinstance(action, SellOwnShares):
            update_turn(change, is_trading_over=True)
            MoneyRaising.apply(self, change, debt, action)
        else:
            super().apply(change, debt, action)

    def check_bankruptcy(self, state: State, debt: Debt, lacking: int) -> list[Refusal]:
        first = self.first_refusals(state, debt) if lacking else []
        return first + super().check_bankruptcy(state, debt, lacking)


class FreeTrainStep(HollandTrainStep):
    """Trains after free sales. Another company's train may cost its face value."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, FreeMoneyRaising(rules, FreeTreasurySource(rules)))

    def check_help(self, state: State, action: BuyTrain, place: str) -> list[Refusal]:
        found = TrainStep.check_help(self, state, action, place)
        if place in (trains_and_phases.DEPOT, trains_and_phases.POOL):
            found += self.raising.first_refusals(state, self.debt(state))
        return found

    def highest_price(self, state: State, item: trains_and_phases.TrainForSale) -> int:
        return TrainStep.highest_price(self, state, item)

    def refusals(self, state: State, action: Any) -> list[Refusal]:
        found = super().refusals(state, action)
        if isinstance(action, Pass) and any(refusal.code == "train.needed" for refusal in found):
            debt = self.debt(state)
            if self.raising.first(state, debt) and self.raising.lacking(state, debt) > 0:
                return [refusal for refusal in found if refusal.code != "train.needed"]
        return found
