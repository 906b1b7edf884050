"""Buying trains. For the train that a company must have its own shares come first, then its
president's cash, then, if he likes, his shares; else the company is bankrupt.
"""

from typing import Any

from companion.board.bestrun.best_run import has_route
from companion.board.trains import Count, TrainKind
from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, BuyTrain, Pass, SellOwnShares
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.data.title_data import TrainType
from companion.rules.judge.judge import Rules
from companion.rules.money.debts import Debt
from companion.rules.operating import trains
from companion.rules.operating.debt_sources import OwnShares, Shares
from companion.rules.operating.operating_round import with_turn
from companion.rules.operating.private_powers import close, power, privates_with_power
from companion.rules.operating.raising import Raising
from companion.rules.operating.running import trains_of
from companion.rules.operating.tokens import take_out
from companion.rules.operating.train_purchase import BuyTrains
from companion.rules.shares.market import remove
from companion.titles.steam_over_holland.notes import turn_of
from companion.titles.steam_over_holland.own_shares import own_sale_refusals, sell_own, sellable

ANY_TWO_STOPS = TrainKind("any two stops", (Count(2),))


class Treasury(OwnShares):
    """The company's own shares."""

    def sellable(self, state: State, company: str) -> int:
        return sellable(self.rules, state, company)

    def against(self, state: State, action: SellOwnShares) -> list[Refusal]:
        return own_sale_refusals(self.rules, state, action)

    def sell(self, change: Change, action: SellOwnShares) -> None:
        sell_own(change, self.rules, action)


class PresidentsShares(Shares):
    """A forced sale may change the president of any company, also of the one that buys; by another
    reading not that one's.
    """

    def keeps(self, debt: Debt) -> tuple[str, ...]:
        return (debt.owes,) if self.rules.options["forced_sale_keeps_president"] else ()


class Help(Raising):
    """The president need not sell shares, but who has begun to goes on; nothing is sold in vain."""

    in_vain = False
    short, able = "forced.too_few", "bankrupt.can_pay"
    weight = 2

    def __init__(self, rules: Rules, treasury: OwnShares) -> None:
        super().__init__(rules, own=(treasury,), helping=(PresidentsShares(rules),))

    def must_help(self, state: State, debt: Debt) -> bool:
        """Once shares of the company were sold so that the president's could pay, it goes on."""
        return turn_of(state).helping

    def apply(self, change: Change, debt: Debt, action: Action) -> None:
        if self.helps(action) or isinstance(action, SellOwnShares):
            turn = turn_of(change.state)
            helping = turn.helping or self.lacking(change.state, debt) > 0
            if self.helps(action):
                with_turn(change, helping=helping, helper=turn.helper or debt.helper)
            else:
                with_turn(change, helping=helping, raised=True)
        super().apply(change, debt, action)

    def fails(self, debt: Debt) -> str:
        return debt.owes

    def fail(self, change: Change, debt: Debt) -> None:
        """The company leaves the game: tokens off the map, shares worthless, money to the bank."""
        state, company = change.state, debt.owes
        take_out(change, company)
        for certificate in self.rules.data.companies[company].certificates:
            state.certificates[certificate] = "gone"
        for private, owner in state.privates.items():
            if owner == company:
                close(change, self.rules, private)
        change.pay(company, BANK, state.cash[company], "bankruptcy", company)
        remove(change, company)
        change.tell("company_bankrupt", company=company)
        with_turn(change, step=turn_of(state).step + 99)


