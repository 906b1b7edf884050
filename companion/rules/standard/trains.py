"""Buying trains in the standard game, and the president's help for a train that is required."""

from typing import Any

from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, BuyTrain, DeclareBankruptcy, SellPrivate
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.standard_state import game_of, note_used, turn_of
from companion.rules.core.state import DEPOT, GONE, POOL, State, TrainCard, type_of
from companion.rules.data.switches import LEAVES, NO_TRAIN
from companion.rules.data.title_data import ANY, ONE, ONE_OF_EACH, TrainType
from companion.rules.judge.rules import Rules, Step
from companion.rules.money.debts import Debt, DebtSource
from companion.rules.operating.debt_sources import PlayerShareSource
from companion.rules.operating.dividends import DividendStep
from companion.rules.operating.emergency_money import MoneyRaising
from companion.rules.operating.operating_round import update_turn
from companion.rules.operating.player_removal import remove_player
from companion.rules.operating.private_powers import (
    TrainDiscountPower,
    close_on_train,
    power,
    privates_with_power,
    use_power,
)
from companion.rules.operating.running import trains_of
from companion.rules.operating.train_purchase import TrainStep
from companion.rules.operating.trains_and_phases import (
    TrainForSale,
    ask_discards,
    cheapest,
    is_obsolete,
    take_train,
    trains_on_sale,
)
from companion.rules.privates.private_trades import trade, trade_refusals
from companion.rules.shares import holdings
from companion.rules.standard.first_share_sales import check_beginning


def export_train(change: Change, rules: Rules) -> None:
    """Remove the next train of the bank from the game as if it were bought, by the switch."""
    lying = [train for train, card in change.state.trains.items() if card.place == DEPOT]
    order = list(rules.data.trains)
    train = min(lying, key=lambda train: order.index(type_of(train)), default="")
    if train and type_of(train) in rules.data.train_sale.exported:
        change.tell("exported_train", type=type_of(train), train=train)
        take_train(change, rules, train, GONE)


class PrivateSaleSource(DebtSource):
    """Sales of privates to other players, at any price. They are voluntary."""

    accepts = (SellPrivate,)
    certain = False

    def offers(self, step: Step, state: State, debt: Debt) -> list[Offer]:
        player, found = debt.helper, []
        for private, owner in state.privates.items():
            for buyer in state.order:
                if owner == player != buyer:
                    span = Span("price", 1, max(1, state.cash[buyer]))
                    price = min(self.data.privates[private].price, span.most)
                    sale = SellPrivate(player, buyer, private, price)
                    found.append(
                        step.judge_offer(state, Offer("trade", sale, price, span, weight=0.1))
                    )
        return found

    def refusals(
        self, state: State, debt: Debt, lacking: int, action: SellPrivate
    ) -> list[Refusal]:
        owner, refuse = state.privates[action.private], self.rules.refuse
        if owner != debt.helper:
            return [refuse("trade.not_yours", private=action.private, owner=owner)]
        if action.buyer == owner:
            return [refuse("trade.self", player=owner, private=action.private)]
        return trade_refusals(self.rules, state, action)

    def apply(self, change: Change, debt: Debt, action: SellPrivate) -> None:
        trade(change, action)


class StandardShareSource(PlayerShareSource):
    """Shares of the president. By the title's switch no company changes its president by them."""

    def keeps(self, debt: Debt) -> tuple[str, ...]:
        if self.data.train_sale.sales_move_presidents:
            return super().keeps(debt)
        return tuple(self.data.companies)

    def refuse_excess(self, state: State, debt: Debt, lacking: int, action: Any) -> list[Refusal]:
        if self.data.train_sale.sells_freely:
            return []
        return super().refuse_excess(state, debt, lacking, action)

    def limits(self, state: State, company: str) -> list[Refusal]:
        return check_beginning(self.rules, state, company)


class StandardMoneyRaising(MoneyRaising):
    """The president's cash and shares, and privates if they like.

    Otherwise they are bankrupt.
    """

    share_source: type[StandardShareSource] = StandardShareSource

    def __init__(self, rules: Rules) -> None:
        self.shares = self.share_source(rules)
        stock = rules.data.stock
        freely = stock.first_trades and not stock.trade_is_purchase
        sales = (PrivateSaleSource(rules),) if freely else ()
        super().__init__(rules, helping=(self.shares, *sales))
        self.only_needed = not rules.data.train_sale.sells_freely

    def find_wanted(self, state: State, debt: Debt) -> Debt:
        """Return the debt for the dearest train on sale, if the president helps with any."""
        if not (debt.amount and self.rules.data.train_sale.any_train):
            return debt
        dearest = max(item.type.price for item in trains_on_sale(self.rules, state))
        return replace(debt, amount=max(debt.amount, dearest))

    def offers(self, step: Step, state: State, debt: Debt) -> list[Offer]:
        """Return the offers to raise the debt. A dearer train may need more, by a switch."""
        found, wanted = super().offers(step, state, debt), self.find_wanted(state, debt)
        if self.lacking(state, wanted) and not self.lacking(state, debt):
            found += self.help_offers(step, state, wanted)
        return found

    def refusals(self, state: State, debt: Debt, action: Action) -> list[Refusal]:
        gives_up = isinstance(action, DeclareBankruptcy)
        return super().refusals(state, debt if gives_up else self.find_wanted(state, debt), action)

    def may_fall_short(self) -> bool:
        return self.rules.data.train_sale.sales_fall_short

    def fail(self, change: Change, debt: Debt) -> None:
        """Sell all possible shares in operating order, take the cash, and end the game.

        By a switch the player leaves instead, and the game goes on if two others are left.
        """
        change.tell("bankrupt", player=debt.helper)
        sale = self.rules.data.train_sale
        if sale.unpaid != LEAVES:
            self.shares.sell_out(change, debt)
            self.rules.finish(change, "bankruptcy")
            return
        remove_player(change, self.rules, debt.helper, "bankruptcy", sale.leaver_falls)
        if len(change.state.order) == 1:
            self.rules.finish(change, "bankruptcy")


class StandardDividendStep(DividendStep):
    """Divide the revenue. Then the obsolete trains of the company leave the game."""

    def _pay(self, change: Change, company: str, kind: str) -> None:
        super()._pay(change, company, kind)
        for train in trains_of(change.state, company):
            if is_obsolete(self.rules, change.state, train):
                change.state.trains[train] = TrainCard(GONE)
                change.tell("last_run", company=company, type=type_of(train), train=train)


class StandardTrainStep(TrainStep):
    """Buy trains. A company with a route and no train must buy one."""

    money_raising: type[StandardMoneyRaising] = StandardMoneyRaising

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, self.money_raising(rules))
        # other titles need no note of purchases, so their stored turns have none
        self._is_limited = any(phase.bank_trains != ANY for phase in rules.data.phases)

    def lowest_price(self, state: State, seller: str) -> int:
        """Return the lowest price: 1 between companies of one president, else by the switch."""
        presides = holdings.president(self.data, state, seller) == self.actor(state)
        return 1 if presides else self.data.train_sale.least_price

    def prices(self, state: State, company: str, item: TrainForSale) -> tuple[int, ...]:
        """Return the usual price, and those with the discounts of privates."""
        usual = self.cost(state, company, item.type)
        return (usual, *self._find_discounts(state, company, item.type.name, usual))

    def _find_discounts(self, state: State, company: str, type: str, usual: int) -> dict[int, str]:
        """Return the prices with a discount, each with its private."""
        found = {}
        for private in privates_with_power(self.rules, state, company, "train_discount"):
            own: TrainDiscountPower = power(self.rules, private, "train_discount")
            if type in own.trains and private not in game_of(state).used_privates:
                found[own.reduce(usual)] = private
        return found

    def apply(self, change: Change, action: Any) -> None:
        """Carry out the action. A private is used up whose discount was taken."""
        private = None
        if isinstance(action, BuyTrain) and action.trade_in is None:
            state, type = change.state, type_of(action.train)
            if state.place_of(action.train) in (DEPOT, POOL):
                usual = self.data.trains[type].price
                less = self._find_discounts(state, action.company, type, usual)
                private = less.get(action.price)
        super().apply(change, action)
        if isinstance(action, DeclareBankruptcy) and not change.state.end_reason:
            self._bring_train(change)
        if private is not None:
            note_used(change, private)
            use_power(change, self.rules, action.company, private)

    def _bring_train(self, change: Change) -> None:
        """Give a company the train that its former president could not pay, for all its money."""
        state, company = change.state, self.company(change.state)
        item = cheapest(self.rules, state)
        if item is None or not state.companies[company].floated:
            return
        amount, bought = state.cash[company], turn_of(state).trains_bought
        change.pay(company, BANK, amount, "bankruptcy", company)
        facts = {"company": company, "type": item.type.name, "train": item.train}
        change.tell("bank_helped", amount=amount, **facts)
        update_turn(change, trains_bought=(*bought, item.train))
        take_train(change, self.rules, item.train, company)
        ask_discards(change, self.rules)
        self.apply_purchase(change, company, item.train, item.place)

    def check_bank_limit(self, state: State, type: TrainType) -> list[Refusal]:
        """Refuse more trains from the bank than the phase allows in a turn."""
        limit, bought = self.rules.phase(state).bank_trains, turn_of(state).bank_train_types
        if limit == ONE and bought:
            return [self.rules.refuse("train.one_from_bank", company=self.company(state))]
        if limit == ONE_OF_EACH and type.name in bought:
            facts = {"company": self.company(state), "train": type.name}
            return [self.rules.refuse("train.one_of_type", **facts)]
        return []

    def must_buy(self, state: State) -> bool:
        """Check whether the company must buy a train.

        By a switch it need not if its president cannot pay.
        """
        found = super().must_buy(state)
        if not found or self.data.train_sale.unpaid != NO_TRAIN:
            return found
        debt = Debt("train", self.company(state), self.due(state), self.actor(state))
        return not self.raising.falls_short(state, debt)

    def check_help(self, state: State, action: BuyTrain, place: str) -> list[Refusal]:
        """Refuse help with another company's train above its price, and with a dear train."""
        is_free = self.data.train_sale.any_train and place in (DEPOT, POOL)
        return [] if is_free else super().check_help(state, action, place)

    def highest_price(self, state: State, item: TrainForSale) -> int:
        if self.data.train_sale.helps_with_others:
            return super().highest_price(state, item)
        return state.cash[self.company(state)]

    def paying(self, state: State, action: BuyTrain, place: str) -> list[Refusal]:
        """Refuse help with another company's train, and that train after a sale of shares."""
        found = super().paying(state, action, place)
        if self.data.train_sale.helps_with_others or place in (DEPOT, POOL):
            return found
        helped = action.price > state.cash[action.company] and self.is_forced(state)
        if helped or self.payable_before(state) is not None:
            facts = {"company": action.company, "president": self.actor(state)}
            return [self.rules.refuse("train.bank_only", **facts)]
        return found

    def apply_purchase(self, change: Change, company: str, train: str, place: str) -> None:
        """Note a train of the bank, and close a private with the first train of its company."""
        if place in (DEPOT, POOL) and self._is_limited:
            types = (*turn_of(change.state).bank_train_types, type_of(train))
            update_turn(change, bank_train_types=types)
        close_on_train(change, self.rules, company)