class Trains(BuyTrains):
    """Buy trains; a company with a valid route and no train must."""

    def __init__(self, rules: Rules, help: Help | None = None) -> None:
        super().__init__(rules, help or Help(rules, Treasury(rules)))

    def takes(self, state: State, action: Action) -> bool:
        if isinstance(action, SellOwnShares):
            return self.is_forced(state) or self.has_raised(state)
        return super().takes(state, action)

    def actor(self, state: State) -> str:
        """The president; but who has sold shares of his own for the train pays for it, whoever may
        be president since.
        """
        helper = "" if self._has_train(state) else turn_of(state).helper
        return helper or super().actor(state)

    def must_buy(self, state: State) -> bool:
        """By another reading also when the company only reaches a small city."""
        if super().must_buy(state):
            return True
        if self._has_train(state) or not self.rules.options["small_city_routes"]:
            return False
        access = self.rules.access.of(self.rules, state, self.company(state))
        return bool(self.due(state)) and has_route(state.board, access, [ANY_TWO_STOPS])

    def has_raised(self, state: State) -> bool:
        """Has the company sold shares of its own for the train, which it does not own yet?"""
        return turn_of(state).raised and not self._has_train(state)

    def _has_train(self, state: State) -> bool:
        return bool(trains_of(state, self.company(state)))

    def cost(self, state: State, company: str, type: TrainType) -> int:
        """The printed price; a private takes 10% off."""
        private = next(iter(privates_with_power(self.rules, state, company, "discount")), None)
        off = power(self.rules, private, "discount") or 0
        return type.price * (100 - off) // 100

    def helped_limits(self, state: State, action: BuyTrain, place: str) -> list[Refusal]:
        """Help goes to the cheapest train; and the company's own shares come before it."""
        found = [] if self.has_raised(state) else self.dearer(state, action, "train.cheapest")
        return found + self.raising.first_refusals(state, self.debt(state))

    def paying(self, state: State, action: BuyTrain, place: str) -> list[Refusal]:
        """Own shares that were sold pay for the cheapest train only, or one that costs no more."""
        found = self.dearer(state, action, "forced.cheapest") if self.has_raised(state) else []
        return found + super().paying(state, action, place)

    def most_for(self, state: State, item: trains.ForSale) -> int:
        """With help, or with own shares sold, no more than the cheapest train of the bank costs."""
        cash, debt = state.cash[self.company(state)], self.debt(state)
        if debt.amount and self.raising.first(state, debt) is None:
            cash += state.cash[debt.helper]
        elif not self.has_raised(state):
            return cash
        return min(self.due(state), cash)

    def pass_on(self, change: Change) -> None:
        super().pass_on(change)
        with_turn(change, train_passed=True)


# --- by another reading own shares are sold for a train as at any other time: as many as the
# company likes, once, even in vain. They still come before all other help, but a company that has
# not sold them, and could not pay, may also pass and stay without a train.


class FreeTreasury(Treasury):
    """The company's own shares, any number of them and once."""

    def due(self, state: State, debt: Debt) -> None:
        return None

    def comes_first(self, state: State, debt: Debt) -> bool:
        return debt.amount > 0 and not turn_of(state).dealt and self.sellable(state, debt.owes) > 0

    def span(self, state: State, debt: Debt) -> tuple[int, int]:
        return 0, self.sellable(state, debt.owes)

    def refusals(
        self, state: State, debt: Debt, lacking: int, action: SellOwnShares
    ) -> list[Refusal]:
        found = self.against(state, action)
        if turn_of(state).dealt:
            found.append(self.rules.refuse("treasury.once", company=debt.owes))
        return found


class FreeHelp(Help):
    """Sales are made as one likes; but a company goes bankrupt only when it has sold."""

    in_vain = True
    only_needed = False

    def may_fall_short(self) -> bool:
        return True

    def apply(self, change: Change, debt: Debt, action: Action) -> None:
        """Own shares that are sold bind the company to nothing."""
        if isinstance(action, SellOwnShares):
            with_turn(change, dealt=True)
            Raising.apply(self, change, debt, action)
        else:
            super().apply(change, debt, action)

    def giving_up(self, state: State, debt: Debt, lacking: int) -> list[Refusal]:
        first = self.first_refusals(state, debt) if lacking else []
        return first + super().giving_up(state, debt, lacking)


class FreeTrains(Trains):
    """Whatever was sold, another company's train may cost its face value."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, FreeHelp(rules, FreeTreasury(rules)))

    def helped_limits(self, state: State, action: BuyTrain, place: str) -> list[Refusal]:
        found = BuyTrains.helped_limits(self, state, action, place)
        if place in (trains.DEPOT, trains.POOL):
            found += self.raising.first_refusals(state, self.debt(state))
        return found

    def most_for(self, state: State, item: trains.ForSale) -> int:
        return BuyTrains.most_for(self, state, item)

    def refusals(self, state: State, action: Any) -> list[Refusal]:
        found = super().refusals(state, action)
        if isinstance(action, Pass) and any(refusal.code == "train.needed" for refusal in found):
            debt = self.debt(state)
            if self.raising.first(state, debt) and self.raising.lacking(state, debt) > 0:
                return [refusal for refusal in found if refusal.code != "train.needed"]
        return found
